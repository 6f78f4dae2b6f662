// Written by `python -m atoll.server.typescript` from src/atoll/server/protocol.py.

/** What a decision would bring: its points, the most points of its turn, and whether it ends the turn. */
export interface Preview {
  points: number;
  best: number;
  ends: boolean;
}

/** A legal decision; its text is what a client sends. */
export interface Choice {
  decision: number;
  text: string;
  preview: Preview;
  kind: string;
}

/** Something that happened. */
export interface GameEvent {
  event: string;
}

/** What a topic means for a seat. */
export interface Explanation {
  about: string;
  topic: string;
}

/** A position as a seat (null: a spectator) sees it. `legal` is empty unless that seat is to decide. */
export interface View {
  game: string;
  rules: number;
  edition: string;
  options: Record<string, string | boolean>;
  seats: number;
  seat: number | null;
  actor: number | null;
  over: boolean;
  scores: (number | null)[];
  ranking: number[] | null;
  legal: Choice[];
}

/** Show me a table; I know its log up to `seq` (0: nothing). `seat` picks one of my seats where I have several. */
export interface Hello {
  type: "hello";
  table: string;
  seq?: number;
  seat?: number | null;
  public?: boolean;
}

/** Play a decision, given as its text: `take 17`. */
export interface Decide {
  type: "decide";
  command: string;
  ply: number;
  decision: string;
}

/** Take back my last decision: freely within my turn if nothing was revealed since, else by the others' consent. */
export interface Undo {
  type: "undo";
  command: string;
  ply: number;
}

/** Agree or not to a takeback: the one that `seat` asks for, or without a seat the present one. */
export interface Consent {
  type: "consent";
  command: string;
  ply: number;
  agree: boolean;
  seat?: number | null;
}

/** Take a seat that is open, or whose player left; a `name` is for this seat only, as on a shared device. */
export interface Sit {
  type: "sit";
  command: string;
  seat: number;
  nonce?: string;
  name?: string;
}

/** Leave a seat; once the game has begun, and others play, a bot plays on until a person takes the seat again. */
export interface Leave {
  type: "leave";
  command: string;
  seat: number;
}

/** End a game without a result, if no other person sits there: as its player, or before the deal as its opener. */
export interface Abandon {
  type: "abandon";
  command: string;
}

/** Put a bot on an open seat, before the game begins. */
export interface Invite {
  type: "invite";
  command: string;
  seat: number;
  bot: string;
}

/** Open a new table with the same players. */
export interface Rematch {
  type: "rematch";
  command: string;
}

/** Decline the seats reserved for me at the table of a rematch. */
export interface Decline {
  type: "decline";
  command: string;
}

/** Send a chat message: players to everybody, spectators to spectators. */
export interface Chat {
  type: "chat";
  command: string;
  text: string;
}

/** The table to open; each seat is "me", "open" or the name of a bot. */
export interface NewTable {
  game: string;
  seats: string[];
  names?: string[];
  options?: Record<string, string | boolean>;
  ticket?: string;
  nonce?: string;
  turn_seconds?: number;
  edition?: string;
}

/** A seat and its player; a person with an empty name has chosen none. */
export interface Seat {
  kind: "open" | "person" | "bot";
  name: string;
  left: boolean;
  stand_in: boolean;
  reserved: boolean;
  practice: boolean;
}

/** One line of chat; spectators have no seat. */
export interface Line {
  seq: number;
  seat: number | null;
  name: string;
  text: string;
}

/** What is played at a table that still gathers players; `opener` is a seat of the person who opened it. */
export interface Setup {
  preset: string;
  options: Record<string, string | boolean>;
  turn_seconds: number;
  opener: number | null;
}

/** News about a seat other than a decision: announced when it happens, and listed with the chat. */
export interface Notice {
  seq: number;
  kind: "sat" | "left" | "replaced" | "back" | "late" | "refused" | "withdrawn" | "taken_back" | "rematch" | "declined" | "practice";
  seat: number;
  name: string;
}

/** One decision: its seat, the number of its turn from 0, the points it brought, its events. */
export interface Step {
  seat: number;
  turn: number;
  points: number | null;
  events: GameEvent[];
}

/** Why a command was refused: `refusal.KEY` in the locale files, of the game (`game`) or of the client. */
export interface Refusal {
  key: string;
  values?: Record<string, unknown>;
  game?: boolean;
}

/** The answer to a command; `error` says in English what was wrong, `stale` that the position had moved on. */
export interface Answer {
  type: "answer";
  command: string;
  ok: boolean;
  error?: string | null;
  stale?: boolean;
  table?: string | null;
  refusal?: Refusal | null;
}

/** A message of the client could not be read or was not allowed. */
export interface Fault {
  type: "fault";
  error: string;
}

/** The seats with a viewer, and the number of spectators. */
export interface Presence {
  type: "presence";
  table: string;
  online: number[];
  watching: number;
}

/** A table as one viewer sees it after entry `seq` of its log. */
export interface Frame {
  type: "frame";
  table: string;
  game: string;
  opener: boolean;
  seq: number;
  ply: number;
  seat: number | null;
  mine: number[];
  private: boolean;
  seats: Seat[];
  status: "gathering" | "playing" | "over" | "abandoned";
  since: number;
  steps: Step[];
  view: View | null;
  chat: Line[];
  commitment: string;
  asking: number | null;
  deadline: number | null;
  rematch: string | null;
  proof: { secret: string; nonces: string[] } | null;
  back_to: number | null;
  reserved: number[];
  setup: Setup | null;
  notices: Notice[];
}

/** A table in a line, by what everybody knows: mode, players, progress, result. */
export interface Summary {
  status: "gathering" | "playing" | "over" | "abandoned";
  seats: Seat[];
  preset: string;
  options: Record<string, string | boolean>;
  moved: number;
  actor: number | null;
  round: number | null;
  rounds: number | null;
  scores: (number | null)[] | null;
  ranking: number[] | null;
  rank: string | null;
}

/** A table in a person's list; `mine` includes the seats where a bot plays on for them. */
export interface Listed {
  table: string;
  game: string;
  created: number;
  finished: number | null;
  scores: number[] | null;
  mine: number[];
  summary: Summary | null;
}

export type ClientMessage = Hello | Decide | Undo | Consent | Sit | Leave | Abandon | Invite | Rematch | Decline | Chat;

export type ServerMessage = Answer | Fault | Presence | Frame;
