import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frame, person } from "$lib/frame.fake";
import { loadShell } from "$lib/language.svelte";
import { click, draw, fill, one, texts } from "$lib/page.fake";
import type { Frame, Line } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { FakeSocket, newest } from "$lib/socket.fake";
import { Table } from "$lib/table.svelte";
import Chat from "./Chat.svelte";

const line = (seq: number, text: string, seat: number | null = 1, name = "Bo"): Line => ({ seq, seat, name, text });
const said = (): string[] => newest().sent.filter(({ type }) => type === "chat").map(({ text }) => text);
let table: Table;
let visible: (seen: boolean) => void;

class FakeObserver {
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    visible = (isIntersecting) => report([{ isIntersecting }]);
  }
  observe(): void {}
  disconnect(): void {}
}

function show(different: Partial<Frame> = {}): void {
  newest().says(frame({ mine: [0], seats: [person("Ada"), person("Bo")], ...different }));
  draw(Chat, { table });
}

/** Answer the last message. */
async function answer(ok: boolean): Promise<void> {
  newest().says({ type: "answer", command: newest().sent.at(-1).command, ok, error: ok ? null : "too fast" });
  await new Promise((done) => setTimeout(done));
  flushSync();
}

beforeEach(async () => {
  localStorage.clear();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  await loadShell();
  settings.muted = false;
  table = new Table("t1");
  newest().accept();
});
afterEach(() => table.close());

test("messages and notices stand in the order in which they happened", () => {
  show({ chat: [line(2, "hello"), line(5, "bye")], notices: [{ seq: 3, kind: "left", seat: 1, name: "Bo" }] });
  expect(texts(".log li")).toEqual(["Bo hello", "Bo has left the table.", "Bo bye"]);
});

test("an empty chat says so, until there is a line", () => {
  show();
  const empty = texts(".log li");
  expect(empty).toHaveLength(1);
  newest().says(frame({ mine: [0], seats: [person("Ada"), person("Bo")], seq: 2, chat: [line(2, "<b>hi</b>")] }));
  flushSync();
  expect(texts(".log li")).toEqual(["Bo <b>hi</b>"]);
});

test("a message leaves the field when it was accepted, and not before", async () => {
  show();
  fill("input", "good game");
  click("form button");
  expect([said(), one<HTMLInputElement>("input").value]).toEqual([["good game"], "good game"]);
  await answer(false);
  expect(one<HTMLInputElement>("input").value).toBe("good game");
  click("form button");
  await answer(true);
  expect(one<HTMLInputElement>("input").value).toBe("");
});

test("what was typed meanwhile stays in the field", async () => {
  show();
  fill("input", "good");
  click("form button");
  fill("input", "good game");
  await answer(true);
  expect(one<HTMLInputElement>("input").value).toBe("good game");
});

test("blanks are no message", () => {
  show();
  fill("input", "  ");
  expect(one<HTMLButtonElement>("form button").disabled).toBe(true);
  one("form").dispatchEvent(new Event("submit", { cancelable: true }));
  expect(said()).toEqual([]);
});

test("a reaction is a message, and leaves what is being typed alone", async () => {
  show();
  fill("input", "well");
  click("[data-action=react]:first-child");
  await answer(true);
  expect([said(), one<HTMLInputElement>("input").value]).toEqual([["👍"], "well"]);
});

test("a muted chat shows nothing and can be heard again", () => {
  show({ chat: [line(2, "hello")] });
  click(".mute");
  expect([texts(".log li"), texts("form"), one(".mute").getAttribute("aria-pressed")]).toEqual([[], [], "true"]);
  click(".mute");
  expect(texts(".log li")).toEqual(["Bo hello"]);
});

test("only lines in view count as read", () => {
  show({ chat: [line(2, "hello")] });
  expect(table.talk.unread).toBe(1);
  visible(true);
  flushSync();
  expect(table.talk.unread).toBe(0);
  visible(false);
  flushSync();
  newest().says(frame({ mine: [0], seats: [person("Ada"), person("Bo")], seq: 3, chat: [line(3, "there?")] }));
  flushSync();
  expect(table.talk.unread).toBe(1);
});
