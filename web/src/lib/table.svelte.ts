/**
 * The state of a table on this device: the frame on screen, the history, the chat, and the staged choice.
 *
 * Frames are shown one after the other: the next one when the pieces of the last have landed, with a rest between other
 * players' turns. Everything on screen follows the frame shown, so nothing reveals the end of a move in advance.
 */

import { tick } from "svelte";
import { Stage } from "$kit/stage";
import type { Answer, Choice, Frame, GameEvent, Presence, ServerMessage, Step } from "./protocol";
import { randomId } from "./random";
import { reason } from "./refusal";
import { Rematch } from "./rematch.svelte";
import { settings } from "./settings.svelte";
import { Socket, type Command, type Status } from "./socket";
import { Talk } from "./talk.svelte";

/** Milliseconds between two turns of others, at the usual pace. */
const REST = 700;
/** A longer queue means that the game is played faster than it can be shown. */
const BACKLOG = 24;

const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Table {
  status = $state<Status>("connecting");
  /** The frame that is drawn; its pieces may still be in the air. */
  frame = $state.raw<Frame | null>(null);
  /** The last frame whose pieces have landed: counters, the log and the turn show this one. */
  landed = $state.raw<Frame | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** The decisions now in force, up to the frame that has landed. */
  history = $state.raw<Step[]>([]);
  /** What happened between the last two frames. */
  news = $state.raw<GameEvent[]>([]);
  staged = $state.raw<Choice | null>(null);
  /** The answer to the last command, if it was refused. */
  private refusal = $state.raw<Answer | null>(null);
  /** The error for a table that does not exist or can't be seen. */
  missing = $state("");
  /** Whether a command is on its way. */
  sending = $state(false);
  /** The seat to view the table from, where one person has several with secrets. */
  seat = $state<number | undefined>();
  /** How many decisions led to the frame that is drawn. */
  decisions = $state(0);
  readonly stage = new Stage();
  /** The log entry up to which the steps are known, as the frame's seat saw them. */
  private known = 0;
  private steps: Step[] = [];
  private queue: Frame[] = [];
  private showing = false;
  private skipping = false;
  /** When another player's last turn landed, in milliseconds. */
  private othersLandedAt = 0;
  private closed = false;
  private socket: Socket;
  readonly talk: Talk;
  readonly rematch = new Rematch();

  constructor(readonly id: string) {
    this.talk = new Talk(id);
    this.socket = new Socket(
      address(),
      () => ({
        type: "hello",
        table: this.id,
        seq: this.maySee ? this.known : 0,
        ...(this.seat !== undefined ? { seat: this.seat } : this.frame?.private ? { public: true } : {}),
      }),
      (message) => this.receive(message),
      (status) => (this.status = status),
    );
  }

  /** Why the last command was refused, in the reader's language; empty if it was not. */
  get refused(): string {
    return this.refusal ? reason(this.refusal, this.frame?.game ?? "") : "";
  }

  close(): void {
    this.closed = true;
    this.queue = [];
    this.stage.clear();
    this.talk.close();
    this.socket.close();
  }

  /** Whether the frame may be shown: it must not reveal the secrets of another seat on this device. */
  get maySee(): boolean {
    return !this.frame?.private || this.frame.seat === (this.seat ?? null);
  }

  /** View the table from one of the person's seats; without a seat, as a spectator. */
  viewAs(seat: number | undefined): void {
    this.seat = seat;
    this.socket.greet();
  }

  /** Skip the animation and show the newest frame at once. */
  skip = (): void => {
    this.skipping = this.showing;
    this.stage.skip();
  };

  /** Make a choice: stage it if it ends the turn or `stage` is true, and moves are to be confirmed. */
  choose(choice: Choice, stage = choice.preview.ends): void {
    this.refusal = null;
    if (settings.confirm && stage) this.staged = choice;
    else void this.decide(choice);
  }

  confirm(): void {
    if (this.staged) void this.decide(this.staged);
  }

  async decide(choice: Choice): Promise<void> {
    if (!this.frame || this.sending) return;
    // Everybody may see the end of a turn, but not the hand of the seat that made it.
    if (this.frame.private && choice.preview.ends) this.viewAs(undefined);
    await this.send({ type: "decide", ply: this.frame.ply, decision: choice.text });
  }

  /** Unstage the choice, else take back the last decision. */
  async undo(): Promise<void> {
    if (this.staged) this.staged = null;
    else if (this.frame) await this.send({ type: "undo", ply: this.frame.ply });
  }

  /** Send a command; a refusal is shown. */
  async send(command: Command): Promise<Answer> {
    this.sending = true;
    this.refusal = null;
    const answer = await this.socket.command(command);
    this.sending = false;
    this.refusal = answer.ok || answer.stale ? null : answer;
    return answer;
  }

  /** Take the seats reserved for us, else up to `count` open ones; skip one that somebody else got first. */
  async sitDown(count: number): Promise<void> {
    for (const [seat, { kind, reserved, name }] of this.frame?.seats.entries() ?? []) {
      const ours = this.frame!.reserved.includes(seat);
      if (count <= 0 || kind !== "open" || reserved !== ours || this.frame!.seats[seat].kind !== "open") continue;
      const { ok } = await this.sit(seat, name);
      if (ok) count -= 1;
    }
  }

  /** Take a seat; a name is for this seat only. */
  sit(seat: number, name = ""): Promise<Answer> {
    return this.send({ type: "sit", seat, nonce: randomId(), name });
  }

  /** Send a chat message, which never blocks play; resolves with whether it was accepted. */
  async speak(text: string): Promise<boolean> {
    const answer = await this.socket.command({ type: "chat", text });
    this.refusal = answer.ok ? null : answer;
    return answer.ok;
  }

  private receive(message: ServerMessage): void {
    if (message.type === "frame") this.enqueue(message);
    else if (message.type === "presence") {
      this.presence = message;
      this.talk.attend(message);
    } else if (message.type === "fault") this.faulted(message.error);
  }

  private faulted(error: string): void {
    if (!this.frame) this.missing = error;
    else if (this.seat !== undefined) {
      // The seat was given up while we were not connected.
      this.seat = undefined;
      this.socket.greet();
    }
  }

  private enqueue(frame: Frame): void {
    // Chat does not wait for the animation.
    this.talk.receive(frame);
    if (frame.rematch && frame.mine.length) void this.rematch.check(frame.rematch);
    this.queue.push(frame);
    if (!this.showing) void this.showAll();
  }

  private async showAll(): Promise<void> {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      if (this.queue.length > BACKLOG) this.skipping = true;
      const rest = this.restBefore(next);
      if (rest > 0) await this.stage.wait(rest);
      if (this.closed) break;
      this.show(next);
      // The first position is shown without motion.
      if (this.landed && this.news.length > 0) {
        await tick();
        if (this.skipping) this.stage.skip();
        await this.stage.settled();
      }
      this.land(next);
    }
    this.showing = this.skipping = false;
  }

  /** How long to leave the last turn on screen: no rest after one's own turns, or while the page is hidden. */
  private restBefore(next: Frame): number {
    const step = next.steps.at(0);
    const theirs = step !== undefined && !next.mine.includes(step.seat) && step.turn !== this.steps.at(-1)?.turn;
    return theirs && !this.skipping && document.visibilityState === "visible" ? this.othersLandedAt + REST - Date.now() : 0;
  }

  private land(frame: Frame): void {
    this.landed = frame;
    this.history = this.steps;
    const step = this.steps.at(-1);
    if (step && !frame.mine.includes(step.seat)) this.othersLandedAt = Date.now();
    // A hand is shown only while its player is to act; an undo may change that too.
    if (frame.private && this.seat !== undefined && this.seat === frame.seat && frame.view && frame.view.actor !== this.seat) this.viewAs(undefined);
  }

  private show(frame: Frame): void {
    const moved = frame.ply !== this.frame?.ply;
    const other = frame.seat !== this.frame?.seat;
    if (this.seat !== undefined && !frame.mine.includes(this.seat)) this.seat = undefined;
    // Seats with secrets saw different events.
    const apart = other && (frame.private || (this.frame?.private ?? false));
    if (apart) this.steps = [];
    const complete = frame.since <= this.steps.length;
    this.steps = [...this.steps.slice(0, frame.since), ...frame.steps];
    this.decisions = this.steps.length;
    if (apart) this.news = [];
    else if (moved) this.news = frame.steps.flatMap(({ events }) => events);
    if (apart || moved) this.staged = null;
    this.frame = frame;
    this.known = complete ? frame.seq : 0;
    if (!complete || (this.seat === undefined && !this.maySee)) this.socket.greet();
  }
}
