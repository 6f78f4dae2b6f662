import { expect, test } from "vitest";
import { bubblePlace } from "./tip";

const SCREEN = { width: 360, height: 640 };
const SIZE = { width: 200, height: 50 };
const at = (left: number, top: number) => bubblePlace({ left, top, width: 40, height: 40 }, SIZE, SCREEN);

test("a tip stands above the middle of its element", () => {
  expect(at(160, 300)).toEqual({ left: 80, top: 242 });
});

test("a tip stands below where there is no room above", () => {
  expect(at(160, 20)).toEqual({ left: 80, top: 68 });
});

test("a tip stays inside the screen", () => {
  expect(at(0, 300).left).toBe(8);
  expect(at(320, 300).left).toBe(152);
  const tall = bubblePlace({ left: 0, top: 10, width: 360, height: 620 }, SIZE, SCREEN);
  expect(tall.top).toBe(8);
});
