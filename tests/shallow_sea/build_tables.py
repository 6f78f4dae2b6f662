"""Builders of positions in the middle of a turn: seat 0 decides, the bags hold what lies nowhere else."""

from collections.abc import Mapping

from atoll import State
from atoll.games.shallow_sea import LETTERS, TYPE_NAMES
from atoll.games.shallow_sea.kernel import layout
from shallow_sea.build_oceans import SEA, ocean

FIRST_GAME = "A1 A3 C1 C3 C4 D1 D3 E1 E3 F1"


def creature(code: str) -> int:
    """Return the kernel's number of a creature tile."""
    return layout.CREATURE + TYPE_NAMES.index(code)


def number(text: str) -> int:
    """Return the kernel's number of a tile: a coral's id, or a creature's type."""
    return creature(text) if text in TYPE_NAMES else int(text) - 1


def position(
    tiles: str = "e2:A1^",
    loose: str = "",
    *,
    stage: int = layout.CHOOSING,
    shells: int = 2,
    corals: str = "1 20 39 58 2",
    fish: str = "rygpr",
    creatures: str = "A1 A3 C1 C3 C4",
    hand: str = "",
    hand_fish: str = "",
    seats: int = 1,
    turn: int = 0,
    options: Mapping[str, str] | None = None,
) -> State:
    """Return a position with this ocean for seat 0, these pools, and this tile and fish in hand."""
    state = ocean(tiles, loose, shells=shells, seats=seats, over=False, options=options)
    array = state.array.copy()
    s = array[0]
    s.stage, s.turn, s.first = stage, turn, (-turn) % seats
    s.cards[0, 0], s.cards[1, 0] = 1, 2
    for slot, text in enumerate(corals.split()):
        s.pool[layout.CORAL_POOL, slot] = number(text)
    for slot, letter in enumerate(fish):
        s.pool[layout.FISH_POOL, slot] = LETTERS.index(letter)
    for slot, text in enumerate(creatures.split()):
        s.pool[layout.CREATURE_POOL, slot] = number(text)
    s.tile = number(hand) if hand else layout.NONE
    s.fish = LETTERS.index(hand_fish) if hand_fish else layout.NONE
    s.closed = int((s.pool[layout.CREATURE_POOL] < layout.CREATURE).any() and bool(creatures))
    s.types = sum(1 << TYPE_NAMES.index(code) for code in FIRST_GAME.split())
    lying = [
        *s.board[0].tolist(),
        *s.pool[layout.CORAL_POOL].tolist(),
        *s.pool[layout.CREATURE_POOL].tolist(),
        int(s.tile),
    ]
    for coral in range(layout.CORALS):
        s.coral_bag[coral // layout.HALF] |= (coral not in lying) << coral % layout.HALF
    for code in FIRST_GAME.split():
        left = layout.COPIES_PER_TYPE[seats] - lying.count(creature(code))
        s.creature_bag[TYPE_NAMES.index(code)] = max(0, left)
    for colour in range(layout.COLOURS):
        laid = int(s.loose[0, colour]).bit_count() + int(s.finned[0, colour]).bit_count()
        shown = s.pool[layout.FISH_POOL].tolist().count(colour) + int(s.fish == colour)
        s.fish_bag[colour] = layout.FISH_PER_COLOUR[seats] - laid - shown
    return State(SEA, SEA.standard, array)


def changed(state: State, **fields: object) -> State:
    """Return a position with some fields of its record changed."""
    array = state.array.copy()
    for name, value in fields.items():
        array[0][name] = value
    return State(SEA, state.edition, array)


def legal(state: State) -> set[str]:
    """Return the legal decisions as text."""
    return {SEA.format(state, decision) for decision in state.legal()}


def play(state: State, *texts: str) -> State:
    """Play decisions given as text."""
    for text in texts:
        state = state.play(SEA.parse(state, text))
    return state


def started(seats: int, seed: int = 1, options: Mapping[str, str | bool] | None = None) -> State:
    """Return a dealt game after the set-up turns, each with the first legal decision."""
    state = SEA.deal(seats, seed, options or {})
    while state.fields.turn < 0:
        state = state.play(state.legal()[0])
    return state


def bag(state: State) -> int:
    """Return how many fish are in the bag."""
    return sum(state.fields.fish_bag)


def corals_in_bag(state: State) -> int:
    """Return how many corals are in the bag."""
    return sum(half.bit_count() for half in state.fields.coral_bag)
