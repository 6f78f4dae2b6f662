import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import polish from "../locales/pl.json";
import type { Tile } from "./model";
import { cardInWords, choiceInWords, gainInWords, hint, named, place } from "./sentences";
import type { Choice, FinishCoralChoice, GameEvent, Phase, PlaceTileChoice, View } from "./types";

const words = new Words("en", texts as Texts);
const base = { decision: 1, text: "", preview: { points: 0, best: 0, ends: false } };
const coral = { tile: 43, what: "coral", label: "43" } as const;
const PLACE_TILE: PlaceTileChoice = { ...base, kind: "place_tile", ...coral, space: "c2", turn: 1 };
const FINISH_CORAL: FinishCoralChoice = {
  ...base, kind: "finish_coral", ...coral, colour: "red", space: "c2", corner: "N", bubble: "c1", fish: "yellow", points: 3, ready: [], spoils: [],
}; // prettier-ignore
const CHOICES: Choice[] = [
  { ...base, kind: "end" },
  { ...base, kind: "refresh", pool: "fish", price: 1 },
  { ...base, kind: "combine", price: 1 },
  { ...base, kind: "draw", pool: "corals" },
  { ...base, kind: "take", ...coral, pool: "corals", slot: 1, fish: "red" },
  { ...base, kind: "take_tile", ...coral, pool: "corals", slot: 1 },
  { ...base, kind: "place_fish", fish: "red", bubble: "c1", ready: [], spoils: [] },
  { ...base, kind: "lift_fish", bubble: "c1", fish: "red", price: 1 },
  { ...base, kind: "lift_coral", space: "c2", price: 1 },
  PLACE_TILE,
  FINISH_CORAL,
];

const instruction = (phase: Phase, kinds: Choice["kind"][], more: Partial<View> = {}): string => {
  const view: View = {
    game: "shallow_sea", rules: 1, edition: "", options: {}, seats: 2, seat: 0, actor: 0, over: false, scores: [0, 0], ranking: null, phase, first: 0,
    turn: 0, round: 1, rounds: 17, cards: { orange: [], blue: [] }, doubled: null, prices: { refresh: 1, combination: 1, move: 1 }, types: [],
    pools: { corals: [], fish: [], creatures: [] }, bags: { fish: {}, corals: 0, creatures: {} }, tile: 1, fish: "red", lifted: null, credit: 0,
    closed: false, lionfish: null, players: [], won_by: null, rank: null, ranks: null, legal: kinds.map((kind) => CHOICES.find((choice) => choice.kind === kind)!),
    ...more,
  }; // prettier-ignore
  return hint(view, null, words);
};

test("tiles and fish are taken together, separately or drawn, by the rules of the game", () => {
  expect(instruction("choose", ["refresh", "combine", "take"])).toBe("Take a coral or a creature with its fish.");
  expect(instruction("choose", ["refresh", "take_tile"])).toBe("Take any tile.");
  expect(instruction("choose", ["draw"])).toBe("Draw a fish and a coral or a creature.");
});

test("the lionfish's payment is spent first in every phase", () => {
  for (const phase of ["choose", "place", "finish"] as const) {
    expect(instruction(phase, ["lift_fish"], { credit: 2 })).toBe("Spend what the lionfish has paid.");
  }
});

test("without a ready tile the turn ends, or a fish or a coral is moved first", () => {
  expect(instruction("finish", ["end"])).toBe("End your turn.");
  expect(instruction("finish", ["lift_fish", "end"])).toBe("Move a fish for shells, or end your turn.");
  expect(instruction("finish", ["lift_coral", "end"])).toBe("Move a coral for shells, or end your turn.");
  expect(instruction("finish", ["finish_coral", "lift_fish"])).toBe("Complete what is ready. A coral keeps one of its fish.");
});

test("the pieces in hand are placed", () => {
  expect(instruction("place", ["place_tile", "place_fish"])).toBe("Place the tile and the fish.");
  expect(instruction("place", ["place_tile"], { fish: null })).toBe("Place the tile.");
  expect(instruction("place", ["place_fish"], { tile: null })).toBe("Place the fish on a bubble.");
});

const TILES = new Map<number, Tile>([
  [43, { id: 43, colour: "red", asks: [], points: 3 }],
  [61, { id: 61, creature: "A2", what: "coral", need: 3, relation: "same", mode: "anywhere", ways: [], partial: 3, points: 10 }],
]);

test("tiles are called by their names, in the right grammatical case", () => {
  const said = (language: Words, event: GameEvent): string =>
    language.sentence(`event.${event.event}`, event, ["Ada"], { you: null, named: (field, value) => named(language, TILES, field, value) });
  const polishWords = new Words("pl", polish as Texts);
  const take: GameEvent = { event: "take", seat: 0, tile: 61, what: "creature", label: "A2", pool: "creatures", slot: 1, fish: "red" };
  expect(said(words, take)).toBe("Ada takes the great white shark and the red fish.");
  expect(said(polishWords, take)).toBe("Ada bierze żarłacza białego i czerwoną rybkę.");
  const lay: GameEvent = { event: "place_tile", seat: 0, tile: 43, what: "coral", label: "43", space: "c2", turn: 1 };
  expect(said(words, lay)).toBe("Ada puts the red coral (3 points) in the ocean.");
  expect(place(words, lay)).toBe("column c, row 2");
  expect(said(words, { event: "broken", seat: 0, rule: 3 })).toBe("Ada has broken modified rule 3 and can't earn it in this game.");
});

test("a choice is described without numbers", () => {
  expect(choiceInWords(words, TILES, PLACE_TILE)).toBe("put the tile here");
  expect(choiceInWords(words, TILES, { ...FINISH_CORAL, preview: { points: 3, best: 3, ends: false } })).toBe(
    "complete the red coral with the yellow fish above, +3",
  );
});

test("a gain shows the points at once and the best of the turn", () => {
  const gain = (points: number, best: number): string =>
    gainInWords(words, { ...PLACE_TILE, preview: { points, best, ends: false } });
  expect(gain(7, 7)).toBe("+7");
  expect(gain(7, 16)).toBe("+7 … 16");
  expect(gain(0, 10)).toBe("up to +10");
  expect(gain(0, 0)).toBe("");
});

test("an ecosystem card has its colour, number and name", () => {
  expect(cardInWords(words, "orange", 1)).toBe("Orange 1 · Camouflage");
  expect(cardInWords(new Words("pl", polish as Texts), "blue", "4")).toBe("Niebieska 4 · W Świetle Reflektorów");
});
