import { expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
const { pitch } = await import("./sound");

test("a row of tones rises, and stays within three octaves", () => {
  const tones = Array.from({ length: 15 }, (_, step) => pitch(step));
  expect(tones[0]).toBe(1);
  expect(tones[5]).toBe(2);
  expect(tones).toEqual([...tones].sort((a, b) => a - b));
  expect(new Set(tones).size).toBe(15);
  expect(pitch(40)).toBe(pitch(14));
  expect(pitch(40)).toBeLessThan(8);
});
