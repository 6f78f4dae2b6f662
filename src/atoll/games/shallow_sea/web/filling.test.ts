import { expect, test } from "vitest";
import { filled } from "./filling";

const ALL = ["A", "B", "C", "D", "E"].flatMap((group) => [1, 2, 3, 4].map((number) => `${group}${number}`)).concat("F1", "F2");

test("a random completion keeps the picked types", () => {
  const picked = ["A1", "A2", "B1", "C1", "C2", "D1", "D2", "E1", "F1"];
  for (let seed = 0; seed < 20; seed++) {
    const set = filled(picked, ALL, 10, () => seed / 20);
    expect(set.slice(0, 9)).toEqual(picked);
    expect(new Set(set).size).toBe(10);
    // The groups of which least is there: B and E.
    expect(["B", "E"]).toContain(set[9][0]);
  }
});

test("a random set is spread over the groups", () => {
  const groups = filled([], ALL, 10).map((type) => type[0]);
  for (const group of "ABCDE") expect(groups.filter((found) => found === group).length).toBeGreaterThanOrEqual(1);
  expect(groups.filter((found) => found === "F")).toHaveLength(1);
});
