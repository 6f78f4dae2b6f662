"""Positions of Shallow Sea as text: `shallow_sea:1` and these fields, each `name=value`, in this order.

    seats, the options, first (seat), turn (finished turns; -seats to -1 during set-up)
    chance    the seed of the draws, ? for unknown       drawn     pieces drawn so far
    cards     orange|blue ecosystem cards: 1|2, two of each 1+3|2+5, none -|-
    types     the creature types in the game: A1+A3+...
    shells    usable ones by seat, joined by ,
    boards    by seat, joined by |; tiles joined by , as space:tile and a mark for where its top points (^ > v <):
              c2:17> a coral, c2:17>r finished with a red fish, c2:A3^ a creature, c2:A3^* finished
    loose     by seat, joined by |; unfinished fish: b2r,c3y
    coral_pool, fish_pool, creature_pool   slot by slot; - for empty, ? for unknown, ?coral for a coral where
              a creature might be
    lionfish  fish on the lionfish card by colour, r y g p; +1 for one of unknown colour
    closed    yes once the creatures can't be refreshed  tile, fish_in_hand   to be placed
    credit    shells that the lionfish has paid          stage     start, start_place, choose, combine_tile,
              combine_fish, place, finish, or a move and what it came between: move:b2:place, move_coral:c2:finish
Bags hold what lies nowhere else.
"""

from typing import Any

from atoll.games.shallow_sea import GAME, LETTERS, TYPE_NAMES
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import slots_of
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from atoll.kit.contract import UNKNOWN
from atoll.kit.game import State
from atoll.kit.options import option_text
from atoll.kit.position_text import joined, line

MARKS = "^>v<"
UNKNOWN_CORAL_TEXT = "?coral"
STAGES = ("start", "start_place", "choose", "combine_tile", "combine_fish", "place", "finish")


def format_position(state: State) -> str:
    """Return everything in a position as one line."""
    s = state.fields
    seats = range(s.seats)
    fields = {
        "seats": s.seats,
        **{name: option_text(value) for name, value in state.options.items()},
        "first": s.first,
        "turn": s.turn,
        "chance": "?" if s.chance == UNKNOWN else s.chance,
        "drawn": s.drawn,
        "cards": "|".join("+".join(str(card) for card in side if card != layout.NONE) or "-" for side in s.cards),
        "types": "+".join(name for creature_type, name in enumerate(TYPE_NAMES) if s.types >> creature_type & 1),
        "shells": ",".join(str(s.shells[seat]) for seat in seats),
        "boards": "|".join(joined(_board(s, seat)) for seat in seats),
        "loose": "|".join(joined(_loose(s, seat)) for seat in seats),
        "coral_pool": joined(_pool(s, layout.CORAL_POOL)),
        "fish_pool": joined(_pool(s, layout.FISH_POOL)),
        "creature_pool": joined(_pool(s, layout.CREATURE_POOL)),
        "lionfish": ",".join(str(number) for number in s.lionfish) + (f"+{s.unseen}" if s.unseen else ""),
        "closed": option_text(s.closed == 1),
        "tile": tile_text(s.tile),
        "fish_in_hand": fish_text(s.fish),
        "credit": s.credit,
        "stage": _stage(s),
    }
    return line(GAME, state.edition, fields)


def tile_text(tile: int) -> str:
    """Return a tile as text: a coral's number, a creature's type.

    >>> tile_text(16), tile_text(78)
    ('17', 'A3')
    """
    if tile < 0:
        return "?" if tile == UNKNOWN else UNKNOWN_CORAL_TEXT if tile == layout.UNKNOWN_CORAL else "-"
    return str(tile + 1) if tile < layout.CREATURE else TYPE_NAMES[tile - layout.CREATURE]


def fish_text(colour: int) -> str:
    """Return a fish as the letter of its colour."""
    return "?" if colour == UNKNOWN else "-" if colour == layout.NONE else LETTERS[colour]


def _board(s: Any, seat: int) -> list[str]:
    texts = []
    for space, tile in enumerate(s.board[seat]):
        if tile == layout.NONE:
            continue
        text = f"{SPACE_NAMES[space]}:{tile_text(tile)}{MARKS[s.turned[seat][space]]}"
        if s.done[seat] >> space & 1:
            fish = [LETTERS[colour] for colour, spaces in enumerate(s.finned[seat]) if spaces >> space & 1]
            text += fish[0] if fish else "*"
        texts.append(text)
    return texts


def _loose(s: Any, seat: int) -> list[str]:
    return [
        name + LETTERS[colour]
        for bubble, name in enumerate(BUBBLE_NAMES)
        for colour, bubbles in enumerate(s.loose[seat])
        if bubbles >> bubble & 1
    ]


def _pool(s: Any, pool: int) -> list[str]:
    text = fish_text if pool == layout.FISH_POOL else tile_text
    texts = [text(piece) for piece in s.pool[pool][: slots_of(s.modified, pool)]]
    return ["?" if piece == UNKNOWN_CORAL_TEXT and pool == layout.CORAL_POOL else piece for piece in texts]


def _stage(s: Any) -> str:
    if s.stage == layout.MOVING:
        return f"move:{BUBBLE_NAMES[s.lifted]}:{STAGES[s.resume]}"
    if s.stage == layout.MOVING_CORAL:
        return f"move_coral:{SPACE_NAMES[s.lifted]}:{STAGES[s.resume]}"
    return STAGES[s.stage]
