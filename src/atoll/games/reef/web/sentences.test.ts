import { expect, test } from "vitest";
import type { Choice } from "$lib/protocol";
import { Words, type Texts } from "$lib/words";
import english from "../locales/en.json";
import type { ReefView } from "./model";
import { hint } from "./sentences";

const words = new Words("en", english as Texts);
const LAST_PIECE: Choice = { decision: 15, text: "r b2", kind: "place", preview: { points: 15, best: 15, ends: true } };

function said(choice: Choice, told: { points: number; spaces: string[][] } | null, phase = "place"): string {
  const view = { phase, placing: { card: 7, pieces: ["red"] }, legal: [choice] } as unknown as ReefView;
  return hint(view, choice, false, new Map(told ? [[choice.text, told]] : []), new Map(), words);
}

test("the last piece tells how often the pattern stands", () => {
  const spaces = [["a1"], ["b2"], ["c3"]];
  expect(said(LAST_PIECE, { points: 15, spaces })).toBe("+15 for 3 matches.");
  expect(said({ ...LAST_PIECE, preview: { points: 5, best: 5, ends: true } }, { points: 5, spaces: [["b2"]] })).toBe("+5 for 1 match.");
});

test("what the cards in hand score at the end of the game is told apart", () => {
  const spaces = [["a1"], ["a2"], ["a3"], ["b1"], ["b2"]];
  expect(said(LAST_PIECE, { points: 5, spaces })).toBe("The game ends: +5 for the pattern, +10 for your cards in hand.");
  expect(said(LAST_PIECE, { points: 0, spaces: [] })).toBe("The game ends: +0 for the pattern, +15 for your cards in hand.");
});

test("nothing is counted before the rules have told it", () => {
  expect(said(LAST_PIECE, null)).toBe("+15");
});

test("a card that brings no piece is counted like any other", () => {
  expect(said({ ...LAST_PIECE, text: "play 7", kind: "play", card: 7 }, { points: 15, spaces: [["a1", "a2"]] }, "turn")).toBe("+15 for 1 match.");
});

test("a pattern that is not there and a last start piece bring nothing", () => {
  const nothing = { ...LAST_PIECE, preview: { points: 0, best: 0, ends: true } };
  expect(said(nothing, null)).toBe("The pattern is not there: no points.");
  expect(said(nothing, null, "arrange")).toBe("This is your last starting piece.");
});
