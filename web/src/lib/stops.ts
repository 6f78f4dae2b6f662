/** Where a replay stops: after each decision, or after each turn. Positions are counted in decisions, from the deal on. */

import type { Step } from "./protocol";
import { turnsOf } from "./turns";

export type Stride = "turn" | "decision";

/** The positions at which a replay stops, the deal and the last one among them. */
export function stopsOf(steps: Step[], stride: Stride): number[] {
  if (stride === "decision") return [0, ...steps.map((_, number) => number + 1)];
  return [0, ...turnsOf(steps).map(({ first, steps: made }) => first + made.length - 1)];
}

/** The next stop after a position, or the last one before it; at either end the end itself. */
export const nextStop = (stops: number[], ply: number): number => stops.find((stop) => stop > ply) ?? stops.at(-1)!;
export const stopBefore = (stops: number[], ply: number): number => stops.findLast((stop) => stop < ply) ?? 0;
