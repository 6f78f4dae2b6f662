/** The decisions of a game, gathered into turns. */

import type { GameEvent, Step } from "./protocol";

export interface Turn {
  seat: number;
  /** The number of the turn, from 0 on. */
  turn: number;
  /** The number of its first decision in the game, from 1 on. */
  first: number;
  /** What the turn brought; null where that is hidden. */
  points: number | null;
  steps: Step[];
}

export function turnsOf(history: Step[]): Turn[] {
  const turns: Turn[] = [];
  history.forEach((step, number) => {
    const last = turns.at(-1);
    if (last?.turn !== step.turn) {
      turns.push({ seat: step.seat, turn: step.turn, first: number + 1, points: step.points, steps: [step] });
      return;
    }
    last.points = last.points === null || step.points === null ? null : last.points + step.points;
    last.steps.push(step);
  });
  return turns;
}

/** The last turn of each seat; null for a seat that has not had one. */
export const lastTurns = (turns: Turn[], seats: number): (Turn | null)[] =>
  Array.from({ length: seats }, (_, seat) => turns.findLast((turn) => turn.seat === seat) ?? null);

export const eventsOf = (turn: Turn): GameEvent[] => turn.steps.flatMap(({ events }) => events);
