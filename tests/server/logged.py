"""A table with its log, and a store of logs in memory, for tests of commands, seats and frames."""

from collections.abc import Sequence
from typing import Any

from atoll.server import protocol
from atoll.server.entries import Created, pack, unpack
from atoll.server.protocol import Answer, Consent, Decide, Sit, Undo
from atoll.server.seating import Person
from atoll.server.store import Group, Store
from atoll.server.table import Proposal, Table

ADA, BO, CY = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")
OPTIONS: dict[str, str | bool] = {"setup": "random", "mirror_patterns": False, "hidden_scores": False}


class Logged:
    """A table with its log, as the store has it."""

    def __init__(self, seats: int = 2, **created: Any) -> None:
        first = Created(at=0.0, by="ada", game="reef", rules=1, seats=seats, options=OPTIONS, secret="s", **created)
        self.entries: list[Any] = [first]
        self.table = Table("t", first)
        self.commands = 0

    def execute(self, person: Person, command: protocol.Command, now: float = 1.0) -> Answer:
        """Carry out a command as the hub does."""
        proposal = self.table.propose(command, person, now)
        if isinstance(proposal, Proposal):
            entry = unpack(pack(proposal.entry))
            self.entries.append(entry)
            self.table.apply(entry, proposal.after)
            return Answer(command.command, ok=True)
        return proposal

    def name(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def sit(self, person: Person, seat: int, nonce: str = "") -> Answer:
        return self.execute(person, Sit(command=self.name(), seat=seat, nonce=nonce))

    def decide(self, text: str = "", ply: int | None = None) -> Answer:
        state = self.table.state
        assert state is not None
        assert state.actor is not None
        person = {"ada": ADA, "bo": BO, "cy": CY}[self.table.seats[state.actor].person_id]
        text = text or state.game.format(state, state.legal()[-1])
        return self.execute(
            person, Decide(command=self.name(), ply=self.table.ply if ply is None else ply, decision=text)
        )

    def actor(self) -> Person:
        seat = self.table.actor
        assert seat is not None
        return {"ada": ADA, "bo": BO, "cy": CY}[self.table.seats[seat].person_id]

    def other(self) -> Person:
        return BO if self.actor() == ADA else ADA

    def undo(self, person: Person) -> Answer:
        return self.execute(person, Undo(command=self.name(), ply=self.table.ply))

    def consent(self, person: Person, *, agree: bool) -> Answer:
        return self.execute(person, Consent(command=self.name(), ply=self.table.ply, agree=agree))


class LogStore(Store):
    """A store in memory that has logs only."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[bytes]] = {}

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        return [self._free(group) for group in groups]

    def _free(self, group: Group) -> bool:
        log = self.logs.setdefault(group[0].table_id, [])
        free = group[0].seq == len(log) + 1
        log += [row.body for row in group] if free else []
        return free

    async def entries(self, table_id: str, after: int = 0) -> list[bytes]:
        return self.logs.get(table_id, [])[after:]

    async def setting(self, name: str, value: str) -> str:  # noqa: ARG002
        return value

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: ARG002
        return []

    async def execute(self, statement: str, *values: Any) -> None:
        """Nothing to change."""

    @property
    def size(self) -> int:
        return sum(map(len, self.logs.values()))


def started(**created: Any) -> Logged:
    logged = Logged(**created)
    logged.sit(ADA, 0, "na")
    logged.sit(BO, 1, "nb")
    return logged


def in_turn(logged: Logged) -> None:
    """Play a card and place its first piece: two decisions of a turn that goes on."""
    state = logged.table.state
    assert state is not None
    play = next(text for d in state.legal() if (text := state.game.format(state, d)).startswith("play"))
    assert logged.decide(play).ok
    assert logged.decide().ok


def noticed(frame: protocol.Frame) -> list[tuple[str, int, str]]:
    return [(notice.kind, notice.seat, notice.name) for notice in frame.notices]
