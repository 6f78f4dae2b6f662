/** A table as this device knows it: the last frame, what happened, what was said, and what is about to be decided. */

import type { Answer, Choice, Frame, GameEvent, Line, Presence, ServerMessage } from "./protocol";
import { randomId } from "./random";
import { settings } from "./settings.svelte";
import { Socket, type Command, type Status } from "./socket";

const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Table {
  status = $state<Status>("connecting");
  frame = $state.raw<Frame | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** The events of each decision now in force. */
  history = $state.raw<GameEvent[][]>([]);
  /** What happened between the last two frames. */
  news = $state.raw<GameEvent[]>([]);
  chat = $state.raw<Line[]>([]);
  staged = $state.raw<Choice | null>(null);
  /** Whether the last thing asked for could not be done. */
  refused = $state(false);
  /** A table that does not exist, or can't be seen. */
  missing = $state("");
  /** Whether something was asked for that is not done yet. */
  sending = $state(false);
  /** The seat looked from, where one person has several: nothing of it is shown before it was taken. */
  seat = $state<number | undefined>();
  /** The entry of the log up to which the history is known, as the frame's seat was told it. */
  private known = 0;
  private socket: Socket;

  constructor(readonly id: string) {
    this.socket = new Socket(
      address(),
      () => ({ type: "hello", table: this.id, seq: this.arrived ? this.known : 0, ...(this.seat === undefined ? {} : { seat: this.seat }) }),
      (message) => this.heard(message),
      (status) => (this.status = status),
    );
  }

  close(): void {
    this.socket.close();
  }

  /** Whether the frame is of the seat looked from: what another seat was told is not for its player's eyes. */
  get arrived(): boolean {
    return this.seat === undefined || this.seat === this.frame?.seat;
  }

  /** Look from one of several seats of one's own. */
  look(seat: number): void {
    this.seat = seat;
    this.socket.greet();
  }

  /** A choice was made: what ends the turn waits for a confirmation, if that is wanted. */
  choose(choice: Choice): void {
    this.refused = false;
    if (settings.confirm && choice.preview.ends) this.staged = choice;
    else void this.decide(choice);
  }

  confirm(): void {
    if (this.staged) void this.decide(this.staged);
  }

  async decide(choice: Choice): Promise<void> {
    if (!this.frame || this.sending) return;
    await this.tell({ type: "decide", ply: this.frame.ply, decision: choice.text });
  }

  /** Put back what is staged, else take back the last decision. */
  async undo(): Promise<void> {
    if (this.staged) this.staged = null;
    else if (this.frame) await this.tell({ type: "undo", ply: this.frame.ply });
  }

  /** Carry out a command; what is refused is shown. */
  async tell(command: Command): Promise<Answer> {
    this.sending = true;
    this.refused = false;
    const answer = await this.socket.command(command);
    this.sending = false;
    this.refused = !answer.ok && !answer.stale;
    return answer;
  }

  /** Take so many of the open seats; one that somebody else got first is passed by. */
  async sitDown(count: number): Promise<void> {
    for (let seat = 0; count > 0 && seat < (this.frame?.seats.length ?? 0); seat++) {
      if (this.frame?.seats[seat].kind !== "open") continue;
      const { ok } = await this.tell({ type: "sit", seat, nonce: randomId() });
      if (ok) count -= 1;
    }
  }

  /** Say something in the chat, which keeps nobody from playing; tells whether it was taken. */
  async speak(text: string): Promise<boolean> {
    const { ok } = await this.socket.command({ type: "chat", text });
    this.refused = !ok;
    return ok;
  }

  private heard(message: ServerMessage): void {
    if (message.type === "frame") this.show(message);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "fault") this.faulted(message.error);
  }

  private faulted(error: string): void {
    if (!this.frame) this.missing = error;
    else if (this.seat !== undefined) {
      // The seat was given up while nobody was connected.
      this.seat = undefined;
      this.socket.greet();
    }
  }

  private show(frame: Frame): void {
    const moved = frame.ply !== this.frame?.ply;
    const other = frame.seat !== this.frame?.seat;
    if (this.seat !== undefined && !frame.mine.includes(this.seat)) this.seat = undefined;
    // Each seat is told what happened in its own way: what another one heard is forgotten.
    if (other) this.history = [];
    const whole = frame.since <= this.history.length;
    this.history = [...this.history.slice(0, frame.since), ...frame.events];
    this.chat = [...this.chat, ...frame.chat.filter((line) => this.chat.every((known) => known.seq !== line.seq))];
    if (other) this.news = frame.seat === this.seat ? (frame.events.at(-1) ?? []) : [];
    else if (moved) this.news = frame.events.flat();
    if (other || moved) this.staged = null;
    this.frame = frame;
    this.known = whole ? frame.seq : 0;
    if (!whole) this.socket.greet();
  }
}
