import { expect, test } from "vitest";
import type { Choice } from "$lib/protocol";
import { Words, type Texts } from "$lib/words";
import texts from "../locales/en.json";
import type { SeaView } from "./model";
import { hint } from "./sentences";

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
  expect(told("finish", ["finish_coral", "lift_fish"])).toBe("Finish what is ready. A coral keeps one of its fish.");
});

test("what is still in hand is placed", () => {
  expect(told("place", ["place_tile", "place_fish"])).toBe("Place the tile and the fish.");
  expect(told("place", ["place_tile"], { fish: null })).toBe("Place the tile.");
  expect(told("place", ["place_fish"], { tile: null })).toBe("Place the fish on a bubble.");
});
