import { expect, it } from "vitest";
import type { Step } from "./protocol";
import { nextStop, stopBefore, stopsOf } from "./stops";

const step = (seat: number, turn: number): Step => ({ seat, turn, points: 0, events: [] });
const steps = [step(0, 0), step(0, 0), step(1, 1), step(0, 2), step(0, 2), step(0, 2)];

it("stops after each turn, or after each decision", () => {
  expect(stopsOf(steps, "turn")).toEqual([0, 2, 3, 6]);
  expect(stopsOf(steps, "decision")).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(stopsOf([], "turn")).toEqual([0]);
});

it("goes from a position in the middle of a turn to its end, or to its beginning", () => {
  const stops = stopsOf(steps, "turn");
  expect([nextStop(stops, 0), nextStop(stops, 1), nextStop(stops, 3), nextStop(stops, 6)]).toEqual([2, 2, 6, 6]);
  expect([stopBefore(stops, 6), stopBefore(stops, 5), stopBefore(stops, 2), stopBefore(stops, 0)]).toEqual([3, 3, 0, 0]);
});
