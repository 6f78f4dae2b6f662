"""Hypothesis strategies for messages of clients: valid, invalid and truncated ones."""

import itertools
import json
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from atoll.server.table import Table

Fields = dict[str, Any]
Sent = tuple[str, Fields | bytes]
"""A sender and a message: its fields, or raw bytes."""
Strategies = dict[str, st.SearchStrategy[Any]]


@dataclass(frozen=True)
class Ply:
    """The ply of the table when this is sent, with an offset."""

    off: int

    def at(self, table: Table) -> int:
        return table.ply + self.off


@dataclass(frozen=True)
class Text:
    """One of the legal decisions when this is sent, or any decision of the game."""

    number: int
    legal: bool

    def at(self, table: Table) -> str:
        state = table.state
        if state is None or state.over:
            return "end"
        choices = state.legal() if self.legal else range(table.game.kernel.decisions)
        text: str = table.game.text.format_decision(state, choices[self.number % len(choices)])
        return text


@dataclass(frozen=True)
class Unused:
    """A command id not used before."""

    counting = itertools.count()

    def at(self, _table: Table) -> str:
        return f"unused {next(self.counting)}"


def encoded(message: Fields, table: Table | None = None) -> bytes:
    """Return a message as it is sent to a table."""
    return json.dumps(message, default=lambda value: value.at(table) if table else repr(value)).encode()


def shares(**parts: int) -> st.SearchStrategy[str]:
    """Return a choice of names, weighted by their numbers."""
    return st.sampled_from([name for name, part in parts.items() for _ in range(part)])


DECISIONS = {
    "legal": st.builds(Text, st.integers(0, 63), st.just(True)),
    "likely": st.builds(Text, st.integers(0, 999), st.just(False)),
    "garbage": st.text(max_size=64) | st.sampled_from(["", "play 99", "take -1", "put 3 turn 9", "\x00", "x" * 64]),
}
COMMAND = {"command": st.sampled_from([Unused()] * 10 + ["again", "once more"])}
PLY = {"ply": st.sampled_from([Ply(0)] * 20 + [Ply(-1), Ply(1), 0, 10**6])}
SEAT = {"seat": st.sampled_from([0, 1] * 5 + [2, 7])}
NEEDED: dict[str, Strategies] = {
    "hello": {"table": st.sampled_from(["t"] * 8 + ["elsewhere", "nowhere"])},
    "decide": COMMAND | PLY | {"decision": shares(legal=7, likely=2, garbage=1).flatmap(DECISIONS.__getitem__)},
    "undo": COMMAND | PLY,
    "consent": COMMAND | PLY | {"agree": st.booleans()},
    "sit": COMMAND | SEAT,
    "leave": COMMAND | SEAT,
    "abandon": COMMAND,
    "invite": COMMAND | SEAT | {"bot": st.sampled_from(["greedy", "random", "clever"])},
    "rematch": COMMAND,
    "decline": COMMAND,
    "chat": COMMAND | {"text": st.sampled_from(["hi", " \n "]) | st.text(min_size=1, max_size=280)},
}
OPTIONAL: dict[str, Strategies] = {
    "hello": {"seq": st.integers(0, 2**63 - 1), "seat": SEAT["seat"] | st.none(), "public": st.booleans()},
    "consent": {"seat": SEAT["seat"] | st.none()},
    "sit": {"nonce": st.sampled_from(["", "mine", "x" * 64]), "name": st.sampled_from(["", " ", "Zosia", "x" * 32])},
}
MESSAGES = {
    tag: st.fixed_dictionaries({"type": st.just(tag), **needed}, optional=OPTIONAL.get(tag, {}))
    for tag, needed in NEEDED.items()
}
ANY_TAG = shares(
    decide=12, undo=7, consent=7, sit=4, leave=3, abandon=1, invite=5, rematch=2, decline=1, chat=2, hello=2
)
ANY_MESSAGE = ANY_TAG.flatmap(MESSAGES.__getitem__)
ACTOR = "the actor"
IN_TURN = st.sampled_from([ACTOR] * 10 + ["ada", "bo", "cy", ""])
ANYBODY = st.sampled_from(["ada", "bo"] * 6 + ["cy", ""])
SENDERS = dict.fromkeys(NEEDED, ANYBODY) | {"decide": IN_TURN, "consent": IN_TURN}

JSON = st.recursive(
    st.sampled_from([None, True, -1, 8, 10**6 + 1, 2**31, 2**63, 2**64, 10**30, 1.5, 1e300])
    | st.sampled_from(["", " ", "x" * 33, "x" * 65, "x" * 281, "\x00", "\ud800", "a\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def spoiled(message: Fields, number: int, how: str, value: Any) -> Fields:
    """Return a message with a missing, mistyped or unknown field."""
    name = list(message)[number % len(message)]
    if how == "missing":
        return {other: found for other, found in message.items() if other != name}
    return message | {name if how == "changed" else how: value}


def broken(message: Fields, number: int, piece: bytes) -> bytes:
    """Return a message with invalid bytes, or a truncated one."""
    text = encoded(message)
    place = number % len(text)
    return text[:place] + piece + text[place:] if piece else text[:place]


def nested(begin: str, depth: int) -> bytes:
    """Return deeply nested lists, alone or as a field."""
    return f"{begin}{'[' * depth}{']' * depth}{'}' if begin else ''}".encode()


WRONG: dict[str, st.SearchStrategy[Fields | bytes]] = {
    "spoiled": st.builds(
        spoiled, ANY_MESSAGE, st.integers(0, 3), st.sampled_from(["changed", "changed", "missing", "colour"]), JSON
    ),
    "broken": st.builds(
        broken, ANY_MESSAGE, st.integers(0, 99), st.sampled_from([b"", b"\xff", b"\xed\xa0\x80", b"\x00"])
    ),
    "nested": st.builds(
        nested,
        st.sampled_from(["", '{"type": "chat", "command": "deep", "text": ', '{"type": "rematch", "command": ']),
        st.integers(1, 8000),
    ),
    "raw": st.binary(max_size=60)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.just(b'{"type": "undo", "command": "u", "ply": 1e999}'),
}
RIGHT = ANY_TAG.flatmap(lambda tag: st.tuples(SENDERS[tag], MESSAGES[tag]))
ANY_SENT = shares(right=16, spoiled=2, broken=1, nested=1, raw=1).flatmap(
    lambda form: RIGHT if form == "right" else st.tuples(ANYBODY, WRONG[form])
)


def accepted(sender: str, tag: str, **fields: Any) -> Sent:
    """Return a command to be accepted."""
    return sender, {"type": tag, "command": Unused(), **fields}


ACCEPTED: dict[str, list[Sent]] = {
    "gathering": [accepted("ada", "sit", seat=0), accepted("ada", "invite", seat=1, bot="random")],
    "rematch": [accepted("bo", "decline")],
    "begun": [
        accepted(ACTOR, "decide", ply=Ply(0), decision=Text(0, legal=True)),
        accepted("ada", "leave", seat=0),
        accepted("bo", "abandon"),
    ],
    "nearly over": [
        # Only the player whose turn it is takes back without asking, so one of the two requests needs consent.
        accepted("ada", "undo", ply=Ply(0)),
        accepted("bo", "consent", ply=Ply(0), agree=True),
        accepted("bo", "undo", ply=Ply(0)),
        accepted("ada", "consent", ply=Ply(0), agree=True),
    ],
    "over": [accepted("ada", "rematch")],
}
"""For each beginning of a table, messages with at least one of each tag that random ones seldom get accepted."""
