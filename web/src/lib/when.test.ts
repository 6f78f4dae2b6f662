import { expect, test } from "vitest";
import { ago, day } from "./when";

const NOW = 1_800_000_000;

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 minute ago"],
  [7_200, "2 hours ago"],
  [86_400, "yesterday"],
  [864_000, "10 days ago"],
  [-5, "now"],
])("%d seconds are %s", (seconds, words) => {
  expect(ago(NOW - seconds, NOW, "en")).toBe(words);
});

test("in the reader's language", () => {
  expect(ago(NOW - 7_200, NOW, "fr")).toBe("il y a 2 heures");
});

test("a date in the format of the device's region", () => {
  expect(day(NOW, "en", ["pl", "en-GB"])).toBe("15 Jan 2027");
  expect(day(NOW, "en", ["en-US"])).toBe("Jan 15, 2027");
  expect(day(NOW, "fr", ["en-GB"])).toBe("15 janv. 2027");
});
