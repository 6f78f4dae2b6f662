"""Builders of finished oceans, tile by tile; a game need not be able to reach them."""

from collections.abc import Mapping

import numpy as np

import atoll
from atoll import State
from atoll.games.shallow_sea import LETTERS, TYPE_NAMES
from atoll.games.shallow_sea.components import Scenario
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, BUBBLE_SPACES, SPACE_BUBBLES, SPACE_NAMES
from atoll.games.shallow_sea.text.positions import MARKS
from atoll.kit.contract import OVER

SEA = atoll.find_game("shallow_sea")
SCENARIOS = {item.number: item for item in SEA.standard.items.values() if isinstance(item, Scenario)}

# A coral of 5 and one of 9 points in each colour
FIVES = {"r": "3", "y": "22", "g": "41", "p": "60"}
NINES = {"r": "16", "y": "35", "g": "54", "p": "73"}  # these ask for a fish of each colour


def nine(colour: str, fish: str) -> str:
    """Return a finished coral of 9 points with a fish on it."""
    return f"{NINES[colour]}^{fish}"


def ocean(
    tiles: str,
    loose: str = "",
    *,
    shells: int = 0,
    cards: tuple[int, int] = (layout.NONE, layout.NONE),
    lionfish: int = 0,
    seats: int = 1,
    over: bool = True,
    options: Mapping[str, str] | None = None,
) -> State:
    """Return a finished game with this ocean for seat 0: tiles like `c2:17>r d3:A3^* e2:A1^`, fish like `b2r c3y`."""
    array = np.zeros(1, layout.POSITION)
    s, t = array[0], SEA.standard.tables[0]
    for option, code in zip(SEA.options, SEA.codes(SEA.resolve(options or {})).tolist(), strict=True):
        s[option.name] = code
    s.seats, s.actor, s.stage = seats, OVER if over else 0, layout.CHOOSING
    s.turn = seats * layout.ROUNDS if over else 0
    s.board[:], s.pool[:], s.cards[:] = layout.NONE, layout.NONE, layout.NONE
    s.tile = s.fish = s.lifted = layout.NONE
    s.cards[:, 0] = cards
    s.shells[0], s.lionfish[0] = shells, lionfish
    for text in tiles.split():
        name, _, tile = text.partition(":")
        lay(s, t, SPACE_NAMES.index(name), tile)
    for fish in loose.split():
        s.loose[0, LETTERS.index(fish[2])] |= 1 << BUBBLE_NAMES.index(fish[:2])
    return State(SEA, SEA.standard, array)


def lay(s: np.record, t: np.record, space: int, text: str) -> None:
    """Lay one tile, finished if a fish or a star follows its mark."""
    mark = next(place for place, letter in enumerate(text) if letter in MARKS)
    code, finished = text[:mark], text[mark + 1 :]
    tile = layout.CREATURE + TYPE_NAMES.index(code) if code in TYPE_NAMES else int(code) - 1
    assert s.board[0, space] == layout.NONE
    s.board[0, space], s.turned[0, space] = tile, MARKS.index(text[mark])
    s.filled[0] |= 1 << space
    for bubble in SPACE_BUBBLES[space]:
        s.own_bubbles[0] |= 1 << bubble
    if tile >= layout.CREATURE:
        s.creature_spaces[0] |= 1 << space
    s.done[0] |= bool(finished) << space
    if finished and tile < layout.CREATURE:
        s.corals[0, t.colour[tile]] |= 1 << space
        s.finned[0, LETTERS.index(finished)] |= 1 << space


def reaching(
    points: int,
    tiles: str,
    *,
    shells: int = 0,
    cards: tuple[int, int] = (layout.NONE, layout.NONE),
    options: Mapping[str, str] | None = None,
) -> State:
    """Return a finished game with these tiles, brought to these points by loose fish and the lionfish."""
    bare = ocean(tiles, shells=shells, cards=cards, options=options)
    corals = sum(bare.fields.corals[0])
    brought = {name: (around & corals).bit_count() for name, around in zip(BUBBLE_NAMES, BUBBLE_SPACES, strict=True)}
    sums: dict[int, list[str]] = {0: []}  # the bubbles whose fish bring this sum
    for name, number in brought.items():
        sums |= {total + number: [*names, name] for total, names in sums.items() if total + number not in sums}
    short = points - (bare.scores()[0] or 0)
    paid = next(fish for fish in range(99) if short + 2 * fish in sums)
    loose = " ".join(f"{name}r" for name in sums[short + 2 * paid])
    lionfish = paid + 2 if paid else 0
    state = ocean(tiles, loose, shells=shells, cards=cards, lionfish=lionfish, options=options)
    assert state.scores() == [points]
    return state


def scoring(points: int, *, options: Mapping[str, str] | None = None) -> State:
    """Return a finished game with the given points."""
    colours = zip("rygp" * 4, "r" * 4 + "y" * 4 + "g" * 4 + "p" * 4, strict=True)
    tiles = " ".join(f"{name}:{nine(*pair)}" for name, pair in zip(SPACE_NAMES, colours, strict=False))
    return reaching(points, tiles, options=options)
