import { expect, test } from "vitest";
import { ahead, BUBBLES, SPACES, directionFrom, type Place } from "./lattice";

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

function reached(keys: string[], places: Place[]): number {
  const found = new Set([places[0]]);
  for (const place of found) {
    for (const key of keys) found.add(ahead(key, place, places) ?? place);
  }
  return found.size;
}

test("arrows lead to every place of the ocean", () => {
  const all = [...SPACES, ...BUBBLES];
  expect(reached(ARROWS, all)).toBe(all.length);
});

test("page up and page down reach every one of a few scattered places", () => {
  const some = [...SPACES, ...BUBBLES].filter((_, at) => at % 7 === 3);
  expect(reached(["PageDown"], some)).toBe(some.length);
  expect(reached(["PageUp"], some)).toBe(some.length);
});

test("the direction of one space from another", () => {
  expect(directionFrom("c2", "d1")).toBe("NE");
  expect(directionFrom("c2", "e2")).toBe("E");
  expect(directionFrom("c2", "b3")).toBe("SW");
});
