import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import english from "../locales/en.json";
import { hint } from "./sentences";
import type { CardExplanation, Choice, Phase, PlaceChoice, PlayChoice, View } from "./types";

const words = new Words("en", english as Texts);
const LAST_PIECE: PlaceChoice = { decision: 15, text: "r b2", kind: "place", colour: "red", space: "b2", level: 1, preview: { points: 15, best: 15, ends: true } };

function said(choice: Choice, explanation: { points: number; spaces: string[][] } | null, phase: Phase = "place"): string {
  const view: View = {
    game: "reef", rules: 1, edition: "", options: {}, seats: 2, seat: 0, actor: 0, over: false, scores: [0, 0], ranking: null, phase, first: 0,
    turn: 0, round: 1, last_round: false, supply: {}, display: [], top: null, pile: 0, placing: { card: 7, pieces: ["red"] }, players: [],
    won_by: null, legal: [choice],
  }; // prettier-ignore
  const scores = new Map<string, CardExplanation>(explanation ? [[choice.text, { about: "7", topic: "card", ...explanation }]] : []);
  return hint(view, choice, false, scores, new Map(), words);
}

test("the last piece shows how often the pattern occurs", () => {
  const spaces = [["a1"], ["b2"], ["c3"]];
  expect(said(LAST_PIECE, { points: 15, spaces })).toBe("+15 for 3 matches.");
  expect(said({ ...LAST_PIECE, preview: { points: 5, best: 5, ends: true } }, { points: 5, spaces: [["b2"]] })).toBe("+5 for 1 match.");
});

test("the score of the cards in hand at the end is shown separately", () => {
  const spaces = [["a1"], ["a2"], ["a3"], ["b1"], ["b2"]];
  expect(said(LAST_PIECE, { points: 5, spaces })).toBe("The game ends: +5 for the pattern, +10 for your cards in hand.");
  expect(said(LAST_PIECE, { points: 0, spaces: [] })).toBe("The game ends: +0 for the pattern, +15 for your cards in hand.");
});

test("no matches are counted before the explanation arrives", () => {
  expect(said(LAST_PIECE, null)).toBe("+15");
});

test("a card that brings no piece is counted like any other", () => {
  const card: PlayChoice = { decision: 15, text: "play 7", kind: "play", card: 7, place: 0, pieces: [], preview: LAST_PIECE.preview };
  expect(said(card, { points: 15, spaces: [["a1", "a2"]] }, "turn")).toBe("+15 for 1 match.");
});

test("a missing pattern and the last starting piece score nothing", () => {
  const nothing = { ...LAST_PIECE, preview: { points: 0, best: 0, ends: true } };
  expect(said(nothing, null)).toBe("The pattern is not there: no points.");
  expect(said(nothing, null, "arrange")).toBe("This is your last starting piece.");
});
