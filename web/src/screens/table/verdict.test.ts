import { describe, expect, it, vi } from "vitest";
import type { Course } from "$lib/course";
import type { View } from "$lib/protocol";
import { Words } from "$lib/words";
import { verdict } from "./verdict";

// Each text is its key.
vi.mock("$lib/language.svelte", () => ({ say: (key: string) => key }));
const words = new Words("en", { points: "{count} points" });
const ending = { why: ["end_pile"], bonus: [], pieces: [], rows: () => [], alone: (view: View) => "rank" in view && view.rank !== null };
const view = (scores: number[], ranking: number[], more = {}): View => ({
  game: "g", rules: 1, edition: "", seats: scores.length, seat: 0, actor: null, over: true, scores, ranking, options: {}, legal: [], ...more,
});
const verdictOf = (shown: View, mine: number[], more: { course?: Course; bestOf?: number } = {}) =>
  verdict({
    view: shown,
    names: shown.scores.map((_, seat) => `player ${seat}`),
    mine,
    events: [{ event: "play" }, { event: "end_pile" }, { event: "win_tiles" }],
    describe: ({ event }) => event,
    words,
    ending,
    course: null,
    bestOf: null,
    ...more,
  });
const course = (lines: number[][], best: number[]): Course => ({
  turns: [],
  lines,
  best: best.map((points, seat) => ({ seat, points, ply: 1 })),
});

describe("verdict", () => {
  it("celebrates the winner, and says by how much and why the game ended", () => {
    expect(verdictOf(view([20, 30], [2, 1]), [1])).toEqual({ title: "final.you_won", lines: ["final.margin", "end_pile"], glad: true });
  });

  it("names what decided a tie", () => {
    expect(verdictOf(view([30, 30], [2, 1]), [1]).lines).toEqual(["win_tiles", "end_pile"]);
    expect(verdictOf(view([30, 30], [2, 1]), [0]).lines).toContain("win_tiles");
    expect(verdictOf(view([30, 30, 2], [1, 1, 3]), [2])).toMatchObject({ title: "final.shared", glad: false });
    expect(verdictOf(view([30, 30, 2], [1, 1, 3]), [0]).glad).toBe(true);
  });

  it("consoles the loser with facts", () => {
    expect(verdictOf(view([29, 30], [2, 1]), [0])).toMatchObject({ title: "final.player_won", glad: false, lines: ["final.close", "end_pile"] });
    expect(verdictOf(view([10, 30], [2, 1]), [0], { course: course([[0, 10], [0, 30]], [9, 8]) }).lines[0]).toBe("final.best_yours");
    expect(verdictOf(view([10, 30], [2, 1]), [0], { course: course([[0, 5, 9, 10], [0, 4, 8, 30]], [5, 8]) }).lines[0]).toBe("final.led");
    expect(verdictOf(view([10, 30], [2, 1]), [0], { course: course([[0, 10], [0, 30]], [5, 8]) }).lines[0]).toBe("final.consoled");
    expect(verdictOf(view([10, 30], [2, 1]), [0], { bestOf: 4 }).lines[0]).toBe("final.best_so_far");
  });

  it("addresses nobody where several play on one screen, or for spectators", () => {
    for (const mine of [[0, 1], []]) expect(verdictOf(view([10, 30], [2, 1]), mine)).toMatchObject({ title: "final.player_won", glad: true });
  });

  it("says points and success but no places in a solo game", () => {
    expect(verdictOf(view([140], [1], { rank: "diver" }), [0])).toEqual({ title: "140 points", lines: ["end_pile"], glad: true });
    expect(verdictOf(view([40], [1], { rank: null }), [0]).glad).toBe(false);
  });
});
