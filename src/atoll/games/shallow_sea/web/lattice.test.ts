import { expect, test } from "vitest";
import { ahead, BUBBLES, SPACES, wayFrom, type Place } from "./lattice";

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

test("page up and page down lead to each of a scattered few", () => {
  const some = [...SPACES, ...BUBBLES].filter((_, at) => at % 7 === 3);
  expect(reached(["PageDown"], some)).toBe(some.length);
  expect(reached(["PageUp"], some)).toBe(some.length);
});

test("the direction of one space from another", () => {
  expect(wayFrom("c2", "d1")).toBe("NE");
  expect(wayFrom("c2", "e2")).toBe("E");
  expect(wayFrom("c2", "b3")).toBe("SW");
});
