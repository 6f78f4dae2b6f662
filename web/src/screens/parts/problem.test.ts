import { expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
const { RequestError } = await import("$lib/api");
const { problem } = await import("./problem");

// Without a language loaded, a text is its key.
test.each([
  [new RequestError(404, "there is no table x"), "problem.missing"],
  [new RequestError(429, "too many new tables, wait a little"), "problem.too_many"],
  [new RequestError(400, "request can't be understood"), "refused"],
  [new RequestError(409, "the game has not begun"), "refused"],
  [new RequestError(503, "Service Unavailable"), "offline"],
  [new TypeError("Failed to fetch"), "offline"],
])("%s has its own text", (error, text) => {
  expect(problem(error)).toBe(text);
});

test('"not found" can have its own text', () => {
  expect(problem(new RequestError(404, "nobody is known by that key"), "me.key.unknown")).toBe("me.key.unknown");
  expect(problem(new RequestError(429, "too many"), "me.key.unknown")).toBe("problem.too_many");
});
