"""The state of a table as a pure function of its log: `apply` takes it one durable entry further."""

from bisect import bisect_right
from collections import deque

from atoll.core import fair
from atoll.core.game import Game, find_game
from atoll.core.record import Record
from atoll.core.state import State
from atoll.kit.errors import AtollError
from atoll.server import protocol
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
from atoll.server.seat_views import SeatViews
from atoll.server.seating import SeatState, TakebackRequest

STAND_IN = "greedy"
"""The bot that plays for a person who left or is late."""
CHAT_LINES = 200
"""How many lines of players, and how many of spectators, a new viewer gets; the log has all."""


class OtherRules(AtollError):
    """A table of another rules version: continued by this one it would become another game."""


class TableState:
    """A table after the entries applied so far."""

    def __init__(self, table_id: str, created: Created) -> None:
        self.id = table_id
        self.created = created
        self.game: Game = find_game(created.game)
        if created.rules != self.game.rules:
            raise OtherRules(
                f"table {table_id} is played by rules version {created.rules} of {self.game.id};"
                f" this Atoll has version {self.game.rules}"
            )
        self.edition = self.game.edition_of(created.edition, "edition") if created.edition else self.game.standard
        nobody = [""] * created.seats
        expected = zip(created.reserved or nobody, created.names or nobody, strict=True)
        self.seats = [SeatState(reserved=person_id, name=name) for person_id, name in expected]
        self.shown_seats = [seat_state.shown() for seat_state in self.seats]
        self.seats_by_person: dict[str, list[int]] = {}
        self.held_seats: dict[str, set[int]] = {}
        """The seats that each person has or had since the deal; they may return to no other."""
        self.commitment = fair.commitment(created.secret)
        self.seq = 1
        self.ply = 0
        self.deal: State | None = None
        self.state: State | None = None
        self.views = SeatViews()
        self.decisions: list[int] = []
        self.decision_seqs: list[int] = []
        self.plies: list[int] = []
        """The ply after each decision; undos count, so it does not follow from the number of decisions."""
        self.turns: list[tuple[int, int]] = []
        """For each decision its seat and the number of its turn."""
        self.turn = 0
        self.turn_began = created.at
        self.moved_at = created.at
        self.free_undos = 0
        """How many of the actor's last decisions revealed nothing, and can be undone without asking."""
        self.takeback: TakebackRequest | None = None
        self.stood_in: list[tuple[int, int]] = []
        """The number and seat of each decision in force that a bot made for a person."""
        self.practice_seats: set[int] = set()
        """Seats whose players took back what had revealed something or passed the turn on; they get no achievements."""
        self.late: int | None = None
        """The seat for which a bot made the last decision because the time was up."""
        self.abandoned = False
        self.rematch: str | None = None
        self.notices: deque[protocol.Notice] = deque(maxlen=CHAT_LINES)
        self.chat: deque[protocol.Line] = deque(maxlen=CHAT_LINES)
        self.spectator_chat: deque[protocol.Line] = deque(maxlen=CHAT_LINES)
        self.accepted: dict[str, dict[str, str | None]] = {}
        """The ids of each person's accepted commands, with the table that each opened, if any."""

    # State, read-only

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
        """When a bot will decide for the actor, if there is a clock."""
        running = self.created.turn_seconds and self.status == "playing"
        return self.turn_began + self.created.turn_seconds if running else None

    @property
    def bot_to_decide(self) -> str:
        """The name of the actor's bot, or "" if a person is to decide."""
        return "" if self.actor is None else self.seats[self.actor].bot

    def decisions_at(self, seq: int) -> int:
        """Return how many of the decisions now in force the log had up to `seq`."""
        return bisect_right(self.decision_seqs, seq)

    def seats_of(self, person_id: str) -> list[int]:
        """Return a person's seats, read-only."""
        return self.seats_by_person.get(person_id, [])

    @property
    def open_seats(self) -> list[int]:
        """The seats without a player."""
        return [seat for seat, seat_state in enumerate(self.seats) if seat_state.kind == "open"]

    def reserved_for(self, person_id: str) -> list[int]:
        """Return the open seats that wait for a person."""
        return [seat for seat, seat_state in enumerate(self.seats) if person_id and seat_state.reserved == person_id]

    def seat_for(self, person_id: str, wanted: int | None = None) -> int | None:
        """Return the seat a person views from: the one wanted, else of several the actor, else the first."""
        own_seats = self.seats_of(person_id)
        if wanted in own_seats:
            return wanted
        return self.actor if self.actor in own_seats else own_seats[0] if own_seats else None

    def others(self, person_id: str) -> set[int]:
        """Return the seats of other persons: those asked before something is taken back."""
        return {seat for other, seats in self.seats_by_person.items() if other != person_id for seat in seats}

    @property
    def proof(self) -> fair.Proof:
        """How the deal came about; secret until the game is over."""
        return fair.Proof(self.commitment, self.created.secret, tuple(seat_state.nonce for seat_state in self.seats))

    # Entries

    def apply(self, entry: AnyEntry, after: State | None = None) -> None:
        """Apply a durable entry; `after` is the position after a decision where it is known already."""
        self.seq += 1
        if entry.command:
            opened = entry.table if isinstance(entry, Rematched) else None
            self.accepted.setdefault(entry.by, {})[entry.command] = opened
        match entry:
            case Sat():
                self._sat(entry)
            case Invited():
                self._set_seat(entry.seat, SeatState(bot=entry.bot, name=entry.bot))
                self._deal_if_full(entry.at)
            case Left():
                self._left(entry.seat)
            case Abandoned():
                self.abandoned = True
            case Decided():
                self._decided(entry, after)
            case Undone():
                self._mark_practice(entry)
                self._go_back(entry.kept, entry.at)
            case Asked():
                self.takeback = TakebackRequest(entry.seat, entry.kept)
            case Agreed():
                self._agreed(entry)
            case Rematched():
                self.rematch = entry.table
                self._notice("rematch", self.seats_of(entry.by)[0])
            case Declined():
                self._declined(self.reserved_for(entry.by))
            case Said():
                chat = self.spectator_chat if entry.seat is None else self.chat
                chat.append(protocol.Line(self.seq, entry.seat, entry.name, entry.text))
            case Created():
                raise ValueError("a table is created once")

    def _sat(self, entry: Sat) -> None:
        returns = entry.seat in self.held_seats.get(entry.by, ())
        # A nonce that comes after the deal changes nothing.
        nonce = entry.nonce if self.state is None else self.seats[entry.seat].nonce
        self._set_seat(entry.seat, SeatState(person_id=entry.by, name=entry.name, nonce=nonce))
        if entry.command:  # else the opener, seated when the table was opened
            self._notice("back" if returns else "sat", entry.seat)
        self._deal_if_full(entry.at)

    def _left(self, seat: int) -> None:
        left = self.seats[seat]
        self._notice("left" if self.state is None else "replaced", seat)
        stand_in = SeatState(bot=STAND_IN, name=left.name, left=True, nonce=left.nonce)
        self._set_seat(seat, SeatState() if self.state is None else stand_in)
        self.takeback = None

    def _declined(self, seats: list[int]) -> None:
        self._notice("declined", seats[0])
        for seat in seats:
            self._set_seat(seat, SeatState())

    def _notice(self, kind: protocol.NoticeKind, seat: int) -> None:
        self.notices.append(protocol.Notice(self.seq, kind, seat, self.seats[seat].name))

    def _set_seat(self, seat: int, seat_state: SeatState) -> None:
        self.seats[seat] = seat_state
        self._update_shown_seats()
        self.seats_by_person = {}
        for number, other in enumerate(self.seats):
            if other.person_id:
                self.seats_by_person.setdefault(other.person_id, []).append(number)
        if self.state is not None and seat_state.person_id:
            self.held_seats.setdefault(seat_state.person_id, set()).add(seat)

    def _update_shown_seats(self) -> None:
        stand_ins = {seat for _, seat in self.stood_in}
        self.shown_seats = [
            seat_state.shown(stand_in=seat in stand_ins, practice=seat in self.practice_seats)
            for seat, seat_state in enumerate(self.seats)
        ]

    def _deal_if_full(self, at: float) -> None:
        if self.state is not None or self.open_seats:
            return
        options: dict[str, object] = dict(self.created.options)
        self.deal = self.game.deal(len(self.seats), self.proof.seed, options, self.edition)
        self.state = self.deal
        self.held_seats = {person_id: set(seats) for person_id, seats in self.seats_by_person.items()}
        self.ply += 1
        self.turn_began = self.moved_at = at

    def _decided(self, entry: Decided, after: State | None) -> None:
        assert self.state is not None
        before = self.state
        self.views.advance(before)
        self.state = after or before.play(entry.decision)
        stays = self.state.actor == entry.seat
        self.turns.append((entry.seat, self.turn))
        self.turn += not stays or self.state.turn != before.turn
        undoable = stays and not self.views.reveals(self.state, entry.decision, entry.seat)
        self.free_undos = self.free_undos + 1 if undoable else 0
        if entry.stand_in or self.seats[entry.seat].left:
            self.stood_in.append((len(self.decisions), entry.seat))
            self._update_shown_seats()
        self.decisions.append(entry.decision)
        self.decision_seqs.append(self.seq)
        self.takeback = None
        if entry.stand_in and self.late != entry.seat:
            self._notice("late", entry.seat)
        self.late = entry.seat if entry.stand_in else None
        self.ply += 1
        self.plies.append(self.ply)
        self.moved_at = entry.at
        if self.state.actor != entry.seat:
            self.turn_began = entry.at

    def _mark_practice(self, entry: Undone) -> None:
        """Mark the seats of a person who takes back alone what revealed something or passed the turn on."""
        if len(self.decisions) - entry.kept <= self.free_undos or not self.game.has("achievements"):
            return
        own_seats = set(self.seats_of(entry.by))
        if not own_seats <= self.practice_seats:
            self.practice_seats |= own_seats
            self._notice("practice", min(own_seats))

    def _go_back(self, kept: int, at: float) -> None:
        assert self.deal is not None
        actor = self.actor
        self.free_undos = max(0, self.free_undos - (len(self.decisions) - kept))
        self.turn = self.turns[kept][1]
        del self.decisions[kept:], self.decision_seqs[kept:], self.turns[kept:], self.plies[kept:]
        self.stood_in = [(number, seat) for number, seat in self.stood_in if number < kept]
        self._update_shown_seats()
        self.state = Record(self.deal, self.decisions).last
        self.views = SeatViews()
        self.takeback = None
        self.ply += 1
        self.moved_at = at
        if self.actor != actor:
            self.turn_began = at

    def _agreed(self, entry: Agreed) -> None:
        assert self.takeback is not None
        if not entry.agree:
            self._notice("withdrawn" if entry.seat == self.takeback.seat else "refused", entry.seat)
            self.takeback = None
            return
        self.takeback.agreed.add(entry.seat)
        if self.others(self.seats[self.takeback.seat].person_id) <= self.takeback.agreed:
            self._notice("taken_back", self.takeback.seat)
            self._go_back(self.takeback.kept, entry.at)
