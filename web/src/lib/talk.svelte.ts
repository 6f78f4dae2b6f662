/** Chat, notices and presence at a table. */

import { loadData, save } from "./device";
import type { Frame, Line, Notice, Presence } from "./protocol";

export type NoticeKind = Notice["kind"] | "away";

/** A notice that is announced for a moment. */
export interface Announced {
  key: string;
  kind: NoticeKind;
  seat: number;
  name: string;
}

/** How long an announcement is shown; afterwards it is only in the chat. */
export const SHOWN = 7_000;
/** A player who returns within this time, as after reloading the page, was never away. */
const PATIENCE = 6_000;
/** The storage key of how far the chats of the last tables were read. */
const READ = "atoll.read";
const TABLES = 30;

export class Talk {
  chat = $state.raw<Line[]>([]);
  notices = $state.raw<Notice[]>([]);
  /** New lines, for bubbles at the seats. */
  bubbles = $state.raw<Line[]>([]);
  announced = $state.raw<Announced[]>([]);
  /** Seats of people who have been away for a while. */
  away = $state.raw<number[]>([]);
  /** The last line of chat that was read. */
  private read = $state(0);
  private frame = $state.raw<Frame | null>(null);
  /** Seats whose players were here before. */
  private seen = new Set<number>();
  private timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private table: string) {
    this.read = marks()[table] ?? 0;
  }

  /** The number of unread lines by other people. */
  get unread(): number {
    return this.chat.filter((line) => line.seq > this.read && !this.isMine(line.seat)).length;
  }

  markRead(): void {
    const last = this.chat.at(-1)?.seq ?? 0;
    if (last <= this.read) return;
    this.read = last;
    const others = Object.entries(marks()).filter(([table]) => table !== this.table);
    save(READ, JSON.stringify(Object.fromEntries([...others.slice(1 - TABLES), [this.table, last]])));
  }

  /** Add the chat and notices of a frame; those of the first frame are not announced. */
  receive(frame: Frame): void {
    const first = this.frame === null;
    this.frame = frame;
    const lines = unknown(this.chat, frame.chat);
    const notices = unknown(this.notices, frame.notices);
    if (lines.length) this.chat = [...this.chat, ...lines];
    if (notices.length) this.notices = [...this.notices, ...notices];
    if (first) return;
    for (const line of lines) if (!this.isMine(line.seat)) this.bubble(line);
    for (const notice of notices) {
      const { seq, kind, seat, name } = notice;
      // Becoming a practice game concerns the player above all.
      if (!this.isMine(seat) || kind === "practice") this.announce({ key: `${seq}`, kind, seat, name });
    }
  }

  /** Update presence; players who stay away for a while are announced. */
  attend(presence: Presence): void {
    const seats = this.frame?.seats ?? [];
    const isMissing = (seat: number): boolean => seats[seat].kind === "person" && !this.isMine(seat) && !presence.online.includes(seat);
    for (let seat = 0; seat < seats.length; seat++) {
      const key = `away ${seat}`;
      if (isMissing(seat)) {
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

  private isMine(seat: number | null): boolean {
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

const marks = (): Record<string, number> => loadData(READ, {});

const unknown = <T extends { seq: number }>(known: T[], said: T[]): T[] =>
  said.filter(({ seq }) => known.every((line) => line.seq !== seq));
