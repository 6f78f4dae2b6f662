"""The messages between client and server: JSON objects, each with its `type`; the server may send several, a line each.

A command carries an id of the client's choice: a repeat gets the first answer, so a client that got none sends it
again. A command that changes the position also carries the `ply` it was made for: the table counts one for the deal,
each decision and each undo.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
TABLE_ID = r"\A[!-~]{1,32}\Z"
TableId = Annotated[str, Meta(pattern=TABLE_ID)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(max_length=32, pattern=r"\A\s*[^\s\x00-\x1f\x7f][^\x00-\x08\x0e-\x1f\x7f]*\Z")]
SeatName = Annotated[str, Meta(max_length=32, pattern=r"\A[^\x00-\x08\x0e-\x1f\x7f]*\Z")]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"\A[ -~]*\Z")]
ChatText = Annotated[str, Meta(min_length=1, max_length=280)]
Ticket = Annotated[str, Meta(pattern=r"\A([a-z2-9]{12})?\Z")]
BotName = Annotated[str, Meta(max_length=32, pattern=r"\S")]
TurnSeconds = Annotated[int, Meta(ge=0, le=30 * 86400)]

NoticeKind = Literal[
    "sat",
    "left",
    "replaced",
    "back",
    "late",
    "refused",
    "withdrawn",
    "taken_back",
    "rematch",
    "declined",
    "practice",
]


class Message(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """Any message of a client."""


class Hello(Message):
    """Show me a table; I know its log up to `seq` (0: nothing). `seat` picks one of my seats where I have several.

    With `public` the table is shown as spectators see it, whatever seats I have.
    """

    table: TableId
    seq: Annotated[int, Meta(ge=0)] = 0
    seat: SeatNumber | None = None
    public: bool = False


class Decide(Message):
    """Play a decision, given as its text: `take 17`."""

    command: CommandId
    ply: Ply
    decision: Annotated[str, Meta(max_length=64)]


class Undo(Message):
    """Take back my last decision: freely within my turn if nothing was revealed since, else by the others' consent."""

    command: CommandId
    ply: Ply


class Consent(Message):
    """Agree or not to a takeback: the one that `seat` asks for, or without a seat the present one.

    The player who asked withdraws the request by not agreeing.
    """

    command: CommandId
    ply: Ply
    agree: bool
    seat: SeatNumber | None = None


class Sit(Message):
    """Take a seat that is open, or whose player left; a `name` is for this seat only, as on a shared device."""

    command: CommandId
    seat: SeatNumber
    nonce: Nonce = ""
    name: SeatName = ""


class Decline(Message):
    """Decline the seats reserved for me at the table of a rematch."""

    command: CommandId


class Leave(Message):
    """Leave a seat; once the game has begun, and others play, a bot plays on until a person takes the seat again."""

    command: CommandId
    seat: SeatNumber


class Abandon(Message):
    """End a game without a result, if no other person sits there: as its player, or before the deal as its opener."""

    command: CommandId


class Invite(Message):
    """Put a bot on an open seat, before the game begins."""

    command: CommandId
    seat: SeatNumber
    bot: BotName


class Rematch(Message):
    """Open a new table with the same players."""

    command: CommandId


class Chat(Message):
    """Send a chat message: players to everybody, spectators to spectators."""

    command: CommandId
    text: ChatText


Incoming = Hello | Decide | Undo | Consent | Sit | Leave | Abandon | Invite | Rematch | Decline | Chat
Command = Decide | Undo | Consent | Sit | Leave | Abandon | Invite | Rematch | Decline | Chat
Status = Literal["gathering", "playing", "over", "abandoned"]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table to open; each seat is "me", "open" or the name of a bot.

    `names` has a name for each seat; an empty one, or none at all, means the person's own name.
    With a ticket the deal was committed to before the nonce was known: GET /api/ticket.
    """

    game: Name
    seats: Annotated[list[BotName], Meta(min_length=1, max_length=8)]
    names: Annotated[list[SeatName], Meta(max_length=8)] = []
    options: dict[str, str | bool] = {}
    ticket: Ticket = ""
    nonce: Nonce = ""
    turn_seconds: TurnSeconds = 0
    edition: str = ""


class Seat(Struct):
    """A seat and its player; a person with an empty name has chosen none.

    `left`: a bot plays on for a person who may come back. `reserved`: an open seat waits for one person. `stand_in`: a
    bot made some of the decisions for a person who had left or was late. `practice`: the player took back what had
    revealed something, so that the seat earns no achievements.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    left: bool = False
    stand_in: bool = False
    reserved: bool = False
    practice: bool = False


