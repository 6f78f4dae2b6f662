import { expect, test } from "vitest";
import { offeredOptions, resize, rulesOf, seatings, seatsFor, tableIn, defaultBot, seatNames, wantedOptions } from "./choose";

test("the default bot is the last one chosen, at first the weakest", () => {
  expect(defaultBot(["1", "2", "3"], null)).toBe("1");
  expect(defaultBot(["1", "2", "3"], "3")).toBe("3");
  expect(defaultBot(["1", "2", "3"], "one of an older server")).toBe("1");
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

test("seatings fill all seats but mine", () => {
  expect(seatsFor("bot", 3, "crab")).toEqual(["me", "crab", "crab"]);
  expect(seatsFor("friends", 2, "crab")).toEqual(["me", "open"]);
  expect(seatsFor("here", 4, "crab")).toEqual(["me", "me", "me", "me"]);
  expect(seatsFor("alone", 3, "crab")).toEqual(["me"]);
});

test("seatings for several players have at least two seats", () => {
  for (const seating of seatings(2)) expect(seatsFor(seating, 1, "crab")).toHaveLength(2);
  expect(seatings(2)).not.toContain("alone");
  expect(seatings(1)).toContain("alone");
  expect(seatings(1, 1)).toEqual(["alone"]);
});

test("another number of players keeps the existing seats", () => {
  expect(resize(["me", "greedy", "open"], 2)).toEqual(["me", "greedy"]);
  expect(resize(["me", "open"], 4)).toEqual(["me", "open", "open", "open"]);
});

test("an option may belong to several rules", () => {
  expect(rulesOf("R8")).toEqual(["R8"]);
  expect(rulesOf("S13, S46")).toEqual(["S13", "S46"]);
  expect(rulesOf("")).toEqual([]);
});

test("my first seat has my name, the others those of the people beside me", () => {
  expect(seatNames(["crab", "me", "open", "me", "me"], [" Zosia ", "Bo", "Cy"])).toEqual(["", "", "", "Zosia", "Bo"]);
  expect(seatNames(["me", "me", "me"], ["Zosia"])).toEqual(["", "Zosia", ""]);
});

const OPTIONS = [
  { name: "scenario", values: ["none", "1", "2"], rule: "S52" },
  { name: "first_player", values: ["random", "1", "2", "3", "4"], rule: "S13" },
  { name: "matching_fish", values: [false, true], rule: "S10" },
];

test("an address selects options that exist", () => {
  const plain = { scenario: "none", first_player: "random", matching_fish: false };
  expect(wantedOptions(OPTIONS, new URLSearchParams(""))).toEqual(plain);
  expect(wantedOptions(OPTIONS, new URLSearchParams("scenario=2&matching_fish=true&who=alone"))).toEqual({ ...plain, scenario: "2", matching_fish: true });
  expect(wantedOptions(OPTIONS, new URLSearchParams("scenario=99"))).toEqual(plain);
});

test("only existing seats can begin", () => {
  const values = (seats: number): unknown => offeredOptions(OPTIONS, seats)[1].values;
  expect(values(2)).toEqual(["random", "1", "2"]);
  expect(values(4)).toEqual(OPTIONS[1].values);
  expect(offeredOptions(OPTIONS, 1)[0]).toBe(OPTIONS[0]);
});
