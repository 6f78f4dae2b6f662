import { expect, test } from "vitest";
import type { Turn } from "$lib/turns";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import type { Card } from "./model";
import { summaryInWords, summaryOf } from "./turnline";
import type { GameEvent } from "./types";

const words = new Words("en", texts as Texts);
const cards = new Map([[32, { id: 32, corals: ["red", "green"], points: 5, rows: [], tallest: null, around: null } as Card]]);
const turn = (...steps: GameEvent[][]): Turn<GameEvent> => ({
  seat: 1,
  turn: 7,
  first: 9,
  points: 5,
  steps: steps.map((events) => ({ seat: 1, turn: 7, points: 0, events })),
});
const summary = (played: Turn<GameEvent>): string => summaryInWords(words, summaryOf(played), cards);

test("a card taken is shown, even a hidden one", () => {
  expect(summary(turn([{ event: "take", seat: 1, card: 32, place: 1, tokens: 0 }, { event: "refill", card: 5, place: 1 }]))).toBe("took red + green (5 points)");
  expect(summaryOf(turn([{ event: "take_tokens", seat: 1, card: 32, place: 1, tokens: 2 }])).tokens).toBe(2);
  expect(summary(turn([{ event: "top", seat: 1, card: null, pay: 5, place: 0 }]))).toBe("took from the pile Hidden card");
});

test("a card played is shown with the spaces of its pieces", () => {
  const played = turn(
    [{ event: "play", seat: 1, card: 32, place: 2, pieces: ["red", "green"] }],
    [{ event: "place", seat: 1, colour: "red", space: "b2", level: 1 }],
    [{ event: "place", seat: 1, colour: "green", space: "b2", level: 2 }, { event: "score", seat: 1, card: 32, times: 1, points: 5, spaces: [["b2"]] }],
  );
  expect(summary(played)).toBe("played red + green (5 points)");
  expect(summaryOf(played)).toMatchObject({ place: 2, spaces: ["b2"], pieces: ["red", "green"] });
});

test("starting pieces are shown by colour", () => {
  expect(summary(turn([{ event: "arrange", seat: 1, colour: "red", space: "b2", level: 1 }]))).toBe("starting pieces red");
});
