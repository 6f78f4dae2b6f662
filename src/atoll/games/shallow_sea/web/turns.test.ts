import { expect, test } from "vitest";
import type { Turn } from "$lib/turns";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import type { Tile } from "./model";
import { placesOf, summaryOf, turnInWords } from "./turns";
import type { GameEvent } from "./types";

const CREATURE = { tile: 61, what: "creature", label: "C2" } as const;
const events: GameEvent[] = [
  { event: "refresh", seat: 1, pool: "fish", price: 1 },
  { event: "refill_fish", fish: "green", pool: "fish", slot: 1 },
  { event: "take", seat: 1, ...CREATURE, pool: "creatures", slot: 2, fish: "purple" },
  { event: "place_tile", seat: 1, ...CREATURE, space: "c2", turn: 0 },
  { event: "place_fish", seat: 1, fish: "purple", bubble: "b2" },
  { event: "finish_coral", seat: 1, tile: 43, what: "coral", label: "43", colour: "red", space: "b3", corner: "N", bubble: "b2", fish: "purple", points: 7 },
  { event: "shell", seat: 1, shells: 2 },
  { event: "finish_creature", seat: 1, ...CREATURE, space: "c2", points: 6 },
  { event: "end_turn", seat: 1 },
  { event: "start_draw", seat: 2, tile: 62, what: "creature", label: "C3" },
];
const turn: Turn<GameEvent> = { seat: 1, turn: 4, first: 20, points: 12, steps: events.map((event) => ({ seat: 1, turn: 4, points: 0, events: [event] })) };
const tiles = new Map<number, Tile>([
  [43, { id: 43, colour: "red", asks: [], points: 7 }],
  [61, { id: 61, creature: "C2", what: "coral", need: 3, relation: "same", mode: "anywhere", ways: [], partial: 3, points: 10 }],
]);

test("a turn lists what was taken, paid for and completed, and where", () => {
  expect(summaryOf(turn)).toEqual({ tile: 61, fish: "purple", refreshes: 1, pair: null, lionfish: 0, moved: [], laid: [], completed: [43, 61] });
  expect([...placesOf(turn)]).toEqual(["c2", "b2", "b3"]);
  expect(placesOf(null).size).toBe(0);
});

test("a turn is described without the player's name", () => {
  const text = turnInWords(new Words("en", texts as Texts), tiles, turn);
  expect(text).toBe("1 refresh; hawksbill turtle; purple fish; completed: red coral, 7; hawksbill turtle");
});

test("paying for any pair is part of a turn, from its first step on", () => {
  const paid: Turn<GameEvent> = { ...turn, steps: [{ seat: 1, turn: 4, points: 0, events: [{ event: "combine", seat: 1, price: 1 }] }] };
  expect(summaryOf(paid).pair).toBe(1);
  expect(turnInWords(new Words("en", texts as Texts), tiles, paid)).toBe("Any pair");
});
