/** Where everything lies in a drawing of the ocean: half a tile's diagonal is 100. The names are those of `lattice.py`. */

import type { Corner } from "./types";

const DRAWING = ["..o.o.o.o..", ".o#o#o#o#o.", "o#o#o#o#o#o", ".o#o#o#o#o.", "o#o#o#o#o#o", ".o#o#o#o#o.", "..o.o.o.o.."];
const UNIT = 100;

export interface Place {
  name: string;
  x: number;
  y: number;
  inner: boolean;
}

const found = (mark: string, columns: string, first: number): Place[] =>
  DRAWING.flatMap((line, row) =>
    [...line].flatMap((letter, column) =>
      letter === mark
        ? [{ name: `${columns[column - first]}${row}`, x: column * UNIT, y: row * UNIT, inner: row > 1 && row < 5 && column > 1 && column < 9 }]
        : [],
    ),
  );

export const SPACES = found("#", "abcdefghi", 1);
export const BUBBLES = found("o", "zabcdefghij", 0);
const SPACE = new Map(SPACES.map((place) => [place.name, place]));
const BUBBLE = new Map(BUBBLES.map((place) => [place.name, place]));
export const spaceAt = (name: string): Place => SPACE.get(name)!;
export const bubbleAt = (name: string): Place => BUBBLE.get(name)!;

export const CORNERS: Record<Corner, [x: number, y: number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const CORNER_NAMES = Object.keys(CORNERS) as Corner[];

/** The four bubbles of a space: N, E, S, W. */
export function bubblesOf(space: string): string[] {
  const { x, y } = spaceAt(space);
  return Object.values(CORNERS).map(([dx, dy]) => BUBBLES.find((bubble) => bubble.x === x + dx * UNIT && bubble.y === y + dy * UNIT)!.name);
}

const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
/** A direction after some quarter turns. */
export const turnedDirection = (direction: string, turn: number): string => DIRECTIONS[(DIRECTIONS.indexOf(direction) + 2 * turn) % 8];
/** From a tile's middle: a side lies half as far in both directions as a corner in one. */
export function towards(direction: string): [x: number, y: number] {
  const far = direction.length > 1 ? 0.5 : 1;
  return [far * (Number(direction.includes("E")) - Number(direction.includes("W"))), far * (Number(direction.includes("S")) - Number(direction.includes("N")))];
}

/** The direction in which one space lies from another. */
export function directionFrom(from: string, to: string): string {
  const [dx, dy] = [spaceAt(to).x - spaceAt(from).x, spaceAt(to).y - spaceAt(from).y];
  return `${dy < 0 ? "N" : dy > 0 ? "S" : ""}${dx > 0 ? "E" : dx < 0 ? "W" : ""}`;
}

const ARROWS: Record<string, [x: number, y: number]> = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

const STEPS: Record<string, number> = { PageDown: 1, PageUp: -1 };

/**
 * The place that a key leads to. Arrows prefer near places straight ahead. Page up and down go through all places in
 * reading order, because arrows can miss one of a few scattered places.
 */
export function ahead<T extends { x: number; y: number }>(key: string, from: T, places: readonly T[]): T | null {
  const step = STEPS[key];
  if (step) {
    const order = [...places].sort((a, b) => a.y - b.y || a.x - b.x);
    return order[(order.indexOf(from) + step + order.length) % order.length];
  }
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [ax, ay] = arrow;
  let best: T | null = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const [along, aside] = [dx * ax + dy * ay, Math.abs(dx * ay) + Math.abs(dy * ax)];
    if (along <= 0 || aside > 2 * along) continue;
    const cost = along + 1.5 * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
