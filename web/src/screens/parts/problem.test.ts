import { expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
const { Refusal } = await import("$lib/api");
const { problem } = await import("./problem");

// Without a language loaded, a text is its key.
test.each([
  [new Refusal(404, "there is no table x"), "problem.missing"],
  [new Refusal(429, "too many new tables, wait a little"), "problem.too_many"],
  [new Refusal(400, "request can't be understood"), "refused"],
  [new Refusal(409, "the game has not begun"), "refused"],
  [new Refusal(503, "Service Unavailable"), "offline"],
  [new TypeError("Failed to fetch"), "offline"],
])("%s is told by a text of our own", (error, told) => {
  expect(problem(error)).toBe(told);
});

test("what was not found can have a text of its own", () => {
  expect(problem(new Refusal(404, "nobody is known by that key"), "me.key.unknown")).toBe("me.key.unknown");
  expect(problem(new Refusal(429, "too many"), "me.key.unknown")).toBe("problem.too_many");
});
