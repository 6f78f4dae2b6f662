"""The kernel agrees with an oracle written from the specification alone, and its invariants hold."""

from random import Random

import msgspec
import pytest

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from oracles import shallow_sea as oracle
from shallow_sea.build_oceans import SEA

TILES = oracle.load_tiles(SEA.file("tiles.toml"))
MODIFIED = ("none", *(str(rule) for rule in range(1, 11)))


@pytest.mark.parametrize("modified", MODIFIED)
@pytest.mark.parametrize(
    "seats", [1, 2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_games_agree(seats: int, modified: str) -> None:
    for seed in range(3 if seats == 1 else 1):
        check_game(SEA.deal(seats, 50 * seats + seed, {"modified": modified}), seed)


@pytest.mark.parametrize("scenario", ["14", "15"])
def test_scenarios_agree(scenario: str) -> None:
    for seats in (1, 2):
        check_game(SEA.deal(seats, seats, {"scenario": scenario}), seats)


@pytest.mark.parametrize("modified", ["none", "7", "9"])
def test_family_games_agree(modified: str) -> None:
    for seats in (1, 2):
        check_game(SEA.deal(seats, seats, {"mode": "family", "modified": modified}), seats)


@pytest.mark.slow
@pytest.mark.parametrize("modified", MODIFIED)
def test_many_games_agree(modified: str) -> None:
    for seed in range(12):
        options = {"modified": modified, "scenario": ("none", "14", "15")[seed // 4]}
        check_game(SEA.deal(1 + seed % 4, 1000 + seed, options), seed)


def check_game(state: State, seed: int) -> None:
    random = Random(seed)
    twin = oracle.read(state.fields, TILES)
    thrifty = seed % 2 == 0
    whole = census(state)
    turns = 0
    while True:
        fields = state.fields
        assert not oracle.differences(twin, oracle.read(fields, TILES))
        for seat in range(state.seats):
            for name, expected in oracle.derived(twin, seat).items():
                assert getattr(fields, name)[seat] == expected, name
        assert state.scores() == [oracle.sheet(twin, seat).total for seat in range(state.seats)]
        assert state.ranking() == oracle.ranking(twin)
        assert census(state) == whole
        assert all(0 <= shells <= 5 for shells in fields.shells[: state.seats])
        assert set(state.legal()) == oracle.legal(twin)
        if state.over:
            break
        decision = chosen(state.legal(), random, thrifty=thrifty)
        turns += decision == layout.END
        after = state.play(decision)
        twin, state = oracle.play(twin, decision, oracle.seen(after.fields)), after
    for seat, player in enumerate(state.view(None).players):
        sheet = oracle.sheet(twin, seat)
        assert msgspec.to_builtins(player.sheet) == {**vars(sheet), "total": sheet.total}
    if any(twin.fish_bag) or state.seats > 1:  # S29; in a solo game the fish may run out first (S48)
        assert turns == 17 * state.seats
        assert all(len(ocean.tiles) == 18 for ocean in twin.oceans)
    else:
        assert turns <= 17


def chosen(decisions: list[int], random: Random, *, thrifty: bool) -> int:
    """Return a random decision: usually one that finishes a tile, and in thrifty games rarely one that costs shells.

    Otherwise shells and finished corals would be rare.
    """
    finishing = [decision for decision in decisions if decision in range(layout.FINISH, layout.MOVE)]
    if finishing and random.random() < 0.8:
        return random.choice(finishing)
    paid = {
        *range(layout.FREE_REFRESH),
        *range(layout.COMBINE, layout.TAKE),
        *range(layout.MOVE, layout.END),
    }
    free = [decision for decision in decisions if decision not in paid]
    if thrifty and free and random.random() < 0.9:
        return random.choice(free)
    return random.choice(decisions)


def census(state: State) -> tuple[list[int], list[int], int]:
    """Count all fish by colour, all creatures by type, and all corals."""
    f = state.fields
    fish = [
        f.fish_bag[colour] + f.lionfish[colour] + (f.fish == colour) + f.pool[1].count(colour) for colour in range(4)
    ]
    tiles = [*f.pool[0], *f.pool[2], f.tile]
    for seat in range(state.seats):
        tiles += f.board[seat]
        for colour in range(4):
            fish[colour] += f.loose[seat][colour].bit_count() + f.finned[seat][colour].bit_count()
    creatures = list(f.creature_bag)
    corals = [tile for tile in tiles if 0 <= tile < 76]
    corals += [38 * half + bit for half in range(2) for bit in range(38) if f.coral_bag[half] >> bit & 1]
    assert sorted(corals) == list(range(76))
    for tile in tiles:
        if tile >= 76:
            creatures[tile - 76] += 1
    return fish, creatures, len(corals)
