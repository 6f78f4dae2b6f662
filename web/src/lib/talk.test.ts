import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frame as anyFrame, person } from "./frame.fake";
import type { Frame, Line, Notice, Presence } from "./protocol";
import { SHOWN, Talk } from "./talk.svelte";

const frame = (different: Partial<Frame>): Frame => anyFrame({ mine: [0], seats: [person("Ada"), person("Bo")], ...different });
const line = (seq: number, seat: number | null = 1): Line => ({ seq, seat, name: "Bo", text: `line ${seq}` });
const notice = (seq: number, seat = 1): Notice => ({ seq, kind: "refused", seat, name: "Bo" });
const online = (...seats: number[]): Presence => ({ type: "presence", table: "t", online: seats, watching: 0 });
let stored: Map<string, string>;
let talk: Talk;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  talk = new Talk("t");
});

afterEach(() => {
  talk.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("earlier messages are not announced, but count as unread", () => {
  talk.receive(frame({ chat: [line(2)], notices: [notice(3)] }));
  expect([talk.bubbles, talk.announced, talk.unread]).toEqual([[], [], 1]);
});

test("the last line of each other player is a bubble for a while", () => {
  talk.receive(frame({}));
  talk.receive(frame({ chat: [line(2), line(3), line(4, 0)] }));
  expect(talk.bubbles.map(({ seq }) => seq)).toEqual([3]);
  vi.advanceTimersByTime(SHOWN);
  expect(talk.bubbles).toEqual([]);
  expect(talk.unread).toBe(2);
});

test("a repeated frame announces nothing twice", () => {
  talk.receive(frame({}));
  for (const _ of [1, 2]) talk.receive(frame({ chat: [line(2)], notices: [notice(3)] }));
  expect([talk.chat.length, talk.notices.length, talk.announced.length]).toEqual([1, 1, 1]);
});

test("other players' notices are announced, one's own are not", () => {
  talk.receive(frame({}));
  talk.receive(frame({ notices: [notice(2, 0), notice(3, 1)] }));
  expect(talk.announced.map(({ seat }) => seat)).toEqual([1]);
  talk.dismiss(talk.announced[0].key);
  expect(talk.announced).toEqual([]);
});

test("read lines stay read on this device", () => {
  talk.receive(frame({ chat: [line(2)] }));
  talk.markRead();
  expect(talk.unread).toBe(0);
  const again = new Talk("t");
  again.receive(frame({ chat: [line(2), line(5)] }));
  expect(again.unread).toBe(1);
  expect(new Talk("other").unread).toBe(0);
});

test("a reload is no absence; a longer absence and the return are announced", () => {
  talk.receive(frame({}));
  talk.attend(online(0, 1));
  talk.attend(online(0));
  vi.advanceTimersByTime(2_000);
  talk.attend(online(0, 1));
  vi.advanceTimersByTime(20_000);
  expect([talk.away, talk.announced]).toEqual([[], []]);
  talk.attend(online(0));
  vi.advanceTimersByTime(6_000);
  expect([talk.away, talk.announced.map(({ kind }) => kind)]).toEqual([[1], ["away"]]);
  talk.attend(online(0, 1));
  expect([talk.away, talk.announced.map(({ kind }) => kind)]).toEqual([[], ["away", "back"]]);
});

test("players absent when the table opens are greyed without an announcement", () => {
  talk.receive(frame({}));
  talk.attend(online(0));
  vi.advanceTimersByTime(20_000);
  expect([talk.away, talk.announced]).toEqual([[1], []]);
});
