import { expect, test } from "vitest";
import type { Turn } from "$lib/turns";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import type { Card } from "./model";
import { summaryInWords, summaryOf } from "./turnline";

const words = new Words("en", texts as Texts);
const cards = new Map([[32, { id: 32, corals: ["red", "green"], points: 5, rows: [], tallest: null, around: null } as Card]]);
const turn = (...steps: object[][]): Turn =>
  ({ seat: 1, turn: 7, first: 9, points: 5, steps: steps.map((events) => ({ seat: 1, turn: 7, points: 0, events })) }) as unknown as Turn;
const told = (one: Turn): string => summaryInWords(words, summaryOf(one), cards);

test("a card taken is told, also one that nobody else sees", () => {
  expect(told(turn([{ event: "take", card: 32, place: 1, tokens: 0 }, { event: "refill", card: 5, place: 1 }]))).toBe("took red + green (5 points)");
  expect(summaryOf(turn([{ event: "take_tokens", card: 32, place: 1, tokens: 2 }])).tokens).toBe(2);
  expect(told(turn([{ event: "top", card: null, pay: 5, place: 0 }]))).toBe("took from the pile Hidden card");
});

test("a card played is told with the spaces of its pieces", () => {
  const played = turn(
    [{ event: "play", card: 32, place: 2, pieces: ["red", "green"] }],
    [{ event: "place", colour: "red", space: "b2" }],
    [{ event: "place", colour: "green", space: "b2" }, { event: "score", card: 32, points: 5 }],
  );
  expect(told(played)).toBe("played red + green (5 points)");
  expect(summaryOf(played)).toMatchObject({ place: 2, spaces: ["b2"], pieces: ["red", "green"] });
});

test("pieces put down at the start are told by colour", () => {
  expect(told(turn([{ event: "arrange", colour: "red", space: "b2" }]))).toBe("starting pieces red");
});
