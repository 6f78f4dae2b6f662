import { expect, test } from "vitest";
import { preset, resize, rulesOf, strongest, tableIn } from "./choose";

test("the last bot is the strongest, but never the random one if there is another", () => {
  expect(strongest(["random", "greedy"])).toBe("greedy");
  expect(strongest(["greedy", "random"])).toBe("greedy");
  expect(strongest(["random"])).toBe("random");
});

test.each([
  ["https://atoll.example/t/9jvhpumurbda", "9jvhpumurbda"],
  ["  atoll.example/t/9jvhpumurbda?seat=1#x ", "9jvhpumurbda"],
  ["9JVHPUMURBDA", "9jvhpumurbda"],
  ["https://atoll.example/r/9jvhpumurbda", ""],
  ["hello there", ""],
  ["", ""],
])("%j names table %j", (pasted, table) => {
  expect(tableIn(pasted)).toBe(table);
});

test("presets fill all seats but mine", () => {
  expect(preset("bot", 3, ["random", "greedy"])).toEqual(["me", "greedy", "greedy"]);
  expect(preset("friends", 2, [])).toEqual(["me", "open"]);
  expect(preset("here", 4, ["random"])).toEqual(["me", "me", "me", "me"]);
  expect(preset("bot", 1, ["random"])).toEqual(["me"]);
});

test("another number of players keeps who sits already", () => {
  expect(resize(["me", "greedy", "open"], 2)).toEqual(["me", "greedy"]);
  expect(resize(["me", "open"], 4)).toEqual(["me", "open", "open", "open"]);
});

test("an option may belong to several rules", () => {
  expect(rulesOf("R8")).toEqual(["R8"]);
  expect(rulesOf("S13, S46")).toEqual(["S13", "S46"]);
  expect(rulesOf("")).toEqual([]);
});
