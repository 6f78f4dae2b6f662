import { render } from "svelte/server";
import { expect, test } from "vitest";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import BagCounts from "./BagCounts.svelte";
import type { Colour } from "./model";

const bags = { fish: { red: 8, yellow: 1, green: 0, purple: 9 }, corals: 71, creatures: { A1: 2, C3: 1 } };
function counted(corals: number[], fish: Colour[]): string {
  const view = { bags, pools: { corals, fish, creatures: corals } };
  const { body } = render(BagCounts, { props: { view, words: new Words("en", texts as Texts) } });
  return body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

test("the bags are counted in every game", () => {
  const all = "Bags 71 corals 3 creatures red fish, 8 yellow fish, 1 green fish, 0 purple fish, 9";
  expect(counted([1, 2], ["red", "red"])).toBe(all);
  expect(counted([], [])).toBe(all);
});

test("fish that lie open are in no bag", () => {
  expect(counted([1, 2], [])).toBe("Bags 71 corals 3 creatures");
});
