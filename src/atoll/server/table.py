"""A table: the only place where commands are accepted.

`propose` returns the entry that a command would add to the log, or the refusal. Only when that entry is durable does
`apply` make it part of the table.
"""

from typing import Any, NamedTuple

from atoll.bots import BOTS
from atoll.core.record import Record
from atoll.core.state import State
from atoll.kit.errors import AtollError, IllegalDecision, Refusal, StaleDecision
from atoll.server import protocol
from atoll.server.entries import Abandoned, Agreed, AnyEntry, Asked, Decided, Declined, Invited, Left, Said, Sat, Undone
from atoll.server.protocol import Answer
from atoll.server.seat_views import SeatViews
from atoll.server.seating import Person, SeatState
from atoll.server.table_state import TableState

GUEST = "Guest"
"""The name of a nameless person in a record; clients have their own word."""


class Refused(AtollError):
    """A command that can't be carried out; the reason in English, and as a key of the client's locale files."""

    def __init__(self, message: str, key: str = "", **values: object) -> None:
        super().__init__(message, Refusal(key, values) if key else None)


def refuse(command: protocol.Command, error: AtollError) -> Answer:
    """Return the answer to a command that can't be carried out."""
    reason = None
    if error.refusal:
        key, values = error.refusal
        reason = protocol.Refusal(key, dict(values), game=isinstance(error, IllegalDecision))
    stale = isinstance(error, StaleDecision)
    return Answer(command.command, ok=False, error=str(error), stale=stale, refusal=reason)


class Proposal(NamedTuple):
    """An acceptable entry, with the position it leads to where it is a decision."""

    entry: AnyEntry
    after: State | None = None


