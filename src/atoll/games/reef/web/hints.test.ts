import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "$lib/protocol";
import { Hints } from "./hints.svelte";

const AFTER: Choice = { decision: 15, text: "r b2", kind: "place", preview: { points: 15, best: 15, ends: true } };
const TOLD = { points: 10, spaces: [["a1"], ["b2"]] };
const explain = vi.fn(() => Promise.resolve(TOLD));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what a choice scores is known on while another card is pointed at, until the position changes", async () => {
  const hints = new Hints();
  hints.ask({ card: 7, seat: 0, after: AFTER, explain });
  await vi.runAllTimersAsync();
  expect(hints.rings).toEqual([{ spaces: ["a1"], points: 5 }, { spaces: ["b2"], points: 5 }]);
  expect(hints.scores.get("r b2")).toEqual(TOLD);

  hints.ask({ card: 8, seat: 0, explain });
  expect(hints.rings).toEqual([]);
  await vi.runAllTimersAsync();
  expect([...hints.scores.keys()]).toEqual(["r b2"]);

  hints.forget();
  expect(hints.scores.size).toBe(0);
});

test("an answer about an earlier position is not kept", async () => {
  const hints = new Hints();
  let answer = (_: typeof TOLD): void => {};
  hints.ask({ card: 7, seat: 0, after: AFTER, explain: () => new Promise((resolve) => (answer = resolve)) });
  await vi.runAllTimersAsync();
  hints.forget();
  answer(TOLD);
  await vi.runAllTimersAsync();
  expect(hints.scores.size).toBe(0);
});

test("what was not asked yet when the position goes is never asked", async () => {
  const asked = vi.fn(() => Promise.resolve(TOLD));
  const hints = new Hints();
  hints.ask({ card: 7, seat: 0, after: AFTER, explain: asked });
  hints.forget();
  await vi.runAllTimersAsync();
  expect(asked).not.toHaveBeenCalled();
});
