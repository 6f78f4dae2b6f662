import { expect, test } from "vitest";
import { offeredOptions, preset, presets, resize, rulesOf, tableIn, usual, seatNames, wantedOptions } from "./choose";

test("the usual bot is the one chosen last, at first the weakest", () => {
  expect(usual(["1", "2", "3"], null)).toBe("1");
  expect(usual(["1", "2", "3"], "3")).toBe("3");
  expect(usual(["1", "2", "3"], "one of an older server")).toBe("1");
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
  expect(preset("bot", 3, "crab")).toEqual(["me", "crab", "crab"]);
  expect(preset("friends", 2, "crab")).toEqual(["me", "open"]);
  expect(preset("here", 4, "crab")).toEqual(["me", "me", "me", "me"]);
  expect(preset("alone", 3, "crab")).toEqual(["me"]);
});

test("who plays with others is never alone", () => {
  for (const kind of presets(2)) expect(preset(kind, 1, "crab")).toHaveLength(2);
  expect(presets(2)).not.toContain("alone");
  expect(presets(1)).toContain("alone");
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

test("the first seat of mine has my own name, the others those of the people beside me", () => {
  expect(seatNames(["crab", "me", "open", "me", "me"], [" Zosia ", "Bo", "Cy"])).toEqual(["", "", "", "Zosia", "Bo"]);
  expect(seatNames(["me", "me", "me"], ["Zosia"])).toEqual(["", "Zosia", ""]);
});

const OPTIONS = [
  { name: "scenario", values: ["none", "1", "2"], rule: "S52" },
  { name: "first_player", values: ["random", "1", "2", "3", "4"], rule: "S13" },
  { name: "matching_fish", values: [false, true], rule: "S10" },
];

test("an address asks for options, of those that there are", () => {
  const plain = { scenario: "none", first_player: "random", matching_fish: false };
  expect(wantedOptions(OPTIONS, new URLSearchParams(""))).toEqual(plain);
  expect(wantedOptions(OPTIONS, new URLSearchParams("scenario=2&matching_fish=true&who=alone"))).toEqual({ ...plain, scenario: "2", matching_fish: true });
  expect(wantedOptions(OPTIONS, new URLSearchParams("scenario=99"))).toEqual(plain);
});

test("only seats that there are can begin", () => {
  const values = (seats: number): unknown => offeredOptions(OPTIONS, seats)[1].values;
  expect(values(2)).toEqual(["random", "1", "2"]);
  expect(values(4)).toEqual(OPTIONS[1].values);
  expect(offeredOptions(OPTIONS, 1)[0]).toBe(OPTIONS[0]);
});
