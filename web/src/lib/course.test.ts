import { describe, expect, it } from "vitest";
import { ahead, bestOf, course, difference } from "./course";
import type { GameEvent, Listed } from "./protocol";
import type { Step } from "./turns";

type Scored = GameEvent & { seat: number; points: number };
const step = (seat: number, turn: number, points: number | null, events: Scored[] = []): Step<Scored> => ({ seat, turn, points, events });

describe("course", () => {
  const steps = [step(0, 0, 2), step(0, 0, 3), step(1, 1, 4), step(0, 2, 1), step(1, 3, 9, [{ event: "hand", seat: 1, points: 7 }, { event: "hand", seat: 0, points: 1 }])];

  it("adds up the steps of a turn and knows where it ended", () => {
    expect(course(steps, [10, 16], ["hand"])?.turns).toEqual([
      { seat: 0, points: 5, ply: 2 },
      { seat: 1, points: 4, ply: 3 },
      { seat: 0, points: 1, ply: 4 },
      { seat: 1, points: 2, ply: 5 },
    ]);
  });

  it("leads from the points at the start to the result, bonus included", () => {
    expect(course(steps, [10, 16], ["hand"])?.lines).toEqual([
      [3, 8, 8, 9, 9, 10],
      [3, 3, 7, 7, 9, 16],
    ]);
  });

  it("finds each seat's best turn, without bonus points", () => {
    expect(course(steps, [10, 16], ["hand"])?.best.map((turn) => turn?.ply)).toEqual([2, 3]);
    expect(course([step(0, 0, 0), step(0, 1, -2)], [0])?.best).toEqual([null]);
  });

  it("is unknown where points are hidden, or nothing was played", () => {
    expect(course([step(0, 0, null)], [3])).toBeNull();
    expect(course([], [3])).toBeNull();
    expect(course([step(0, 0, 1)], [1, null])).toBeNull();
  });

  it("returns for how much of the game a seat was ahead", () => {
    const found = course(steps, [10, 16], ["hand"])!;
    expect(ahead(found, 0)).toBeCloseTo(3 / 6);
    expect(ahead(found, 1)).toBeCloseTo(1 / 6);
  });
});

describe("difference", () => {
  const rows = [
    { key: "a", title: "a", values: [5, 9] },
    { key: "b", title: "b", values: [20, 3] },
  ];

  it("is the row in which the winner gained most", () => {
    expect(difference(rows, 0, 1)?.key).toBe("b");
    expect(difference(rows, 1, 0)?.key).toBe("a");
    expect(difference([{ key: "a", title: "a", values: [4, 4] }], 0, 1)).toBeNull();
  });
});

describe("bestOf", () => {
  const played = (table: string, scores: number[], more: Partial<Listed> = {}): Listed => ({
    table, game: "g", created: 0, finished: 1, scores, mine: [0], summary: null, ...more,
  });
  const now = { table: "now", game: "g", scores: [30, 40], seat: 0 };
  const earlier = [played("a", [20, 50]), played("b", [29, 10]), played("now", [30, 40])];

  it("counts the games that this one is the best of", () => {
    expect(bestOf(earlier, now)).toBe(3);
    expect(bestOf([...earlier, played("c", [30, 0])], now)).toBeNull();
  });

  it("compares with games of the same kind, and with several of them", () => {
    expect(bestOf(earlier.slice(1), now)).toBeNull();
    expect(bestOf([...earlier, played("c", [99]), played("d", [99, 1], { game: "h" }), played("e", [99, 99], { mine: [0, 1] })], now)).toBe(3);
  });
});
