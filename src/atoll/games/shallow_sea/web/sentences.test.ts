import { expect, test } from "vitest";
import type { Choice } from "$lib/protocol";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import polish from "../locales/pl.json";
import type { SeaView, Tile } from "./model";
import { cardInWords, choiceInWords, gainInWords, hint, named, place } from "./sentences";

const words = new Words("en", texts as Texts);
const told = (phase: SeaView["phase"], kinds: string[], more: Partial<SeaView> = {}): string => {
  const legal = kinds.map((kind) => ({ kind })) as Choice[];
  return hint({ phase, legal, credit: 0, tile: 1, fish: "red", ...more } as SeaView, null, words);
};

test("tiles and fish are taken together, apart or drawn, as the rules of the game have it", () => {
  expect(told("choose", ["refresh", "combine", "take"])).toBe("Take a coral or a creature with its fish.");
  expect(told("choose", ["refresh", "take_tile"])).toBe("Take any tile.");
  expect(told("choose", ["draw"])).toBe("Draw a fish and a coral or a creature.");
});

test("what the lionfish has paid is spent first, whatever comes next", () => {
  for (const phase of ["choose", "place", "finish"] as const) {
    expect(told(phase, ["lift_fish"], { credit: 2 })).toBe("Spend what the lionfish has paid.");
  }
});

test("a turn without anything ready ends, or a fish or a coral is moved before", () => {
  expect(told("finish", ["end"])).toBe("End your turn.");
  expect(told("finish", ["lift_fish", "end"])).toBe("Move a fish for shells, or end your turn.");
  expect(told("finish", ["lift_coral", "end"])).toBe("Move a coral for shells, or end your turn.");
  expect(told("finish", ["finish_coral", "lift_fish"])).toBe("Complete what is ready. A coral keeps one of its fish.");
});

test("what is still in hand is placed", () => {
  expect(told("place", ["place_tile", "place_fish"])).toBe("Place the tile and the fish.");
  expect(told("place", ["place_tile"], { fish: null })).toBe("Place the tile.");
  expect(told("place", ["place_fish"], { tile: null })).toBe("Place the fish on a bubble.");
});

const TILES = new Map<number, Tile>([
  [43, { id: 43, colour: "red", asks: [], points: 3 }],
  [61, { id: 61, creature: "A2" } as unknown as Tile],
]);

test("tiles are called by their names, in the case that goes with what is done to them", () => {
  const said = (language: Words, event: Record<string, unknown>): string =>
    language.sentence(`event.${event.event}`, event, ["Ada"], { you: null, named: (field, value) => named(language, TILES, field, value) });
  const polishWords = new Words("pl", polish as Texts);
  const take = { event: "take", seat: 0, tile: 61, what: "creature", label: "A2", fish: "red" };
  expect(said(words, take)).toBe("Ada takes the great white shark and the red fish.");
  expect(said(polishWords, take)).toBe("Ada bierze żarłacza białego i czerwoną rybkę.");
  const lay = { event: "place_tile", seat: 0, tile: 43, what: "coral", label: "43", space: "c2", turn: 1 };
  expect(said(words, lay)).toBe("Ada puts the red coral (3 points) in the ocean.");
  expect(place(words, lay)).toBe("column c, row 2");
  expect(said(words, { event: "broken", seat: 0, rule: 3 })).toBe("Ada has broken modified rule 3 and can't earn it in this game.");
});

test("a choice says what is done, not by which number", () => {
  const choice = { decision: 1, text: "put c2 turn 1", kind: "place_tile", tile: 43, space: "c2", preview: { points: 0, best: 0, ends: false } };
  expect(choiceInWords(words, TILES, choice)).toBe("put the tile here");
  const finish = { ...choice, kind: "finish_coral", colour: "red", fish: "yellow", corner: "N", bubble: "c1", points: 3 };
  expect(choiceInWords(words, TILES, { ...finish, preview: { points: 3, best: 3, ends: false } })).toBe(
    "complete the red coral with the yellow fish above, +3",
  );
});

test("a gain says what comes at once, and what is only the best of the turn", () => {
  const gain = (points: number, best: number): string =>
    gainInWords(words, { decision: 1, text: "", kind: "place_tile", preview: { points, best, ends: false } });
  expect(gain(7, 7)).toBe("+7");
  expect(gain(7, 16)).toBe("+7 … 16");
  expect(gain(0, 10)).toBe("up to +10");
  expect(gain(0, 0)).toBe("");
});

test("an ecosystem card has its colour, number and name", () => {
  expect(cardInWords(words, "orange", 1)).toBe("Orange 1 · Camouflage");
  expect(cardInWords(new Words("pl", polish as Texts), "blue", "4")).toBe("Niebieska 4 · W Świetle Reflektorów");
});
