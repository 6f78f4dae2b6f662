"""A table: the only place where a move is accepted.

A table is a pure function of its log. `propose` looks at a command and returns the entry it would add, or the refusal;
only when that entry is durable does `apply` make it true. Everything a viewer is sent is made from `hide` of the state.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from heapq import merge
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from atoll.bots import BOTS
from atoll.core import fair
from atoll.core.errors import AtollError, StaleDecision
from atoll.core.game import Game, game
from atoll.core.record import Record
from atoll.core.state import State
from atoll.server import protocol
from atoll.server.chairs import Chair, Request
from atoll.server.entries import (
    Abandoned,
    Agreed,
    AnyEntry,
    Asked,
    Created,
    Decided,
    Declined,
    Invited,
    Left,
    Rematched,
    Said,
    Sat,
    Undone,
)  # fmt: skip
from atoll.server.knowledge import Knowledge, steps_between
from atoll.server.modes import mode
from atoll.server.protocol import Answer

GUEST = "Guest"
"""What somebody without a name is called in a record; a client has its own word."""
STAND_IN = "greedy"
"""The bot that plays for somebody who left or is late."""
CHAT_LINES = 200
"""How many lines of players, and how many of onlookers, who comes to a table is shown; the log has all."""

TURNS_SHOWN = 8
"""How many turns are shown one by one to somebody who missed more than one."""


class Refused(AtollError):
    """A command that can't be carried out, with the reason."""


class OtherRules(AtollError):
    """A game of another rules version: played on by ours it would become another game."""


class Who(NamedTuple):
    """Somebody known to the server."""

    id: str
    name: str


class Proposal(NamedTuple):
    """An entry that would be right, with the position it leads to where it is a decision."""

    entry: AnyEntry
    after: State | None = None


