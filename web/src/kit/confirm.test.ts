import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "$lib/protocol";
import { confirms } from "./confirm";

const choice = (text: string): Choice => ({ decision: 0, text, kind: "take", preview: { points: 0, best: 0, ends: true } });
const [first, second] = [choice("take 1"), choice("take 2")];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a second tap confirms the staged choice", () => {
  expect(confirms(first, null)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(confirms(second, first)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(confirms(second, second)).toBe(true);
});

test("a double tap and a repeating key count as one tap", () => {
  vi.advanceTimersByTime(1_000);
  expect(confirms(first, null)).toBe(false);
  for (const wait of [30, 200, 399]) {
    vi.advanceTimersByTime(wait);
    expect(confirms(first, first)).toBe(false);
  }
});
