/**
 * A table as this device knows it: the frame on screen, what happened, what was said, and what is about to be decided.
 *
 * Frames are shown one after the other: the next one when the pieces of the last have landed, and others' turns with a
 * rest between them. Everything on screen follows the frame that is shown, so nothing tells the end of a move before it.
 */

import { tick } from "svelte";
import { Stage } from "$kit/stage";
import type { Answer, Choice, Frame, GameEvent, Presence, ServerMessage, Step } from "./protocol";
import { randomId } from "./random";
import { Rematch } from "./rematch.svelte";
import { settings } from "./settings.svelte";
import { Socket, type Command, type Status } from "./socket";
import { Talk } from "./talk.svelte";

/** Milliseconds between two turns of others, at the usual pace. */
const REST = 700;
/** More frames than this wait only where somebody watches a game that is played faster than it can be shown. */
const BACKLOG = 24;

const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Table {
  status = $state<Status>("connecting");
  /** The frame that is drawn; its pieces may still be in the air. */
  frame = $state.raw<Frame | null>(null);
  /** The last frame whose pieces have landed: what counters, the log and the turn are told from. */
  landed = $state.raw<Frame | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** The decisions now in force, up to the frame that has landed. */
  history = $state.raw<Step[]>([]);
  /** What happened between the last two frames. */
  news = $state.raw<GameEvent[]>([]);
  staged = $state.raw<Choice | null>(null);
  /** Whether the last thing asked for could not be done. */
  refused = $state(false);
  /** A table that does not exist, or can't be seen. */
  missing = $state("");
  /** Whether something was asked for that is not done yet. */
  sending = $state(false);
  /** The seat looked from, where one person has several that know different things. */
  seat = $state<number | undefined>();
  /** How many decisions led to the frame that is drawn. */
  decisions = $state(0);
  readonly stage = new Stage();
  /** The entry of the log up to which the steps are known, as the frame's seat saw them. */
  private known = 0;
  private steps: Step[] = [];
  private queue: Frame[] = [];
  private showing = false;
  private hurried = false;
  /** When the last turn of somebody else had landed. */
  private rested = 0;
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
        seq: this.arrived ? this.known : 0,
        ...(this.seat !== undefined ? { seat: this.seat } : this.frame?.private ? { public: true } : {}),
      }),
      (message) => this.receive(message),
      (status) => (this.status = status),
    );
  }

  close(): void {
    this.closed = true;
    this.queue = [];
    this.stage.clear();
    this.talk.close();
    this.socket.close();
  }

  /** Whether the frame may be seen by whoever holds the device: what another seat knows is not for all eyes. */
  get arrived(): boolean {
    return !this.frame?.private || this.frame.seat === (this.seat ?? null);
  }

  /** Look from one of several seats of one's own; without one, as spectators do. */
  look(seat: number | undefined): void {
    this.seat = seat;
    this.socket.greet();
  }

  /** Show at once what is still to be shown. */
  hurry = (): void => {
    this.hurried = this.showing;
    this.stage.hurry();
  };

  /** A choice was made: what ends the turn, and what is to be seen first, waits for a confirmation, if that is wanted. */
  choose(choice: Choice, stage = choice.preview.ends): void {
    this.refused = false;
    if (settings.confirm && stage) this.staged = choice;
    else void this.decide(choice);
  }

  confirm(): void {
    if (this.staged) void this.decide(this.staged);
  }

  async decide(choice: Choice): Promise<void> {
    if (!this.frame || this.sending) return;
    // The end of a turn is for all to see, the hand of the seat that made it is not.
    if (this.frame.private && choice.preview.ends) this.look(undefined);
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

  /** Take the seats reserved for us, else up to `count` open ones; skip one that somebody else got first. */
  async sitDown(count: number): Promise<void> {
    for (const [seat, { kind, reserved, name }] of [...(this.frame?.seats.entries() ?? [])]) {
      const ours = this.frame!.reserved.includes(seat);
      if (count <= 0 || kind !== "open" || reserved !== ours || this.frame!.seats[seat].kind !== "open") continue;
      const { ok } = await this.sit(seat, name);
      if (ok) count -= 1;
    }
  }

  /** Take a seat; a name is for this seat only. */
  sit(seat: number, name = ""): Promise<Answer> {
    return this.tell({ type: "sit", seat, nonce: randomId(), name });
  }

  /** Say something in the chat, which keeps nobody from playing; tells whether it was taken. */
  async speak(text: string): Promise<boolean> {
    const { ok } = await this.socket.command({ type: "chat", text });
    this.refused = !ok;
    return ok;
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
      // The seat was given up while nobody was connected.
      this.seat = undefined;
      this.socket.greet();
    }
  }

  private enqueue(frame: Frame): void {
    // What people say does not wait for pieces to land.
    this.talk.receive(frame);
    if (frame.rematch && frame.mine.length) void this.rematch.look(frame.rematch);
    this.queue.push(frame);
    if (!this.showing) void this.showAll();
  }

  private async showAll(): Promise<void> {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      if (this.queue.length > BACKLOG) this.hurried = true;
      const rest = this.restBefore(next);
      if (rest > 0) await this.stage.wait(rest);
      if (this.closed) break;
      this.show(next);
      // Nothing moves in a position that is the first one seen.
      if (this.landed && this.news.length > 0) {
        await tick();
        if (this.hurried) this.stage.hurry();
        await this.stage.settled();
      }
      this.land(next);
    }
    this.showing = this.hurried = false;
  }

  /** How long to leave the last turn on screen; nobody waits for what they did themselves, or can't see. */
  private restBefore(next: Frame): number {
    const step = next.steps.at(0);
    const theirs = step !== undefined && !next.mine.includes(step.seat) && step.turn !== this.steps.at(-1)?.turn;
    return theirs && !this.hurried && document.visibilityState === "visible" ? this.rested + REST - Date.now() : 0;
  }

  private land(frame: Frame): void {
    this.landed = frame;
    this.history = this.steps;
    const step = this.steps.at(-1);
    if (step && !frame.mine.includes(step.seat)) this.rested = Date.now();
    // A hand is shown only as long as its player is to act: after an undo, too, somebody else may be.
    if (frame.private && this.seat !== undefined && this.seat === frame.seat && frame.view && frame.view.actor !== this.seat) this.look(undefined);
  }

  private show(frame: Frame): void {
    const moved = frame.ply !== this.frame?.ply;
    const other = frame.seat !== this.frame?.seat;
    if (this.seat !== undefined && !frame.mine.includes(this.seat)) this.seat = undefined;
    // Seats that know different things saw different things happen.
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
    if (!complete || (this.seat === undefined && !this.arrived)) this.socket.greet();
  }
}
