import { expect, test } from "vitest";
import { finished, inProgress, mode, myTurn, otherPeople, outcome } from "./listed";
import type { Listed, Seat, Summary } from "./protocol";
import { Words } from "./words";

const person: Seat = { kind: "person", name: "Ada", left: false, stand_in: false, reserved: false, practice: false };
const bot: Seat = { kind: "bot", name: "crab", left: false, stand_in: false, reserved: false, practice: false };
const away: Seat = { kind: "bot", name: "Ada", left: true, stand_in: true, reserved: false, practice: false };

const summaryWith = (wanted: Partial<Summary>): Summary => ({
  status: "playing", seats: [person, bot], preset: "", options: {}, moved: 5, actor: 0,
  round: 1, rounds: null, scores: [3, 4], ranking: null, rank: null, ...wanted,
});
const table = (name: string, summary: Partial<Summary> | null, wanted: Partial<Listed> = {}): Listed => ({
  table: name, game: "reef", created: 1, finished: null, scores: null, mine: [0], summary: summary && summaryWith(summary), ...wanted,
});
const over = (summary: Partial<Summary>, wanted: Partial<Listed> = {}): Listed =>
  table("over", { status: "over", actor: null, ...summary }, { finished: 9, scores: [3, 4], ...wanted });

test("my turn comes first, then the latest move; games left to a bot come last", () => {
  const tables = [
    table("left", { seats: [away, person], actor: 1 }),
    table("waits", { status: "gathering", actor: null, scores: null }),
    table("theirs", { actor: 1, moved: 7 }),
    table("old", { moved: 2 }),
    table("new", { moved: 6 }),
    over({}),
  ];
  expect(inProgress(tables).map((listed) => listed.table)).toEqual(["new", "old", "theirs", "waits", "left"]);
});

test("a seat that a bot has taken over is not my turn", () => {
  expect(myTurn(table("mine", {}))).toBe(true);
  expect(myTurn(table("left", { seats: [away, person] }))).toBe(false);
  expect(myTurn(table("unknown", null))).toBe(false);
});

test("other people are those with a seat of their own", () => {
  expect(otherPeople([person, bot, person, away], [0])).toEqual([2]);
});

test("a game abandoned before it began is not listed as finished", () => {
  const gone = over({ status: "abandoned", scores: null }, { table: "gone", scores: null });
  const early = over({}, { table: "early", finished: 3 });
  expect(finished([early, gone, over({})]).map((listed) => listed.table)).toEqual(["over", "early"]);
});

test.each([
  [{ ranking: [1, 2] }, {}, { kind: "won" }],
  [{ ranking: [2, 1] }, {}, { kind: "lost" }],
  [{ ranking: [1, 1] }, {}, { kind: "tied" }],
  [{ ranking: [2, 1] }, { mine: [0, 1] }, { kind: "of", seat: 1 }],
  [{ ranking: [1, 1] }, { mine: [0, 1] }, { kind: "tied" }],
  [{ ranking: [1], seats: [person], rank: "diver" }, { scores: [150] }, { kind: "points", points: 150, rank: "diver" }],
  [{ status: "abandoned" as const }, { scores: null }, { kind: "abandoned" }],
])("a game that ended %o", (summary, wanted, kind) => {
  expect(outcome(over(summary, wanted))).toEqual(kind);
});

test("without a summary the outcome is unknown", () => {
  expect(outcome(table("old", null, { finished: 9, scores: [3, 4] }))).toEqual({ kind: "unknown" });
});

test("the mode consists of the preset and the options that have a word", () => {
  const words = new Words("en", {
    "preset.family": "Family game", "mode.scenario": "scenario {value}", "option.scenario.3": "3: pairs",
    "mode.setup.expert": "expert set-up", "mode.creatures": "chosen creatures",
  });
  const options = { scenario: "3", setup: "expert", creatures: "A1+A2", first_player: "2" };
  expect(mode(words, summaryWith({ preset: "family", options }))).toEqual([
    "Family game", "scenario 3: pairs", "expert set-up", "chosen creatures",
  ]);
  expect(mode(words, summaryWith({}))).toEqual([]);
});