class Table:
    """The present of a table, made from its log."""

    def __init__(self, table_id: str, created: Created) -> None:
        self.id = table_id
        self.created = created
        self.game: Game = game(created.game)
        if created.rules != self.game.rules:
            raise OtherRules(
                f"table {table_id} is played by rules version {created.rules} of {self.game.id};"
                f" this Atoll has version {self.game.rules}"
            )
        self.edition = self.game.edition_of(created.edition, "edition") if created.edition else self.game.standard
        nobody = [""] * created.seats
        expected = zip(created.reserved or nobody, created.names or nobody, strict=True)
        self.chairs = [Chair(reserved=person, name=name) for person, name in expected]
        self.seating = [chair.seat() for chair in self.chairs]
        self.sitting: dict[str, list[int]] = {}
        self.commitment = fair.commitment(created.secret)
        self.seq = 1
        self.ply = 0
        self.decisions: list[int] = []
        self.decided_at: list[int] = []
        self.plies: list[int] = []
        """The ply that each decision led to: undos count, so it can't be told from the number of decisions."""
        self.stood_in: list[tuple[int, int]] = []
        """The decisions in force that a bot made for somebody, each by its number with the seat."""
        self.practised: set[int] = set()
        """The seats of people who took back after seeing what came of it; a game with achievements gives them none."""
        self.abandoned = False
        self.turns: list[tuple[int, int]] = []
        """For each decision the seat that made it, and the number of its turn."""
        self.turn = 0
        self.deal: State | None = None
        self.state: State | None = None
        self.knowledge = Knowledge()
        self.free = 0
        self.request: Request | None = None
        self.rematch: str | None = None
        self.turn_began = created.at
        self.moved = created.at
        self.late: int | None = None
        """The seat for which a bot made the last decision as the time was up."""
        self.notices: deque[protocol.Notice] = deque(maxlen=CHAT_LINES)
        self.chat: deque[protocol.Line] = deque(maxlen=CHAT_LINES)
        self.onlookers_chat: deque[protocol.Line] = deque(maxlen=CHAT_LINES)
        self.held: dict[str, set[int]] = {}
        self.accepted: dict[str, dict[str, str | None]] = {}
        """The commands of each person, with the table that each opened, if any."""

    # What is so

    @property
    def status(self) -> protocol.Status:
        """Whether players are still missing, or the game runs, is over, or was abandoned."""
        if self.abandoned:
            return "abandoned"
        if self.state is None:
            return "gathering"
        return "over" if self.state.over else "playing"

    @property
    def actor(self) -> int | None:
        """The seat to decide, if any."""
        return None if self.state is None or self.abandoned else self.state.actor

    @property
    def deadline(self) -> float | None:
        """When a bot will decide for the seat whose turn it is, if there is a clock."""
        running = self.created.turn_seconds and self.status == "playing"
        return self.turn_began + self.created.turn_seconds if running else None

    @property
    def bot_to_decide(self) -> str:
        """The name of the bot whose decision it is, or nothing."""
        return "" if self.actor is None else self.chairs[self.actor].bot

    def decisions_at(self, seq: int) -> int:
        """Return how many of the decisions now in force were known after an entry of the log."""
        return bisect_right(self.decided_at, seq)

    def seats_of(self, person: str) -> list[int]:
        """Return the seats that a person has, only to be read."""
        return self.sitting.get(person, [])

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has yet."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def reserved_for(self, person: str) -> list[int]:
        """Return the open seats that wait for a person."""
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.reserved == person]

    def seat_for(self, person: str, wanted: int | None = None) -> int | None:
        """Return the seat somebody looks from: the one wanted, else of several the one to decide, else the first."""
        mine = self.seats_of(person)
        if wanted in mine:
            return wanted
        return self.actor if self.actor in mine else mine[0] if mine else None

    # Commands

    def propose(self, command: protocol.Command, who: Who, now: float) -> Proposal | Answer:
        """Return what a command would add to the log, or why it can't."""
        try:
            return self.answered(who, command) or self._proposal(command, who, now)
        except AtollError as error:
            return Answer(command.command, ok=False, error=str(error), stale=isinstance(error, StaleDecision))

    def answered(self, who: Who, command: protocol.Command) -> Answer | None:
        """Return the answer to a command that was accepted before."""
        accepted = self.accepted.get(who.id, {})
        if command.command not in accepted:
            return None
        return Answer(command.command, ok=True, table=accepted[command.command])

    def _proposal(self, command: protocol.Command, who: Who, now: float) -> Proposal:
        if not who.id:
            raise Refused("nobody is known by that cookie or token; POST /api/me first")
        if self.abandoned and not isinstance(command, protocol.Chat):
            raise Refused("the game was abandoned")
        made: dict[str, Any] = {"at": now, "by": who.id, "command": command.command}
        match command:
            case protocol.Decide():
                return self._decide(command, who, made)
            case protocol.Undo():
                return self._undo(command, who, made)
            case protocol.Consent():
                return self._consent(command, who, made)
            case protocol.Sit():
                return self._sit(command, who, made)
            case protocol.Decline():
                if not self.reserved_for(who.id):
                    raise Refused("no seat is reserved for you")
                return Proposal(Declined(**made))
            case protocol.Leave():
                return self._leave(command, who, made)
            case protocol.Abandon():
                return self._abandon(who, made)
            case protocol.Invite():
                return self._invite(command, who, made)
            case protocol.Chat():
                return self._say(command, who, made)
            case protocol.Rematch():
                raise Refused("a rematch is opened by the server")

    def _sit(self, command: protocol.Sit, who: Who, made: dict[str, Any]) -> Proposal:
        self._not_over()
        chair = self._chair(command.seat)
        if chair.kind == "person" or (chair.kind == "bot" and not chair.left):
            raise Refused(f"seat {command.seat} is taken")
        if command.seat not in self.held.get(who.id, {command.seat}):
            raise Refused(f"seat {command.seat} is not for you: you play here and would see another's hand")
        if chair.reserved not in ("", who.id):
            raise Refused(f"seat {command.seat} is reserved for another player")
        name = " ".join(command.name.split()) or who.name
        return Proposal(Sat(**made, seat=command.seat, name=name, nonce=command.nonce))

    def _leave(self, command: protocol.Leave, who: Who, made: dict[str, Any]) -> Proposal:
        self._not_over()
        self._own(command.seat, who)
        if self.state is not None and not self._others(who.id):
            raise Refused("nobody else plays here: the game waits until you come back or abandon it")
        return Proposal(Left(**made, seat=command.seat))

    def _not_over(self) -> None:
        if self.status == "over":
            raise Refused("the game is over: who played it stays so")

    def _abandon(self, who: Who, made: dict[str, Any]) -> Proposal:
        if self.status == "over":
            raise Refused("the game is over")
        if not self.seats_of(who.id) and (self.state is not None or who.id != self.created.by):
            raise Refused("only its player can abandon a game")
        if self._others(who.id):
            raise Refused("other people play here: leave your seat instead")
        return Proposal(Abandoned(**made))

    def _say(self, command: protocol.Chat, who: Who, made: dict[str, Any]) -> Proposal:
        seats = self.seats_of(who.id)
        text = " ".join(command.text.split())
        if not text:
            raise Refused("a message needs some text")
        name = self.chairs[seats[0]].name if seats else who.name
        return Proposal(Said(**made, name=name, text=text, seat=seats[0] if seats else None))

    def decided_by_bot(self, seat: int, decision: int, ply: int, now: float, *, stand_in: bool) -> Proposal | None:
        """Return a bot's decision as an entry, if it still fits."""
        if ply != self.ply or self.actor != seat or self.state is None:
            return None
        if not stand_in and not self.chairs[seat].bot:
            return None  # whose seat it is came back while the bot was thinking
        entry = Decided(at=now, seat=seat, decision=decision, stand_in=stand_in)
        return Proposal(entry, self.state.play(decision))

    def _decide(self, command: protocol.Decide, who: Who, made: dict[str, Any]) -> Proposal:
        state = self._running(command.ply)
        seat = state.actor
        assert seat is not None
        self._own(seat, who, f"it is seat {seat}'s turn, which is not yours")
        # What the seat knows is enough to read and judge its decision, and at hand from the last frame.
        known = self.knowledge.of(state, seat)
        decision: int = self.game.notation.parse_decision(known, command.decision)
        self.knowledge.foresee(known, decision)
        return Proposal(Decided(**made, seat=seat, decision=decision), state.play(decision))

    def _undo(self, command: protocol.Undo, who: Who, made: dict[str, Any]) -> Proposal:
        self._running(command.ply)
        actor = self.actor
        mine = self.seats_of(who.id)
        if actor in mine and self.free:
            return Proposal(Undone(**made, kept=len(self.decisions) - 1))
        seat, kept = self._last_decision_of(mine)
        if not self._others(who.id):
            return Proposal(Undone(**made, kept=kept))
        if self.request is not None:
            raise Refused("somebody is asking to take back already")
        return Proposal(Asked(**made, seat=seat, kept=kept))

    def _last_decision_of(self, mine: list[int]) -> tuple[int, int]:
        """Return the seat and the number of the last decision that one of these seats made."""
        assert self.deal is not None
        found = None
        for number, state in enumerate(Record(self.deal, self.decisions)):
            if number < len(self.decisions) and state.actor in mine:
                found = state.actor, number
        if found is None:
            raise Refused("you have decided nothing yet")
        return found

    def _consent(self, command: protocol.Consent, who: Who, made: dict[str, Any]) -> Proposal:
        self._running(command.ply)
        if self.request is None:
            raise Refused("nobody is asking to take back")
        if command.seat not in (None, self.request.seat):
            raise StaleDecision(f"it is seat {self.request.seat} that asks to take back now, not seat {command.seat}")
        if self.chairs[self.request.seat].person == who.id and not command.agree:
            return Proposal(Agreed(**made, seat=self.request.seat, agree=False))
        for seat in self.seats_of(who.id):
            if seat not in self.request.agreed and self.chairs[self.request.seat].person != who.id:
                return Proposal(Agreed(**made, seat=seat, agree=command.agree))
        raise Refused("your consent is not asked for")

    def _invite(self, command: protocol.Invite, who: Who, made: dict[str, Any]) -> Proposal:
        if self._chair(command.seat).kind != "open":
            raise Refused(f"seat {command.seat} is taken")
        if who.id != self.created.by:
            raise Refused("only who opened the table can put bots on its seats")
        if command.bot not in BOTS:
            raise Refused(f"there is no bot {command.bot!r}; the bots are {', '.join(BOTS)}")
        return Proposal(Invited(**made, seat=command.seat, bot=command.bot))

    def _running(self, ply: int) -> State:
        if self.state is None:
            raise Refused("the game has not begun: some seats are open")
        if self.state.over:
            raise Refused("the game is over")
        if ply != self.ply:
            raise StaleDecision(f"the position has moved on: it is ply {self.ply} now, not {ply}")
        return self.state

    def _chair(self, seat: int) -> Chair:
        if seat >= len(self.chairs):
            raise Refused(f"there is no seat {seat}: seats are 0 to {len(self.chairs) - 1}")
        return self.chairs[seat]

    def _own(self, seat: int, who: Who, sentence: str = "") -> None:
        if self._chair(seat).person != who.id:
            raise Refused(sentence or f"seat {seat} is not yours")

    # What happened

    def apply(self, entry: AnyEntry, after: State | None = None) -> None:
        """Make a durable entry true; `after` is the position after a decision where it is known already."""
        self.seq += 1
        if entry.command:
            opened = entry.table if isinstance(entry, Rematched) else None
            self.accepted.setdefault(entry.by, {})[entry.command] = opened
        match entry:
            case Sat():
                self._sat(entry)
            case Invited():
                self._seat(entry.seat, Chair(bot=entry.bot, name=entry.bot))
                self._begin(entry.at)
            case Left():
                self._left(entry.seat)
            case Abandoned():
                self.abandoned = True
            case Decided():
                self._decided(entry, after)
            case Undone():
                self._practise(entry)
                self._go_back(entry.kept, entry.at)
            case Asked():
                self.request = Request(entry.seat, entry.kept)
            case Agreed():
                self._agreed(entry)
            case Rematched():
                self.rematch = entry.table
                self._notice("rematch", self.seats_of(entry.by)[0])
            case Declined():
                self._declined(self.reserved_for(entry.by))
            case Said():
                heard = self.onlookers_chat if entry.seat is None else self.chat
                heard.append(protocol.Line(self.seq, entry.seat, entry.name, entry.text))
            case Created():
                raise ValueError("a table is created once")

    def _sat(self, entry: Sat) -> None:
        returns = entry.seat in self.held.get(entry.by, ())
        self._seat(entry.seat, Chair(person=entry.by, name=entry.name, nonce=self._nonce(entry)))
        if entry.command:  # the host sits there from the beginning
            self._notice("back" if returns else "sat", entry.seat)
        self._begin(entry.at)

    def _left(self, seat: int) -> None:
        chair = self.chairs[seat]
        self._notice("left" if self.state is None else "replaced", seat)
        stand_in = Chair(bot=STAND_IN, name=chair.name, left=True, nonce=chair.nonce)
        self._seat(seat, Chair() if self.state is None else stand_in)
        self.request = None

    def _declined(self, seats: list[int]) -> None:
        self._notice("declined", seats[0])
        for seat in seats:
            self._seat(seat, Chair())

    def _notice(self, kind: protocol.NoticeKind, seat: int) -> None:
        self.notices.append(protocol.Notice(self.seq, kind, seat, self.chairs[seat].name))

    def _seat(self, seat: int, chair: Chair) -> None:
        self.chairs[seat] = chair
        self._show_seats()
        self.sitting = {}
        for place, taken in enumerate(self.chairs):
            if taken.person:
                self.sitting.setdefault(taken.person, []).append(place)
        if self.state is not None and chair.person:
            self.held.setdefault(chair.person, set()).add(seat)

    def _show_seats(self) -> None:
        marked = {seat for _, seat in self.stood_in}
        self.seating = [
            chair.seat(stand_in=seat in marked, practice=seat in self.practised)
            for seat, chair in enumerate(self.chairs)
        ]

    def _nonce(self, entry: Sat) -> str:
        """Return the nonce of a seat: who sits down after the deal changes nothing."""
        return entry.nonce if self.state is None else self.chairs[entry.seat].nonce

    def _begin(self, at: float) -> None:
        """Deal as soon as every seat has somebody."""
        if self.state is not None or self.open_seats:
            return
        options: dict[str, object] = dict(self.created.options)
        self.deal = self.game.deal(len(self.chairs), self.proof.seed, options, self.edition)
        self.state = self.deal
        self.held = {person: set(seats) for person, seats in self.sitting.items()}
        self.ply += 1
        self.turn_began = self.moved = at

    def _decided(self, entry: Decided, after: State | None) -> None:
        assert self.state is not None
        before = self.state
        self.knowledge.move(before)
        self.state = after or before.play(entry.decision)
        stays = self.state.actor == entry.seat
        self.turns.append((entry.seat, self.turn))
        self.turn += not stays or self.state.turn != before.turn
        undoable = stays and not self.knowledge.revealed(self.state, entry.decision, entry.seat)
        self.free = self.free + 1 if undoable else 0
        if entry.stand_in or self.chairs[entry.seat].left:
            self.stood_in.append((len(self.decisions), entry.seat))
            self._show_seats()
        self.decisions.append(entry.decision)
        self.decided_at.append(self.seq)
        self.request = None
        if entry.stand_in and self.late != entry.seat:
            self._notice("late", entry.seat)
        self.late = entry.seat if entry.stand_in else None
        self.ply += 1
        self.plies.append(self.ply)
        self.moved = entry.at
        if self.state.actor != entry.seat:
            self.turn_began = entry.at

    def _practise(self, entry: Undone) -> None:
        """Mark the seats of somebody who takes back, unasked, what showed something new or was answered already."""
        if len(self.decisions) - entry.kept <= self.free or not self.game.has("achievements"):
            return
        mine = set(self.seats_of(entry.by))
        if not mine <= self.practised:
            self.practised |= mine
            self._notice("practice", min(mine))

    def _go_back(self, kept: int, at: float) -> None:
        assert self.deal is not None
        actor = self.actor
        self.free = max(0, self.free - (len(self.decisions) - kept))
        self.turn = self.turns[kept][1]
        del self.decisions[kept:], self.decided_at[kept:], self.turns[kept:], self.plies[kept:]
        self.stood_in = [made for made in self.stood_in if made[0] < kept]
        self._show_seats()
        self.state = Record(self.deal, self.decisions).last
        self.knowledge = Knowledge()
        self.request = None
        self.ply += 1
        self.moved = at
        if self.actor != actor:
            self.turn_began = at

    def _others(self, person: str) -> set[int]:
        """Return the seats that other persons have: those to be asked."""
        return {seat for other, seats in self.sitting.items() if other != person for seat in seats}

    def _agreed(self, entry: Agreed) -> None:
        assert self.request is not None
        if not entry.agree:
            self._notice("withdrawn" if entry.seat == self.request.seat else "refused", entry.seat)
            self.request = None
            return
        self.request.agreed.add(entry.seat)
        if self._others(self.chairs[self.request.seat].person) <= self.request.agreed:
            self._notice("taken_back", self.request.seat)
            self._go_back(self.request.kept, entry.at)

    # Fairness and the record

    @property
    def proof(self) -> fair.Proof:
        """How the deal came about; secret until the game is over."""
        return fair.Proof(self.commitment, self.created.secret, tuple(chair.nonce for chair in self.chairs))

    def record(self) -> Record:
        """Return the game so far as a record; with its proof only when it is over."""
        if self.deal is None:
            raise Refused("the game has not begun")
        names = [chair.name or GUEST for chair in self.chairs]
        return Record(self.deal, list(self.decisions), names, proof=self.proof if self.status == "over" else None)

    # What a viewer is sent

    def turn_ends(self, after_seq: int) -> list[int]:
        """Return after how many decisions each turn ended since an entry of the log; the present is not among them."""
        since = self.decisions_at(after_seq)
        ends = [
            number for number in range(since + 1, len(self.turns)) if self.turns[number - 1][1] != self.turns[number][1]
        ]
        return ends[-TURNS_SHOWN:]

    def past_frame(self, person: str, seat: int | None, after_seq: int, decisions: int) -> protocol.Frame:
        """Return the frame of an earlier position: what somebody who looks on saw before the present one."""
        assert self.deal is not None
        since = self.decisions_at(after_seq)
        known = [state.hide(seat) for state in list(Record(self.deal, self.decisions[:decisions]))[since:]]
        steps = steps_between(known, self.decisions[since:decisions], self.turns[since:decisions])
        frame = self._frame(person, seat, self.game.view_of(known[-1], seat, legal=False), steps, since)
        frame.seq = self.decided_at[decisions - 1]
        self._add_talk(frame, after_seq)
        frame.ply = self.plies[decisions - 1]
        frame.status, frame.rematch, frame.proof, frame.deadline = "playing", None, None, None
        frame.asking = frame.back_to = None
        return frame

    def frame(self, person: str, seat: int | None, after_seq: int) -> protocol.Frame:
        """Return the table as a seat (None: a spectator) sees it, with what happened after an entry of the log."""
        since = self.decisions_at(after_seq)
        view, steps = None, []
        if self.state is not None and self.deal is not None:
            view = self.game.view_of(self.knowledge.of(self.state, seat), seat, legal=not self.abandoned)
            steps = self.knowledge.steps(Record(self.deal, self.decisions), self.state, self.turns, seat, since)
        frame = self._frame(person, seat, view, steps, since)
        self._add_talk(frame, after_seq)
        return frame

    def _frame(
        self, person: str, seat: int | None, view: dict[str, Any] | None, steps: list[protocol.Step], since: int
    ) -> protocol.Frame:
        revealed = None
        if self.status == "over":
            revealed = {"secret": self.created.secret, "nonces": [chair.nonce for chair in self.chairs]}
        mine = self.seats_of(person)
        return protocol.Frame(
            table=self.id,
            game=self.game.id,
            opener=person != "" and person == self.created.by,
            seq=self.seq,
            ply=self.ply,
            seat=seat,
            mine=mine,
            private=self._private(mine),
            seats=self.seating,
            status=self.status,
            since=since,
            steps=steps,
            view=msgspec.Raw(protocol.encoder.encode(view)),
            chat=[],
            commitment=self.commitment,
            asking=self.request.seat if self.request else None,
            deadline=self.deadline,
            rematch=self.rematch,
            proof=revealed,
            back_to=self.request.kept if self.request else None,
            reserved=self.reserved_for(person),
            setup=self._setup() if self.state is None else None,
        )

    def _setup(self) -> protocol.Setup:
        host = self.seats_of(self.created.by)
        preset, options = mode(self.game, self.game.resolve(self.created.options))
        return protocol.Setup(preset, options, self.created.turn_seconds, host[0] if host else None)

    def _private(self, seats: Sequence[int]) -> bool:
        """Tell whether some seats know different things now."""
        if self.state is None or self.state.over or len(seats) < 2:
            return False
        first, *others = (self.knowledge.of(self.state, seat) for seat in seats)
        return any(known != first for known in others)

    def _add_talk(self, frame: protocol.Frame, after_seq: int) -> None:
        """Add chat and notices since an entry of the log to a frame: players read no onlookers, onlookers read all."""
        lines = self.chat if frame.mine else merge(self.chat, self.onlookers_chat, key=attrgetter("seq"))
        frame.chat = [line for line in lines if after_seq < line.seq <= frame.seq]
        frame.notices = [notice for notice in self.notices if after_seq < notice.seq <= frame.seq]


def replay(table_id: str, entries: list[Any]) -> Table:
    """Return a table from its log."""
    created, *rest = entries
    table = Table(table_id, created)
    for entry in rest:
        table.apply(entry)
    table.knowledge = Knowledge()
    return table
