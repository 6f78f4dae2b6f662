/** The decisions of a game, gathered into turns. */

import type { GameEvent, Step as BaseStep } from "./protocol";

/** A decision, with the events of a game. */
export interface Step<Event extends GameEvent = GameEvent> extends BaseStep {
  events: Event[];
}

export interface Turn<Event extends GameEvent = GameEvent> {
  seat: number;
  /** The number of the turn, from 0 on. */
  turn: number;
  /** The number of its first decision in the game, from 1 on. */
  first: number;
  /** The points of the turn; null if they are hidden. */
  points: number | null;
  steps: Step<Event>[];
}

export function turnsOf<Event extends GameEvent>(history: Step<Event>[]): Turn<Event>[] {
  const turns: Turn<Event>[] = [];
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
export const lastTurns = <Event extends GameEvent>(turns: Turn<Event>[], seats: number): (Turn<Event> | null)[] =>
  Array.from({ length: seats }, (_, seat) => turns.findLast((turn) => turn.seat === seat) ?? null);

export const eventsOf = <Event extends GameEvent>(turn: Turn<Event>): Event[] => turn.steps.flatMap(({ events }) => events);
