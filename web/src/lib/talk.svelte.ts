/** What people at a table say, and what happens to them besides their moves: lines of chat, notices, who is away. */

import { keep, keptData } from "./device";
import type { Frame, Line, Notice, Presence } from "./protocol";

export type NoticeKind = Notice["kind"] | "away";

/** A notice that is announced for a moment. */
export interface Announced {
  key: string;
  kind: NoticeKind;
  seat: number;
  name: string;
}

/** How long something is shown before it can only be read in the chat. */
export const SHOWN = 7_000;
/** Who comes back within that time, as after loading the page again, was never away. */
const PATIENCE = 6_000;
/** Where it is kept up to which line the chat of the last tables was read. */
const READ = "atoll.read";
const TABLES = 30;

export class Talk {
  chat = $state.raw<Line[]>([]);
  notices = $state.raw<Notice[]>([]);
  /** Lines that came in just now, for bubbles at the seats. */
  bubbles = $state.raw<Line[]>([]);
  announced = $state.raw<Announced[]>([]);
  /** Seats of persons who have not looked at the table for a while. */
  away = $state.raw<number[]>([]);
  /** The line of chat up to which everything was read. */
  private read = $state(0);
  private frame = $state.raw<Frame | null>(null);
  /** Seats whose players were seen at the table. */
  private seen = new Set<number>();
  private timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private table: string) {
    this.read = marks()[table] ?? 0;
  }

  /** Lines of others that were not read yet. */
  get unread(): number {
    return this.chat.filter((line) => line.seq > this.read && !this.own(line.seat)).length;
  }

  markRead(): void {
    const last = this.chat.at(-1)?.seq ?? 0;
    if (last <= this.read) return;
    this.read = last;
    const others = Object.entries(marks()).filter(([table]) => table !== this.table);
    keep(READ, JSON.stringify(Object.fromEntries([...others.slice(1 - TABLES), [this.table, last]])));
  }

  /** Take what a frame says; what the first one tells is no news. */
  receive(frame: Frame): void {
    const first = this.frame === null;
    this.frame = frame;
    const lines = unknown(this.chat, frame.chat);
    const notices = unknown(this.notices, frame.notices);
    if (lines.length) this.chat = [...this.chat, ...lines];
    if (notices.length) this.notices = [...this.notices, ...notices];
    if (first) return;
    for (const line of lines) if (!this.own(line.seat)) this.bubble(line);
    for (const notice of notices) {
      const { seq, kind, seat, name } = notice;
      // That a game earns nothing any more is news to its player above all.
      if (!this.own(seat) || kind === "practice") this.announce({ key: `${seq}`, kind, seat, name });
    }
  }

  /** Somebody came or went; who stays away for a while is announced. */
  attend(presence: Presence): void {
    const seats = this.frame?.seats ?? [];
    const missing = seats.flatMap(({ kind }, seat) =>
      kind === "person" && !this.own(seat) && !presence.online.includes(seat) ? [seat] : [],
    );
    for (let seat = 0; seat < seats.length; seat++) {
      const key = `away ${seat}`;
      if (missing.includes(seat)) {
        if (!this.away.includes(seat) && !this.timers.has(key)) this.later(key, PATIENCE, () => this.leave(seat));
      } else {
        this.cancel(key);
        this.seen.add(seat);
        if (this.away.includes(seat)) this.returns(seat);
      }
    }
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private own(seat: number | null): boolean {
    return seat !== null && (this.frame?.mine.includes(seat) ?? false);
  }

  private leave(seat: number): void {
    this.away = [...this.away, seat];
    if (this.seen.has(seat) && this.frame?.status !== "over") this.say("away", seat);
  }

  private returns(seat: number): void {
    this.away = this.away.filter((other) => other !== seat);
    if (this.frame?.status !== "over" && this.frame?.seats[seat].kind === "person") this.say("back", seat);
  }

  private say(kind: NoticeKind, seat: number): void {
    this.announce({ key: `${kind} ${seat} ${Date.now()}`, kind, seat, name: this.frame?.seats[seat].name ?? "" });
  }

  private bubble(line: Line): void {
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== line.seat || seat === null), line];
    this.later(`bubble ${line.seq}`, SHOWN, () => (this.bubbles = this.bubbles.filter(({ seq }) => seq !== line.seq)));
  }

  private announce(notice: Announced): void {
    this.announced = [...this.announced, notice];
    this.later(notice.key, SHOWN, () => this.dismiss(notice.key));
  }

  dismiss(key: string): void {
    this.announced = this.announced.filter((other) => other.key !== key);
  }

  private later(key: string, wait: number, act: () => void): void {
    this.cancel(key);
    const run = (): void => {
      this.timers.delete(key);
      act();
    };
    this.timers.set(key, setTimeout(run, wait));
  }

  private cancel(key: string): void {
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
  }
}

const marks = (): Record<string, number> => keptData(READ, {});

const unknown = <T extends { seq: number }>(known: T[], said: T[]): T[] =>
  said.filter(({ seq }) => known.every((line) => line.seq !== seq));
