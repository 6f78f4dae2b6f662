import { expect, test } from "vitest";
import type { Step } from "./protocol";
import { eventsOf, lastTurns, turnsOf } from "./turns";

const step = (seat: number, turn: number, points: number | null = 0): Step => ({ seat, turn, points, events: [{ event: `${seat}.${turn}` }] });

test("decisions are grouped into turns, even if one seat makes them all", () => {
  const turns = turnsOf([step(0, 0, 2), step(0, 0, 3), step(0, 1), step(1, 2, null), step(1, 2, 4)]);
  expect(turns.map(({ seat, turn, first, points, steps }) => [seat, turn, first, points, steps.length])).toEqual([
    [0, 0, 1, 5, 2],
    [0, 1, 3, 0, 1],
    [1, 2, 4, null, 2],
  ]);
  expect(eventsOf(turns[2]).map(({ event }) => event)).toEqual(["1.2", "1.2"]);
});

test("each seat has its last turn, or none", () => {
  const turns = turnsOf([step(0, 0), step(1, 1), step(0, 2)]);
  expect(lastTurns(turns, 3).map((turn) => turn?.turn ?? null)).toEqual([2, 1, null]);
});
