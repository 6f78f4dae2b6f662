"""Declared records: what compiled code fills in is what msgspec reads back."""

import random
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pytest
from msgspec import Struct

from atoll.core.encode import encode
from atoll.core.layout import Layout
from atoll.kit.records import NULL, Bits, Exactly, Keys, Most, Names, tags

SPACES = ("a1", "b1", 'ż"2')
COLOURS = ("red", "blue")


class Piece(Struct):
    """A piece on a space."""

    colour: Literal["red", "blue"]
    owner: Literal["red", "blue"] | None
    space: Annotated[str, Names(SPACES)]


class Player(Struct):
    """What lies before a player."""

    points: int | None
    active: bool
    pieces: Annotated[list[Piece], Most(3)]
    hand: Annotated[list[int | None], Most(4)] | None
    board: Annotated[list[Annotated[list[int], Exactly(2)]], Exactly(3)]


class Choice(Struct, tag_field="kind"):
    """A decision."""

    decision: int
    text: str


class Take(Choice, tag="take"):
    """Take a card."""

    card: int


class Put(Choice, tag="put"):
    """Put a card on a space."""

    space: Annotated[str, Names(SPACES)]
    card: int


class View(Struct):
    """A position."""

    game: str
    turn: int
    spaces: Annotated[list[str], Bits(SPACES)]
    winners: Annotated[list[int], Bits(range(4))]
    supply: Annotated[dict[str, int], Keys(COLOURS)]
    first: Piece | None
    players: Annotated[list[Player], Most(3)]
    legal: Annotated[list[Take | Put], Most(4)]


TAKE, PUT = tags(Take | Put)
LAYOUT = Layout(View, skipped=("game",), texts=("take {card}", "put", "{card} on {card}"))


def written(record: np.ndarray, layout: Layout = LAYOUT) -> bytes:
    text = np.empty(layout.capacity, np.uint8)
    return text[: encode(layout.program, layout.spans, layout.pool, record.view(np.int64), text)].tobytes()


def filled(chance: random.Random) -> tuple[np.ndarray, View]:
    """Return a record filled in by hand, and what it means."""
    record = np.full(LAYOUT.dtype.itemsize // 8, chance.randrange(-9, 9), np.int64).view(LAYOUT.dtype)
    out: Any = record[0]
    out.turn = chance.choice((0, 7, -1, 10, 99, 100, -(2**62), 2**62))
    bits, winners = chance.randrange(8), chance.randrange(16)
    out.spaces, out.winners = bits, winners
    supply = [chance.choice((NULL, 0, 12)) for _ in COLOURS]
    out.supply[:] = supply
    first = piece(chance, out.first) if chance.random() < 0.5 else None
    out.first.present = first is not None
    out.players.count = chance.randrange(4)
    players = [_player(chance, out.players.items[player]) for player in range(out.players.count)]
    legal: list[Take | Put] = []
    out.legal.count = chance.randrange(5)
    for number in range(out.legal.count):
        item = out.legal.items[number]
        item.decision, item.card, item.kind, item.space = chance.randrange(3), number, chance.choice((TAKE, PUT)), 2
        name = (f"take {number}", "put", f"{number} on {number}")[item.decision]
        took = Take(int(item.decision), name, number)
        legal.append(took if item.kind == TAKE else Put(int(item.decision), name, SPACES[2], number))
    return record, View(
        "x",
        int(out.turn),
        [name for number, name in enumerate(SPACES) if bits >> number & 1],
        [seat for seat in range(4) if winners >> seat & 1],
        {name: number for name, number in zip(COLOURS, supply, strict=True) if number != NULL},
        first,
        players,
        legal,
    )


def piece(chance: random.Random, out: Any) -> Piece:
    colour, owner, space = chance.randrange(2), chance.randrange(-2, 2), chance.randrange(3)
    out.colour, out.owner, out.space = colour, owner, space
    return Piece(
        Piece.__annotations__["colour"].__args__[colour],
        None if owner < 0 else Piece.__annotations__["colour"].__args__[owner],
        SPACES[space],
    )


def _player(chance: random.Random, out: Any) -> Player:
    points, active, hand = chance.choice((NULL, -3, 0)), chance.randrange(2), chance.randrange(-1, 5)
    out.points, out.active, out.hand.count = points, active, hand
    out.pieces.count = chance.randrange(4)
    pieces = [piece(chance, out.pieces.items[number]) for number in range(out.pieces.count)]
    cards = [chance.choice((NULL, 5)) for _ in range(4)]
    out.hand.items[:] = cards
    board = [[chance.randrange(100) for _ in range(2)] for _ in range(3)]
    out.board[:] = board
    shown = None if hand < 0 else [None if card == NULL else card for card in cards[:hand]]
    return Player(None if points == NULL else points, active == 1, pieces, shown, board)


def test_a_record_reads_back_as_what_was_filled_in() -> None:
    chance = random.Random(3)
    for _ in range(300):
        record, view = filled(chance)
        assert msgspec.json.decode(b'{"game":"x",' + written(record)[1:], type=View, strict=True) == view


def test_a_text_is_never_longer_than_the_room_for_it() -> None:
    chance = random.Random(4)
    longest = max(len(written(filled(chance)[0])) for _ in range(300))
    assert longest <= LAYOUT.capacity


def test_fields_of_one_name_must_be_alike_in_a_union() -> None:
    class One(Struct, tag_field="kind", tag="one"):
        card: int

    class Two(Struct, tag_field="kind", tag="two"):
        card: Annotated[list[int], Most(3)]

    with pytest.raises(TypeError, match=r"two\.card"):
        Layout(One | Two)


def test_a_type_without_a_form_in_records_is_refused() -> None:
    class Wrong(Struct):
        share: float

    with pytest.raises(TypeError, match="float"):
        Layout(Wrong)
