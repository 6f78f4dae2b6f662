import { render } from "svelte/server";
import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import BagCounts from "./BagCounts.svelte";
import type { Tile } from "./model";
import type { Colour } from "./types";

const bags = { fish: { red: 8, yellow: 1, green: 0, purple: 9 }, corals: 71, creatures: { A1: 2, C3: 1 } };
const creature = (id: number, code: string): [number, Tile] => [
  id,
  { id, creature: code, what: "coral", need: 3, relation: "same", mode: "anywhere", ways: [], partial: 3, points: 10 },
];
const tiles = new Map([creature(1, "A1"), creature(2, "B1"), creature(3, "C3")]);

function drawn(corals: number[], fish: Colour[]): string {
  const view = { bags, pools: { corals, fish, creatures: corals }, types: ["A1", "C3"] };
  return render(BagCounts, { props: { view, tiles, words: new Words("en", texts as Texts), onInspect: () => undefined } }).body;
}

function counted(corals: number[], fish: Colour[]): string {
  return drawn(corals, fish).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

test("the bags are counted in every game", () => {
  const all = "Bags 71 corals 3 creatures red fish, 8 yellow fish, 1 green fish, 0 purple fish, 9 Creatures of this game 2 1";
  expect(counted([1, 2], ["red", "red"])).toBe(all);
  expect(counted([], [])).toBe(all);
});

test("fish that lie open are in no bag", () => {
  expect(counted([1, 2], [])).toBe("Bags 71 corals 3 creatures Creatures of this game 2 1");
});

test("each type of creature in this game is listed with its condition and how many are left", () => {
  const labels = [...drawn([1], []).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual([
    "whale shark, 3 completed corals of one colour, anywhere in the ocean, 3 points for each, 10 when complete: 2 in the bag",
    "banded sea krait, 3 completed corals of one colour, anywhere in the ocean, 3 points for each, 10 when complete: 1 in the bag",
  ]);
});
