/** The course of a finished game: the points turn by turn, the best turns, and what made the difference. */

import type { GameEvent, Listed, Step } from "./protocol";
import { turnsOf } from "./turns";

/** A row of the score sheet, with the points of each seat. */
export interface ScoreRow {
  key: string;
  title: string;
  values: number[];
}

/** A turn that was played. */
export interface Played {
  seat: number;
  points: number;
  /** How many decisions had been made when it was over. */
  ply: number;
}

export interface Course {
  turns: Played[];
  /** The points of each seat at the start and after each turn; the last number is the result. */
  lines: number[][];
  /** Each seat's turn with the most points; null where none brought any. */
  best: (Played | null)[];
}

/** An event that brings a seat points. */
interface Bonus extends GameEvent {
  seat: number;
  points: number;
}

/** The names of a game's events that bring a seat points; where only the base is known, any name. */
export type BonusName<Event extends GameEvent> = GameEvent extends Event ? string : Extract<Event, Bonus>["event"];

/**
 * The course of a game from its steps. Events in `bonus` bring points after the last turn: they count in the result, but
 * for no turn. Null if points are hidden.
 */
export function course(steps: Step[], scores: (number | null)[], bonus: readonly string[] = []): Course | null {
  const extra = scores.map(() => 0);
  const brings = (event: GameEvent): event is Bonus => bonus.includes(event.event);
  for (const event of steps.at(-1)?.events ?? []) if (brings(event)) extra[event.seat] += event.points;
  const turns: Played[] = [];
  for (const { seat, points, first, steps: made } of turnsOf(steps)) {
    if (points === null) return null;
    turns.push({ seat, points, ply: first + made.length - 1 });
  }
  const final = turns.at(-1);
  if (final) final.points -= extra[final.seat];
  const results = scores.filter((score) => score !== null);
  if (!turns.length || results.length < scores.length) return null;
  const lines = results.map((score, seat) => {
    const gains = turns.map((turn) => (turn.seat === seat ? turn.points : 0));
    let points = score - extra[seat] - gains.reduce((sum, more) => sum + more, 0);
    return [points, ...gains.map((more) => (points += more)), score];
  });
  const best = results.map((_, seat) =>
    turns.reduce<Played | null>(
      (top, turn) => (turn.seat === seat && turn.points > (top?.points ?? 0) ? turn : top),
      null,
    ),
  );
  return { turns, lines, best };
}

/** For how much of a game a seat had more points than every other one, from 0 to 1. */
export function ahead({ lines }: Course, seat: number): number {
  const others = lines.filter((_, other) => other !== seat);
  const leading = lines[seat].filter((points, at) => others.every((line) => points > line[at]));
  return leading.length / lines[seat].length;
}

/** The row of the sheet in which one seat gained most on another; null where they are equal everywhere. */
export function difference(rows: ScoreRow[], winner: number, other: number): ScoreRow | null {
  const gain = ({ values }: ScoreRow): number => values[winner] - values[other];
  return rows.reduce<ScoreRow | null>((top, row) => (gain(row) > (top ? gain(top) : 0) ? row : top), null);
}

/** The number of the person's games with as many players, if this result is their best; else null. */
export function bestOf(tables: Listed[], now: { table: string; game: string; scores: (number | null)[]; seat: number }): number | null {
  const points = now.scores[now.seat];
  const earlier = tables
    .filter(({ table, game, mine, summary }) => table !== now.table && game === now.game && mine.length === 1 && !summary?.seats[mine[0]].stand_in)
    .filter(({ scores }) => scores?.length === now.scores.length)
    .map(({ scores, mine }) => scores![mine[0]]);
  return points !== null && earlier.length >= 2 && earlier.every((other) => other < points) ? earlier.length + 1 : null;
}