class Setup(Struct):
    """What is played at a table that still gathers players; `opener` is a seat of the person who opened it.

    `preset` names a set of options, `options` has the others that are not the default.
    """

    preset: str
    options: dict[str, str | bool]
    turn_seconds: int
    opener: int | None


class Notice(Struct):
    """News about a seat other than a decision: announced when it happens, and listed with the chat.

    `sat`, `left`: a seat was taken, or is open again. `replaced`: a bot plays on. `back`: the player who left plays
    again. `late`: a bot made a turn because the time was up. `refused`, `withdrawn`, `taken_back`: how a request to
    take back ended; `refused` has the seat that refused, the others the one that asked. `rematch`, `declined`: a player
    asked for another game, or declined one. `practice`: the seat earns no achievements any more.
    """

    seq: int
    kind: NoticeKind
    seat: int
    name: str


class Line(Struct):
    """One line of chat; spectators have no seat."""

    seq: int
    seat: int | None
    name: str
    text: str


class Refusal(Struct, omit_defaults=True):
    """Why a command was refused: `refusal.KEY` in the locale files, of the game (`game`) or of the client."""

    key: str
    values: dict[str, Any] = {}
    game: bool = False


class Answer(Struct, tag_field="type", tag="answer", omit_defaults=True):
    """The answer to a command; `error` says in English what was wrong, `stale` that the position had moved on."""

    command: str
    ok: bool
    error: str | None = None
    stale: bool = False
    table: str | None = None
    refusal: Refusal | None = None


class Fault(Struct, tag_field="type", tag="fault"):
    """A message of the client could not be read or was not allowed."""

    error: str


class Presence(Struct, tag_field="type", tag="presence"):
    """The seats with a viewer, and the number of spectators."""

    table: str
    online: list[int]
    watching: int


class Step(Struct):
    """One decision: its seat, the number of its turn from 0, the points it brought, its events.

    `points` is null where the viewer can't know the seat's points.
    """

    seat: int
    turn: int
    points: int | None
    events: msgspec.Raw


class Frame(Struct, tag_field="type", tag="frame"):
    """A table as one viewer sees it after entry `seq` of its log.

    `steps` has the decisions after the first `since`, and replaces what a client has of them. A client that keeps up
    gets a frame for the end of each turn. `mine` has the viewer's seats; with `private` they know different things, so
    that one screen must not show them to everybody. `opener`: the viewer opened the table, and may put bots on its
    seats. `reserved` are the open seats that wait for the viewer. While the seat `asking` wants to take back, the first
    `back_to` decisions would stay.
    """

    table: str
    game: str
    opener: bool
    seq: int
    ply: int
    seat: int | None
    mine: list[int]
    private: bool
    seats: list[Seat]
    status: Status
    since: int
    steps: list[Step]
    view: msgspec.Raw
    chat: list[Line]
    commitment: str
    asking: int | None = None
    deadline: float | None = None
    rematch: str | None = None
    proof: dict[str, Any] | None = None
    back_to: int | None = None
    reserved: list[int] = []
    setup: Setup | None = None
    notices: list[Notice] = []


class Summary(Struct):
    """A table in a line, by what everybody knows: mode, players, progress, result.

    `preset` names a set of options, `options` has the others that are not the default. `moved` is when the position
    changed last.
    """

    status: Status
    seats: list[Seat]
    preset: str
    options: dict[str, str | bool]
    moved: float
    actor: int | None = None
    round: int | None = None
    rounds: int | None = None
    scores: list[int | None] | None = None
    ranking: list[int] | None = None
    rank: str | None = None


class Listed(Struct):
    """A table in a person's list; `mine` includes the seats where a bot plays on for them."""

    table: str
    game: str
    created: float
    finished: float | None
    scores: list[int] | None
    mine: list[int]
    summary: Summary | None


Outgoing = Answer | Fault | Presence | Frame

decoder = msgspec.json.Decoder(Incoming)
encoder = msgspec.json.Encoder()
