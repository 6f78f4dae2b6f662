"""What is drawn unseen, and guessing it: rules S20, S48, S55 for who plays on from what a seat knows."""

from collections.abc import Mapping

import pytest

from atoll import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.view import census
from conformance.playing import random_game
from shallow_sea.oceans import SEA
from shallow_sea.tables import bag, changed, corals_in_bag, play, table

OPTIONS: list[tuple[int, Mapping[str, str]]] = [
    (1, {}), (2, {}), (4, {}), (1, {"modified": "2"}), (4, {"modified": "2"}), (1, {"modified": "5"}),
    (1, {"modified": "8"}), (3, {"modified": "8"}),
]  # fmt: skip


def shape(state: State) -> list[object]:
    """Return all that everybody knows of draws: where pieces came to lie, of which kind, and what the bags hold."""
    s = state.fields
    tiles = [*s.pool[kernel.CORAL_POOL], *s.pool[kernel.CREATURE_POOL], s.tile]
    kinds = ["-" if tile == kernel.NONE else "creature" if tile >= kernel.CREATURE else "coral" for tile in tiles]
    fish = [colour != kernel.NONE for colour in (*s.pool[kernel.FISH_POOL], s.fish)]
    bags = [bag(state), corals_in_bag(state), sum(s.creature_bag)]
    return [kinds, fish, bags, s.actor, s.stage, s.turn, s.closed, s.credit, sum(s.lionfish), s.unseen]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=[f"{seats}-{options}" for seats, options in OPTIONS])
def test_S55_what_was_drawn_unseen_is_drawn_from_its_own_bag(seats: int, options: Mapping[str, str]) -> None:
    for seed in range(3):
        counts = None
        for number, (before, decision, after) in enumerate(random_game(SEA, seats, dict(options), seed)):
            known = before.hide(before.actor).play(decision)
            counts = counts or census(before)
            assert census(after) == counts
            for guess in range(2):
                filled = known.fill(number + guess)
                assert census(filled) == counts
                assert shape(filled) == shape(after)
            assert SEA.position(known.position) == known


@pytest.mark.parametrize(("draw", "creature"), [("draw coral", False), ("draw creature", True)])
def test_S53_8_a_tile_drawn_unseen_is_of_the_bag_that_was_named(draw: str, creature: bool) -> None:
    state = table(corals="", fish="", creatures="", seats=2, options={"modified": "8"})
    known = play(state.hide(0), draw)
    assert known.position.split("tile=")[1].startswith("? " if creature else "?coral ")
    for seed in range(20):
        assert (known.fill(seed).fields.tile >= kernel.CREATURE) == creature


def test_S48_alone_the_game_is_over_when_the_last_fish_is_drawn_unseen() -> None:
    state = table(stage=kernel.FINISHING, fish="ryg", corals="1 20 39 58 2")
    pool = [*state.fields.pool]
    pool[kernel.FISH_POOL] = (0, 1, 2, 3, kernel.NONE)
    for left in (2, 1):
        last = changed(state, pool=pool, fish_bag=[left, 0, 0, 0], turn=5)
        known = last.hide(0).play(kernel.END)
        assert known.over == last.play(kernel.END).over == (left == 1)
        filled = known.fill(7)
        assert (filled.over, bag(filled)) == (left == 1, left - 1)


def test_S48_the_lionfish_takes_the_last_fish_unseen() -> None:
    for left in (2, 1):
        state = changed(table("e2:A1^ d1:C1^", "e1r", shells=0, turn=1), fish_bag=[0, left, 0, 0])
        known = state.hide(0).play(kernel.LIONFISH)
        assert known.over == state.play(kernel.LIONFISH).over == (left == 1)
        assert known.fill(3).fields.lionfish == (0, 1, 0, 0)


def test_S20_a_refresh_unseen_that_empties_the_bag_of_creatures_closes_the_pool() -> None:
    state = changed(table(shells=3, seats=2), creature_bag=[0] * 4 + [1, 2] + [0] * 16)
    known = state.hide(0).play(kernel.REFRESH + kernel.CREATURE_POOL)
    assert known.fields.closed == state.play(kernel.REFRESH + kernel.CREATURE_POOL).fields.closed == 1
    pool = known.fill(1).fields.pool[kernel.CREATURE_POOL]
    assert [tile >= kernel.CREATURE for tile in pool] == [True] * 3 + [False] * 2
