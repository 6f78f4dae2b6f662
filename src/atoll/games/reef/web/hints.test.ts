import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PatternHints } from "./hints.svelte";
import type { CardExplanation, PlaceChoice } from "./types";

const AFTER: PlaceChoice = { decision: 15, text: "r b2", kind: "place", colour: "red", space: "b2", level: 1, preview: { points: 15, best: 15, ends: true } };
const EXPLANATION: CardExplanation = { about: "7", topic: "card", points: 10, spaces: [["a1"], ["b2"]] };
const explain = vi.fn(() => Promise.resolve(EXPLANATION));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the score of a choice stays known while another card is pointed at, until the position changes", async () => {
  const hints = new PatternHints();
  hints.request({ card: 7, seat: 0, after: AFTER, explain });
  await vi.runAllTimersAsync();
  expect(hints.rings).toEqual([{ spaces: ["a1"], points: 5 }, { spaces: ["b2"], points: 5 }]);
  expect(hints.scores.get("r b2")).toEqual(EXPLANATION);

  hints.request({ card: 8, seat: 0, explain });
  expect(hints.rings).toEqual([]);
  await vi.runAllTimersAsync();
  expect([...hints.scores.keys()]).toEqual(["r b2"]);

  hints.clear();
  expect(hints.scores.size).toBe(0);
});

test("an answer about an earlier position is dropped", async () => {
  const hints = new PatternHints();
  let answer: (explanation: typeof EXPLANATION) => void = () => {};
  hints.request({ card: 7, seat: 0, after: AFTER, explain: () => new Promise((resolve) => (answer = resolve)) });
  await vi.runAllTimersAsync();
  hints.clear();
  answer(EXPLANATION);
  await vi.runAllTimersAsync();
  expect(hints.scores.size).toBe(0);
});

test("a change of position cancels a pending request", async () => {
  const asked = vi.fn(() => Promise.resolve(EXPLANATION));
  const hints = new PatternHints();
  hints.request({ card: 7, seat: 0, after: AFTER, explain: asked });
  hints.clear();
  await vi.runAllTimersAsync();
  expect(asked).not.toHaveBeenCalled();
});
