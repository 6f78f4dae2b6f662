import { expect, test } from "vitest";
import type { Choice, View } from "$lib/protocol";
import { gainOf, groupsOf } from "./choices";
import { changes, gridOf, rowOf, sheetOf, tintOf, valuesOf, type List, type Shown } from "./shown";

const choice = (text: string): Choice => ({ decision: 0, text, kind: "decide", preview: { points: 0, best: 0, ends: true } });

const BASE: View = {
  game: "chess",
  rules: 1,
  edition: "standard",
  options: {},
  seats: 2,
  seat: 0,
  actor: 0,
  over: false,
  scores: [0, 0],
  ranking: null,
  legal: [],
};
const viewOf = (own: object): View => ({ ...BASE, ...own });
const listOf = (shown: Shown): List => {
  if (shown.kind !== "list") throw new Error("not a list");
  return shown;
};
const texts = (shown: Shown): unknown => {
  if (shown.kind === "leaf") return shown.text;
  return shown.kind === "list" ? shown.items.map(texts) : Object.fromEntries(shown.fields.map((field) => [field.name, texts(field.shown)]));
};

test("choices are grouped by their first word, in the order of the list", () => {
  const groups = groupsOf(["drop 1", "move a b", "drop 2", "move a c"].map(choice));
  expect(groups.map(({ title, buttons }) => [title, buttons.map(({ label }) => label)])).toEqual([
    ["drop", ["1", "2"]],
    ["move", ["a b", "a c"]],
  ]);
  expect(groups[0].buttons.map(({ choice: { text } }) => text)).toEqual(["drop 1", "drop 2"]);
});

test("choices with a first word of their own stand together, in full", () => {
  const groups = groupsOf(["pass", "drop 1", "drop 2", "take card 7"].map(choice));
  expect(groups.map(({ title, buttons }) => [title, buttons.map(({ label }) => label)])).toEqual([
    ["drop", ["1", "2"]],
    ["", ["pass", "take card 7"]],
  ]);
  expect(groupsOf([])).toEqual([]);
  expect(groupsOf(["bid", "bid 2"].map(choice))[0].buttons.map(({ label }) => label)).toEqual(["bid", "2"]);
});

test("a choice says what it brings, or the most that its turn can bring", () => {
  expect(gainOf({ points: 3, best: 3, ends: true })).toEqual({ points: "+3", best: false });
  expect(gainOf({ points: -2, best: -2, ends: true })).toEqual({ points: "−2", best: false });
  expect(gainOf({ points: 0, best: 0, ends: true })).toBeNull();
  expect(gainOf({ points: 1, best: 5, ends: false })).toEqual({ points: "5", best: true });
  expect(gainOf({ points: 0, best: 0, ends: false })).toBeNull();
});

test("a view without fields of its own shows nothing more", () => {
  expect(sheetOf(viewOf({}))).toEqual({ values: [], seats: [], rest: [] });
});

test("single values are shown with their names", () => {
  const { values } = sheetOf(viewOf({ open_shells: 3, winner: -1, secret: null, last: true, word: "" }));
  expect(values.map(({ name, leaf }) => [name, leaf.text])).toEqual([
    ["open shells", "3"],
    ["winner", "−1"],
    ["secret", "?"],
    ["last", "✓"],
    ["word", "–"],
  ]);
});

test("lists with an entry for each seat have a column for each seat", () => {
  const { seats, rest } = sheetOf(viewOf({ kept: [1, null], hands: [[1, 2], []], pile: [1, 2, 3] }));
  expect(seats.map(({ name, cells }) => [name, cells.map(texts)])).toEqual([
    ["kept", ["1", "?"]],
    ["hands", [["1", "2"], []]],
  ]);
  expect(rest.map(({ name, shown }) => [name, texts(shown)])).toEqual([["pile", ["1", "2", "3"]]]);
});

test("entries with fields have a row for each field", () => {
  const { seats } = sheetOf(viewOf({ players: [{ stock: 3, hand: [1] }, { stock: 4, hand: [] }] }));
  expect(seats.map(({ name, cells }) => [name, cells.map(texts)])).toEqual([
    ["stock", ["3", "4"]],
    ["hand", [["1"], []]],
  ]);
});

test("a list of lists is a grid, a list a row", () => {
  const { rest } = sheetOf(viewOf({ board: [[0, 1, 2], [0, 0, null], [3, 0, 0]], pile: [4, 5, 6], cube: [[[1], [2]], [[3], [4]], [[5], [6]]] }));
  const [board, pile, cube] = rest.map(({ shown }) => listOf(shown));
  expect(gridOf(board)?.map((row) => row.map(({ text }) => text))).toEqual([["0", "1", "2"], ["0", "0", "?"], ["3", "0", "0"]]);
  expect(rowOf(board)).toBeNull();
  expect(gridOf(pile)).toBeNull();
  expect(rowOf(pile)?.map(({ text }) => text)).toEqual(["4", "5", "6"]);
  expect([gridOf(cube), rowOf(cube)]).toEqual([null, null]);
  expect(gridOf(listOf(cube.items[0]))?.flat().map(({ path }) => path)).toEqual(["cube.0.0.0", "cube.0.1.0"]);
  expect(rowOf({ kind: "list", items: [] })).toEqual([]);
  expect(gridOf({ kind: "list", items: [] })).toBeNull();
});

test("small numbers have colours, unless there are larger ones", () => {
  const cells = (...all: string[]): { kind: "leaf"; path: string; text: string }[] => all.map((text) => ({ kind: "leaf", path: "", text }));
  const few = cells("0", "1", "4", "?");
  expect(few.map(tintOf(few))).toEqual(["none", "tint seat-0", "tint seat-3", ""]);
  const many = cells("0", "1", "17");
  expect(many.map(tintOf(many))).toEqual(["none", "", ""]);
});

test("what a decision changed is found by its place", () => {
  const [before, after] = [viewOf({ board: [[0, 0], [0, 0], [0, 0]], discs: 0 }), viewOf({ actor: 1, board: [[0, 1], [0, 0], [0, 0]], discs: 1 })].map(valuesOf);
  expect([...changes(before, after)]).toEqual(["board.0.1", "discs"]);
  expect(changes(after, after).size).toBe(0);
});
