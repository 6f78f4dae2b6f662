import { expect, test } from "vitest";
import type { Turn } from "$lib/turns";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import { summaryInWords, summaryOf } from "./turnline";
import type { GameEvent, MatchEvent, PlaceEvent } from "./types";

const words = new Words("en", texts as Texts);
const laid: PlaceEvent = { event: "place", seat: 1, tile: 17, colour: "red", value: 3, column: 2, turn: 1 };
const match: MatchEvent = { event: "match", seat: 1, side: "left", column: 1, level: 4, tile: 5, colour: "blue", value: 4, symbol: "ring", points: 4 };
const turn = (...steps: GameEvent[][]): Turn<GameEvent> => ({
  seat: 1,
  turn: 7,
  first: 9,
  points: 4,
  steps: steps.map((events) => ({ seat: 1, turn: 7, points: 0, events })),
});

test("a turn shows the tile, the chain and the token", () => {
  const summary = summaryOf(turn([laid, match, match], [{ event: "claim", seat: 1, token: 3 }, { event: "pay", seat: 1, colour: "red", value: 2 }, { event: "token", seat: 1, token: 3, points: 21 }]));
  expect(summary.laid).toMatchObject({ tile: 17, turn: 1, column: 2 });
  expect(summary.taken).toHaveLength(2);
  expect(summary.tokens).toEqual([21]);
  expect(summaryInWords(words, summary)).toBe("red 3 on column 2, takes 2 tiles, claimed 21 points");
});

test("a tile that takes nothing is shown too", () => {
  expect(summaryInWords(words, summaryOf(turn([laid])))).toBe("red 3 on column 2");
});
