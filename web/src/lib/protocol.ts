// Written by `python -m atoll.server.typescript > web/src/lib/protocol.ts` from src/atoll/server/protocol.py.

/** A legal decision: its text is what a client sends; the rest is the game's own. */
export interface Choice {
  [key: string]: any;
  decision: number;
  text: string;
  kind: string;
  preview: { points: number; best: number; ends: boolean };
}

/** Something that happened; the rest is the game's own. */
export interface GameEvent {
  [key: string]: any;
  event: string;
}

/** A position as a seat (null: a spectator) sees it; the rest is the game's own. */
export interface View {
  [key: string]: any;
  game: string;
  seats: number;
  seat: number | null;
  actor: number | null;
  over: boolean;
  scores: (number | null)[];
  ranking: number[] | null;
  options: Record<string, string | boolean>;
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

/** Play a decision, written as in the game's notation. */
export interface Decide {
  type: "decide";
  command: string;
  ply: number;
  decision: string;
}

/** Take back my last decision: freely inside my turn up to what revealed something, else by the others' consent. */
export interface Undo {
  type: "undo";
  command: string;
  ply: number;
}

/** Answer to somebody who asks to take back: who has `seat`, or where none is given whoever asks now. */
export interface Consent {
  type: "consent";
  command: string;
  ply: number;
  agree: boolean;
  seat?: number | null;
}

/** Take a seat that is open, or that a bot keeps warm; a `name` is for this seat only, as on a shared device. */
export interface Sit {
  type: "sit";
  command: string;
  seat: number;
  nonce?: string;
  name?: string;
}

/** Give up a seat; once the game has begun, and others play, a bot plays on until somebody sits down again. */
export interface Leave {
  type: "leave";
  command: string;
  seat: number;
}

/** End a game for good, without a result: only the single person at a table may. */
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

/** Give up the seats reserved for me at the table of a rematch: not now. */
export interface Decline {
  type: "decline";
  command: string;
}

/** Say something: players to everybody, spectators to spectators. */
export interface Chat {
  type: "chat";
  command: string;
  text: string;
}

/** What somebody who opens a table wants; a seat is for "me", "open" or a bot by its name. */
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

/** Who sits somewhere; a person without a name has chosen none. */
export interface Seat {
  kind: "bot" | "open" | "person";
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

/** What is played at a table that still gathers its players; `host` is a seat of the person who opened it. */
export interface Setup {
  preset: string;
  options: Record<string, string | boolean>;
  turn_seconds: number;
  host: number | null;
}

/** Something about a player that is no move: it is announced when it happens and listed with the chat. */
export interface Notice {
  seq: number;
  kind: "back" | "declined" | "late" | "left" | "practice" | "refused" | "rematch" | "replaced" | "sat" | "taken_back" | "withdrawn";
  seat: number;
  name: string;
}

/** One decision: the seat that made it, the number of its turn from 0 on, the points it brought, what happened. */
export interface Step {
  seat: number;
  turn: number;
  points: number | null;
  events: GameEvent[];
}

/** The answer to a command; `error` says what was wrong, `stale` that the position had moved on. */
export interface Answer {
  type: "answer";
  command: string;
  ok: boolean;
  error?: string | null;
  stale?: boolean;
  table?: string | null;
}

/** A message that could not be understood or was not allowed. */
export interface Fault {
  type: "fault";
  error: string;
}

/** Which seats somebody looks at the table from, and how many only watch. */
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
  status: "abandoned" | "gathering" | "over" | "playing";
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

/** A game in a line, by what everybody knows of it: how it is played, by whom, how far it is or how it ended. */
export interface Summary {
  status: "abandoned" | "gathering" | "over" | "playing";
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

/** A table in somebody's list; `mine` has also the seats where a bot plays on for them. */
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
