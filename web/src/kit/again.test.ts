import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "$lib/protocol";
import { confirms } from "./again";

const choice = (text: string): Choice => ({ decision: 0, text, kind: "take", preview: { points: 0, best: 0, ends: true } });
const [one, other] = [choice("take 1"), choice("take 2")];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a second tap confirms what is staged", () => {
  expect(confirms(one, null)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(confirms(other, one)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(confirms(other, other)).toBe(true);
});

test("a double tap and a key that repeats are one tap", () => {
  vi.advanceTimersByTime(1_000);
  expect(confirms(one, null)).toBe(false);
  for (const wait of [30, 200, 399]) {
    vi.advanceTimersByTime(wait);
    expect(confirms(one, one)).toBe(false);
  }
});