class Table(TableState):
    """A table that takes commands."""

    def propose(self, command: protocol.Command, person: Person, now: float) -> Proposal | Answer:
        """Return what a command would add to the log, or the refusal."""
        try:
            return self.earlier_answer(person, command) or self._proposal(command, person, now)
        except AtollError as error:
            return refuse(command, error)

    def earlier_answer(self, person: Person, command: protocol.Command) -> Answer | None:
        """Return the answer to a command that was accepted before."""
        accepted = self.accepted.get(person.id, {})
        if command.command not in accepted:
            return None
        return Answer(command.command, ok=True, table=accepted[command.command])

    def _proposal(self, command: protocol.Command, person: Person, now: float) -> Proposal:
        if not person.id:
            raise Refused("nobody is known by that cookie or token; POST /api/me first", "unknown_person")
        if self.abandoned and not isinstance(command, protocol.Chat):
            raise Refused("the game was abandoned", "abandoned")
        common: dict[str, Any] = {"at": now, "by": person.id, "command": command.command}
        match command:
            case protocol.Decide():
                return self._decide(command, person, common)
            case protocol.Undo():
                return self._undo(command, person, common)
            case protocol.Consent():
                return self._consent(command, person, common)
            case protocol.Sit():
                return self._sit(command, person, common)
            case protocol.Decline():
                if not self.reserved_for(person.id):
                    raise Refused("no seat is reserved for you", "not_reserved")
                return Proposal(Declined(**common))
            case protocol.Leave():
                return self._leave(command, person, common)
            case protocol.Abandon():
                return self._abandon(person, common)
            case protocol.Invite():
                return self._invite(command, person, common)
            case protocol.Chat():
                return self._chat(command, person, common)
            case protocol.Rematch():
                raise Refused("a rematch is opened by the server")

    # Seats

    def _sit(self, command: protocol.Sit, person: Person, common: dict[str, Any]) -> Proposal:
        self._require_not_over()
        seat_state = self._seat_state(command.seat)
        if seat_state.kind == "person" or (seat_state.kind == "bot" and not seat_state.left):
            raise Refused(f"seat {command.seat} is taken", "seat_taken")
        if command.seat not in self.held_seats.get(person.id, {command.seat}):
            raise Refused(
                f"seat {command.seat} is not for you: you play here and would see another's hand", "other_hand"
            )
        if seat_state.reserved not in ("", person.id):
            raise Refused(f"seat {command.seat} is reserved for another player", "seat_reserved")
        name = " ".join(command.name.split()) or person.name
        return Proposal(Sat(**common, seat=command.seat, name=name, nonce=command.nonce))

    def _leave(self, command: protocol.Leave, person: Person, common: dict[str, Any]) -> Proposal:
        self._require_not_over()
        self._require_own(command.seat, person)
        if self.state is not None and not self.others(person.id):
            raise Refused("nobody else plays here: the game waits until you come back or abandon it", "alone")
        return Proposal(Left(**common, seat=command.seat))

    def _abandon(self, person: Person, common: dict[str, Any]) -> Proposal:
        if self.status == "over":
            raise Refused("the game is over", "over")
        if not self.seats_of(person.id) and (self.state is not None or person.id != self.created.by):
            raise Refused("only its player can abandon a game", "not_player")
        if self.others(person.id):
            raise Refused("other people play here: leave your seat instead", "others_play")
        return Proposal(Abandoned(**common))

    def _invite(self, command: protocol.Invite, person: Person, common: dict[str, Any]) -> Proposal:
        if self._seat_state(command.seat).kind != "open":
            raise Refused(f"seat {command.seat} is taken", "seat_taken")
        if person.id != self.created.by:
            raise Refused("only the person who opened the table can put bots on its seats", "not_host")
        if command.bot not in BOTS:
            raise Refused(
                f"there is no bot {command.bot!r}; the bots are {', '.join(BOTS)}", "unknown_bot", bot=command.bot
            )
        return Proposal(Invited(**common, seat=command.seat, bot=command.bot))

    def _chat(self, command: protocol.Chat, person: Person, common: dict[str, Any]) -> Proposal:
        seats = self.seats_of(person.id)
        text = " ".join(command.text.split())
        if not text:
            raise Refused("a message needs some text", "empty_message")
        name = self.seats[seats[0]].name if seats else person.name
        return Proposal(Said(**common, name=name, text=text, seat=seats[0] if seats else None))

    # Decisions

    def _decide(self, command: protocol.Decide, person: Person, common: dict[str, Any]) -> Proposal:
        state = self._require_running(command.ply)
        seat = state.actor
        assert seat is not None
        if self.seats[seat].person_id != person.id:
            raise Refused(f"it is seat {seat}'s turn, which is not yours", "not_your_turn")
        # What the seat knows is enough to read and check its decision, and is cached since the last frame.
        known = self.views.of(state, seat)
        decision: int = self.game.text.parse_decision(known, command.decision)
        self.views.predict(known, decision)
        return Proposal(Decided(**common, seat=seat, decision=decision), state.play(decision))

    def propose_for_bot(self, seat: int, decision: int, ply: int, now: float, *, stand_in: bool) -> Proposal | None:
        """Return a bot's decision as an entry; None if the table has moved on."""
        if ply != self.ply or self.actor != seat or self.state is None:
            return None
        if not stand_in and not self.seats[seat].bot:
            return None  # its player came back while the bot was thinking
        entry = Decided(at=now, seat=seat, decision=decision, stand_in=stand_in)
        return Proposal(entry, self.state.play(decision))

    def _undo(self, command: protocol.Undo, person: Person, common: dict[str, Any]) -> Proposal:
        self._require_running(command.ply)
        own_seats = self.seats_of(person.id)
        if self.actor in own_seats and self.free_undos:
            return Proposal(Undone(**common, kept=len(self.decisions) - 1))
        seat, kept = self._last_decision_of(own_seats)
        if not self.others(person.id):
            return Proposal(Undone(**common, kept=kept))
        if self.takeback is not None:
            raise Refused("somebody is asking to take back already", "already_asked")
        return Proposal(Asked(**common, seat=seat, kept=kept))

    def _last_decision_of(self, seats: list[int]) -> tuple[int, int]:
        """Return the seat and the number of the last decision that one of these seats made."""
        assert self.deal is not None
        found = None
        for number, state in enumerate(Record(self.deal, self.decisions)):
            if number < len(self.decisions) and state.actor in seats:
                found = state.actor, number
        if found is None:
            raise Refused("you have decided nothing yet", "nothing_to_undo")
        return found

    def _consent(self, command: protocol.Consent, person: Person, common: dict[str, Any]) -> Proposal:
        self._require_running(command.ply)
        if self.takeback is None:
            raise Refused("nobody is asking to take back", "nobody_asks")
        asking = self.takeback.seat
        if command.seat not in (None, asking):
            raise StaleDecision(f"it is seat {asking} that asks to take back now, not seat {command.seat}")
        asks = self.seats[asking].person_id == person.id
        if asks and not command.agree:
            return Proposal(Agreed(**common, seat=asking, agree=False))
        for seat in self.seats_of(person.id):
            if seat not in self.takeback.agreed and not asks:
                return Proposal(Agreed(**common, seat=seat, agree=command.agree))
        raise Refused("your consent is not asked for", "not_asked")

    # Conditions

    def _require_not_over(self) -> None:
        if self.status == "over":
            raise Refused("the game is over: its players can't change any more", "over")

    def _require_running(self, ply: int) -> State:
        if self.state is None:
            raise Refused("the game has not begun: some seats are open", "not_begun")
        if self.state.over:
            raise Refused("the game is over", "over")
        if ply != self.ply:
            raise StaleDecision(f"the position has moved on: it is ply {self.ply} now, not {ply}")
        return self.state

    def _require_own(self, seat: int, person: Person) -> None:
        if self._seat_state(seat).person_id != person.id:
            raise Refused(f"seat {seat} is not yours", "not_your_seat")

    def _seat_state(self, seat: int) -> SeatState:
        if seat >= len(self.seats):
            raise Refused(f"there is no seat {seat}: seats are 0 to {len(self.seats) - 1}", "no_such_seat")
        return self.seats[seat]

    def record(self) -> Record:
        """Return the game so far as a record; with its proof only when it is over."""
        if self.deal is None:
            raise Refused("the game has not begun")
        names = [seat_state.name or GUEST for seat_state in self.seats]
        return Record(self.deal, list(self.decisions), names, proof=self.proof if self.status == "over" else None)


def replay(table_id: str, entries: list[Any]) -> Table:
    """Return a table from its log."""
    created, *rest = entries
    table = Table(table_id, created)
    for entry in rest:
        table.apply(entry)
    table.views = SeatViews()
    return table
