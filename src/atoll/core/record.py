"""A game from its deal to its result, as readable text; reading it is replaying it.

    game = "reef"
    rules = 1
    players = ["Ada", "greedy"]
    seed = "7"                    # the seed of the deal; `deal` is what counts
    deal = "reef:1 seats=2 ..."   # the position the game began with
    turns = [
        "1: r b2, y c2, g b3, p c3",
        "0: ...",
    ]
    commitment = "..."            # the proof of a server's fair deal: see core/fair.py
    secret = "..."
    nonces = ["...", "..."]
    scores = [41, 38]             # only if the game is over
    ranking = [1, 2]

A line of `turns` has a seat's decisions until another seat is to decide. A game with another edition than the standard
one contains the text of the edition file.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from atoll.core.fair import Proof
from atoll.core.files import atomic_write
from atoll.core.game import Game, find_game
from atoll.core.state import State
from atoll.kit.components import Edition, parse_toml, read_text
from atoll.kit.errors import AtollError, InvalidRecord

KEYS = (
    "game", "rules", "players", "seed", "edition", "commitment", "secret", "nonces",
    "deal", "turns", "scores", "ranking",
)  # fmt: skip


@dataclass
class Record:
    """A deal and the decisions since; iterating yields every position, from the deal to the last."""

    deal: State
    decisions: list[int] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    seed: int | None = None
    proof: Proof | None = None

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.deal.game

    def __iter__(self) -> Iterator[State]:
        state = self.deal
        yield state
        for decision in self.decisions:
            state = state.play(decision)
            yield state

    @property
    def last(self) -> State:
        """The position after all decisions."""
        *_, state = self
        return state

    @classmethod
    def read(cls, path: str | Path) -> "Record":
        """Read a record from a file and replay it; refuse it if the result differs from the recorded one."""
        return cls.parse(read_text(Path(path), InvalidRecord), str(path))

    @classmethod
    def parse(cls, text: str, place: str = "record") -> "Record":
        """Read a record from text; the reverse of `format`."""
        data = parse_toml(text, place, InvalidRecord)
        try:
            return _replayed(data, place)
        except InvalidRecord:
            raise
        except AtollError as error:
            raise InvalidRecord(f"{place}: {error}") from None

    def write(self, path: str | Path) -> None:
        """Write the record to a file, atomically."""
        text = self.format()
        with atomic_write(Path(path), InvalidRecord) as part:
            part.write_text(text, encoding="utf-8")

    def format(self) -> str:
        """Return the record as text."""
        last = self.last
        lines = [f"game = {_quoted(self.game.id)}", f"rules = {self.game.rules}"]
        if self.players:
            lines.append(f"players = [{', '.join(_quoted(name) for name in self.players)}]")
        if self.seed is not None:
            lines.append(f"seed = {_quoted(str(self.seed))}")
        if not self.deal.edition.standard:
            lines.append(f"edition = {_quoted(self.deal.edition.text)}")
        if self.proof:
            lines += [f"commitment = {_quoted(self.proof.commitment)}", f"secret = {_quoted(self.proof.secret)}"]
            lines.append(f"nonces = [{', '.join(_quoted(nonce) for nonce in self.proof.nonces)}]")
        lines.append(f"deal = {_quoted(self.deal.position)}")
        lines += ["turns = [", *(f"    {_quoted(turn)}," for turn in self.turns()), "]"]
        if last.over:
            lines += [f"scores = {last.scores()}", f"ranking = {last.ranking()}"]
        return "\n".join(lines) + "\n"

    def turns(self) -> list[str]:
        """Return the decisions as text, one line per turn."""
        states = list(self)
        decisions = [
            (state.actor, self.game.format(state, decision))
            for state, decision in zip(states, self.decisions, strict=False)
        ]
        return [
            f"{seat}: {', '.join(text for _, text in turn)}" for seat, turn in groupby(decisions, key=itemgetter(0))
        ]


def _quoted(value: str) -> str:
    # A TOML basic string has the escapes of JSON.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _replayed(data: dict[str, Any], place: str) -> Record:
    for key in data:
        if key not in KEYS:
            raise InvalidRecord(f"{place}: {key} is not known; a record has {', '.join(KEYS)}")
    game = find_game(_text_of(data, "game", place))
    if data.get("rules") != game.rules:
        raise InvalidRecord(
            f"{place}: rules = {data.get('rules')}: this game follows another version of the rules of {game.id} "
            f"than {game.rules}, which is played here"
        )
    edition: Edition | None = None
    if "edition" in data:
        edition = game.edition_of(_text_of(data, "edition", place), "edition")
    record = Record(game.position(_text_of(data, "deal", place), edition), seed=_seed(data, place))
    if "commitment" in data:
        nonces = tuple(_texts(data.get("nonces"), "nonces", place))
        record.proof = Proof(_text_of(data, "commitment", place), _text_of(data, "secret", place), nonces)
    record.players = _texts(data.get("players", []), "players", place)
    if len(record.players) not in (0, record.deal.seats):
        raise InvalidRecord(
            f"{place}: players must be {record.deal.seats} names, one a seat, or none, not {len(record.players)}"
        )
    state = record.deal
    for number, turn in enumerate(_texts(data.get("turns"), "turns", place), 1):
        state = _play_turn(record, state, turn, f"{place}: turn {number}")
    _check_result(data, state, place)
    return record


def _play_turn(record: Record, state: State, turn: str, place: str) -> State:
    seat, _, decisions = turn.partition(": ")
    if seat != str(state.actor):
        expected = "the game is over" if state.over else f"seat {state.actor} is to decide"
        raise InvalidRecord(f"{place}: {turn!r}: {expected}")
    for text in decisions.split(", "):
        if str(state.actor) != seat:
            raise InvalidRecord(f"{place}: {text!r}: the turn was over before that")
        try:
            decision = record.game.parse(state, text)
        except AtollError as error:
            raise InvalidRecord(f"{place}: {error}") from None
        record.decisions.append(decision)
        state = state.play(decision)
    return state


def _check_result(data: dict[str, Any], state: State, place: str) -> None:
    for key, value in (("scores", state.scores()), ("ranking", state.ranking())):
        if state.over and data.get(key) != value:
            raise InvalidRecord(f"{place}: {key} = {data.get(key)}: replaying the turns gives {value}")
        if not state.over and key in data:
            raise InvalidRecord(f"{place}: {key}: the turns break off before the game is over")


def _text_of(data: dict[str, Any], key: str, place: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise InvalidRecord(f"{place}: {key} must be given as text")
    return value


def _texts(value: object, key: str, place: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InvalidRecord(f"{place}: {key} must be a list of texts")
    return value


def _seed(data: dict[str, Any], place: str) -> int | None:
    if "seed" not in data:
        return None
    value = _text_of(data, "seed", place)
    if not re.fullmatch("[0-9]{1,20}", value):
        raise InvalidRecord(f"{place}: seed must be a whole number as text")
    return int(value)
