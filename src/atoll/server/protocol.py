"""The messages between client and server: JSON objects, each with its `type`; the server may send several, a line each.

A command carries an id of the client's choice: a repeat gets the first answer, so a client that heard nothing sends
it again. What changes the position also carries the `ply` it was made for: the table counts one for the deal, each
decision and each undo.
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
    """Anything a client says."""


class Hello(Message):
    """Show me a table; I know its log up to `seq` (0: nothing). `seat` picks one of my seats where I have several.

    With `public` the table is shown as spectators see it, whatever seats I have.
    """

    table: TableId
    seq: Annotated[int, Meta(ge=0)] = 0
    seat: SeatNumber | None = None
    public: bool = False


class Decide(Message):
    """Play a decision, written as in the game's notation."""

    command: CommandId
    ply: Ply
    decision: Annotated[str, Meta(max_length=64)]


class Undo(Message):
    """Take back my last decision: freely inside my turn up to what revealed something, else by the others' consent."""

    command: CommandId
    ply: Ply


class Consent(Message):
    """Answer to somebody who asks to take back: who has `seat`, or where none is given whoever asks now.

    Who asked withdraws the request by not agreeing.
    """

    command: CommandId
    ply: Ply
    agree: bool
    seat: SeatNumber | None = None


class Sit(Message):
    """Take a seat that is open, or that a bot keeps warm; a `name` is for this seat only, as on a shared device."""

    command: CommandId
    seat: SeatNumber
    nonce: Nonce = ""
    name: SeatName = ""


class Decline(Message):
    """Give up the seats reserved for me at the table of a rematch: not now."""

    command: CommandId


class Leave(Message):
    """Give up a seat; once the game has begun, and others play, a bot plays on until somebody sits down again."""

    command: CommandId
    seat: SeatNumber


class Abandon(Message):
    """End a game for good, without a result: only the single person at a table may."""

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
    """Say something: players to everybody, spectators to spectators."""

    command: CommandId
    text: ChatText


Incoming = Hello | Decide | Undo | Consent | Sit | Leave | Abandon | Invite | Rematch | Decline | Chat
Command = Decide | Undo | Consent | Sit | Leave | Abandon | Invite | Rematch | Decline | Chat
Status = Literal["gathering", "playing", "over", "abandoned"]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody who opens a table wants; a seat is for "me", "open" or a bot by its name.

    `names` has a name for each seat that is "me", empty where it is one's own; no names at all are the same.
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
    """Who sits somewhere; a person without a name has chosen none.

    `left` where a bot plays on for somebody who may come back; `reserved` where an open seat waits for one player.
    `stand_in` tells that a bot made some of the seat's decisions for its player, who had left or was late; `practice`
    that its player took back after seeing what came of it, so that the game earns nothing there.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    left: bool = False
    stand_in: bool = False
    reserved: bool = False
    practice: bool = False


class Setup(Struct):
    """What is played at a table that still gathers its players; `host` is a seat of the person who opened it.

    `preset` names a set of options by which it is played, `options` has the other ones that are not as in the box.
    """

    preset: str
    options: dict[str, str | bool]
    turn_seconds: int
    host: int | None


class Notice(Struct):
    """Something about a player that is no move: it is announced when it happens and listed with the chat.

    `sat`, `left`: a seat was taken, or is open again. `replaced`: a bot plays on. `back`: the player who left plays
    again. `late`: a bot made a turn as the time was up. `refused`, `withdrawn`, `taken_back`: what became of a request
    to take back; `refused` has the seat that refused, the others the one that asked. `rematch`, `declined`: a player
    asked for another game, or does not want one now.
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


class Answer(Struct, tag_field="type", tag="answer", omit_defaults=True):
    """The answer to a command; `error` says what was wrong, `stale` that the position had moved on."""

    command: str
    ok: bool
    error: str | None = None
    stale: bool = False
    table: str | None = None


class Fault(Struct, tag_field="type", tag="fault"):
    """A message that could not be understood or was not allowed."""

    error: str


class Presence(Struct, tag_field="type", tag="presence"):
    """Which seats somebody looks at the table from, and how many only watch."""

    table: str
    online: list[int]
    watching: int


class Step(Struct):
    """One decision: the seat that made it, the number of its turn from 0 on, the points it brought, what happened.

    `points` is null where the viewer can't know the seat's points.
    """

    seat: int
    turn: int
    points: int | None
    events: list[dict[str, Any]]


class Frame(Struct, tag_field="type", tag="frame"):
    """A table as one viewer sees it after entry `seq` of its log.

    `steps` has the decisions after the first `since`; what a client has of later ones it forgets. A client that keeps
    up gets a frame for the end of each turn. `private` tells whether the viewer has several seats that know different
    things, so that one screen must not show them to everybody. `opener` tells whether the viewer opened the table, and
    so may put bots on its seats. `reserved` are the open seats that wait for the viewer. While somebody is
    `asking` to take back, the first `back_to` decisions would stay.
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
    """A game in a line, by what everybody knows of it: how it is played, by whom, how far it is or how it ended.

    `preset` names a set of options by which it is played, `options` has the other ones that are not as in the box.
    `moved` is when the position changed last.
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
    """A table in somebody's list; `mine` has also the seats where a bot plays on for them."""

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
