import { createRawSnippet } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { loadShell } from "$lib/language.svelte";
import { click, draw, fill, one, press, texts } from "$lib/page.fake";
import type { Step } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import Controls from "./Controls.svelte";

/** Three turns, of two, one and two decisions. */
const steps: Step[] = [0, 0, 1, 2, 2].map((turn) => ({ seat: turn % 2, turn, points: 0, events: [] }));
const children = createRawSnippet(() => ({ render: () => "<p>Ada takes a pearl</p>" }));
const show = vi.fn();
const play = vi.fn();
const at = (ply: number, running = false): void => draw(Controls, { steps, ply, running, show, play, children });
const action = (name: string): HTMLButtonElement => one<HTMLButtonElement>(`[data-action=${name}]`);
const asked = (): number[] => show.mock.calls.map(([ply]) => ply);

beforeEach(async () => {
  await loadShell();
  vi.clearAllMocks();
  settings.stride = "turn";
});

test("the buttons go by turns, and to either end", () => {
  at(3);
  for (const name of ["first", "back", "forward", "last"]) click(`[data-action=${name}]`);
  expect(asked()).toEqual([0, 2, 5, 5]);
});

test("by decisions if the reader wants it", () => {
  settings.stride = "decision";
  at(3);
  click("[data-action=back]");
  click("[data-action=forward]");
  expect(asked()).toEqual([2, 4]);
  expect(texts("output")).toEqual(["3 of 5"]);
});

test("an unfinished turn does not count", () => {
  at(4);
  expect(texts("output")).toEqual(["2 of 3"]);
  expect(one("input[type=range]").getAttribute("aria-valuetext")).toBe("2 of 3");
});

test.each([
  { ply: 0, off: ["first", "back"] },
  { ply: 3, off: [] },
  { ply: 5, off: ["forward", "last"] },
])("at $ply of 5 there is no way beyond the ends", ({ ply, off }) => {
  at(ply);
  expect(["first", "back", "play", "forward", "last"].filter((name) => action(name).disabled)).toEqual(off);
});

test("the play button says what it does", () => {
  at(0, true);
  expect(action("play").getAttribute("aria-label")).toBe("Pause");
  click("[data-action=play]");
  expect(play).toHaveBeenCalledOnce();
});

test("the slider goes to any decision", () => {
  at(0);
  fill("input[type=range]", "4");
  expect(asked()).toEqual([4]);
});

test("arrows go by the stride, with Shift by the other one", () => {
  at(3);
  press("ArrowLeft");
  press("ArrowRight");
  press("ArrowRight", document.body, { shiftKey: true });
  press("Home");
  press("End");
  expect(asked()).toEqual([2, 5, 4, 0, 5]);
});

test("arrows move the replay, not the slider that has the focus", () => {
  at(3);
  expect(press("ArrowRight", one("input[type=range]"))).toBe(true);
  expect(asked()).toEqual([5]);
});

test("keys with another meaning are left alone", () => {
  at(3);
  expect(press("ArrowRight", one("[data-setting=stride]"))).toBe(false);
  expect(press("ArrowRight", document.body, { altKey: true })).toBe(false);
  expect(press("x")).toBe(false);
  expect(asked()).toEqual([]);
});

test("the space bar plays, but presses a link or button elsewhere", () => {
  at(3);
  document.body.append(document.createElement("button"));
  expect(press(" ", one("body > button"))).toBe(false);
  expect(play).not.toHaveBeenCalled();
  press(" ");
  press(" ", action("back"));
  expect([play.mock.calls.length, asked()]).toEqual([2, []]);
});

test("the latest events stand below", () => {
  at(1);
  expect(texts("[aria-live=polite]")).toEqual(["Ada takes a pearl"]);
});
