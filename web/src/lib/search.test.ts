import { expect, test } from "vitest";
import { contains, marked } from "./search";

test("case and accents don't matter", () => {
  expect(contains("Wzór", "wzor")).toBe(true);
  expect(contains("łatwo", "LATWO")).toBe(true);
  expect(contains("pièces", "pieces ")).toBe(true);
  expect(contains("Reef", "chain")).toBe(false);
});

test("every match is split off, and nothing is lost", () => {
  const found = marked("Éa, ea: nothing", "ea");
  expect(found.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["Éa", "ea"]);
  expect(found.map(({ text }) => text).join("")).toBe("Éa, ea: nothing");
});

test("an empty search marks nothing", () => {
  expect(marked("text", " ")).toEqual([{ text: "text", hit: false }]);
});
