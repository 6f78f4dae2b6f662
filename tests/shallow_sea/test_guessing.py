"""Pieces drawn unseen, and guesses of them: rules S20, S48 and S55 in games continued from a hidden position."""

from collections.abc import Mapping

import pytest

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.view.position import census
from atoll.testing.sample_games import random_game
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import bag, changed, corals_in_bag, play, position

OPTIONS: list[tuple[int, Mapping[str, str]]] = [
    (1, {}), (2, {}), (4, {}), (1, {"modified": "2"}), (4, {"modified": "2"}), (1, {"modified": "5"}),
    (1, {"modified": "8"}), (3, {"modified": "8"}),
]  # fmt: skip


def shape(state: State) -> list[object]:
    """Return what everybody knows about draws: the kinds of pieces in each place, and how many each bag holds."""
    s = state.fields
    tiles = [*s.pool[layout.CORAL_POOL], *s.pool[layout.CREATURE_POOL], s.tile]
    kinds = ["-" if tile == layout.NONE else "creature" if tile >= layout.CREATURE else "coral" for tile in tiles]
    fish = [colour != layout.NONE for colour in (*s.pool[layout.FISH_POOL], s.fish)]
    bags = [bag(state), corals_in_bag(state), sum(s.creature_bag)]
    return [kinds, fish, bags, s.actor, s.stage, s.turn, s.closed, s.credit, sum(s.lionfish), s.unseen]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=[f"{seats}-{options}" for seats, options in OPTIONS])
def test_S55_unseen_pieces_are_filled_from_their_own_bags(seats: int, options: Mapping[str, str]) -> None:
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
def test_S53_8_a_tile_drawn_unseen_comes_from_the_named_bag(draw: str, creature: bool) -> None:
    state = position(corals="", fish="", creatures="", seats=2, options={"modified": "8"})
    known = play(state.hide(0), draw)
    assert known.position.split("tile=")[1].startswith("? " if creature else "?coral ")
    for seed in range(20):
        assert (known.fill(seed).fields.tile >= layout.CREATURE) == creature


def test_S48_a_solo_game_is_over_when_the_last_fish_is_drawn_unseen() -> None:
    state = position(stage=layout.FINISHING, fish="ryg", corals="1 20 39 58 2")
    pool = [*state.fields.pool]
    pool[layout.FISH_POOL] = (0, 1, 2, 3, layout.NONE)
    for left in (2, 1):
        last = changed(state, pool=pool, fish_bag=[left, 0, 0, 0], turn=5)
        known = last.hide(0).play(layout.END)
        assert known.over == last.play(layout.END).over == (left == 1)
        filled = known.fill(7)
        assert (filled.over, bag(filled)) == (left == 1, left - 1)


def test_S48_the_lionfish_takes_the_last_fish_unseen() -> None:
    for left in (2, 1):
        state = changed(position("e2:A1^ d1:C1^", "e1r", shells=0, turn=1), fish_bag=[0, left, 0, 0])
        known = state.hide(0).play(layout.LIONFISH)
        assert known.over == state.play(layout.LIONFISH).over == (left == 1)
        assert known.fill(3).fields.lionfish == (0, 1, 0, 0)


def test_S20_an_unseen_refresh_that_empties_the_creature_bag_closes_the_pool() -> None:
    state = changed(position(shells=3, seats=2), creature_bag=[0] * 4 + [1, 2] + [0] * 16)
    known = state.hide(0).play(layout.REFRESH + layout.CREATURE_POOL)
    assert known.fields.closed == state.play(layout.REFRESH + layout.CREATURE_POOL).fields.closed == 1
    pool = known.fill(1).fields.pool[layout.CREATURE_POOL]
    assert [tile >= layout.CREATURE for tile in pool] == [True] * 3 + [False] * 2
