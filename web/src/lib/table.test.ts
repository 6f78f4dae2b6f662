import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice, Frame, Seat } from "./protocol";
import { FakeSocket, newest } from "./socket.fake";

vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
const { Table } = await import("./table.svelte");

const drew = (tile: number | null, points = 0) => [{ event: "draw_tile", tile, points }];
const choice: Choice = { decision: 1, text: "place 1", kind: "place", preview: { points: 0, best: 0, ends: true } };
let table: InstanceType<typeof Table>;

/** A frame as seat 0 of seats 0 and 1 sees the beginning, but for what is said to be different. */
const frame = (different: Partial<Frame>): Frame => ({
  type: "frame", table: "t1", game: "pearls", opener: true, seq: 1, ply: 0, seat: 0, mine: [0, 1], seats: [], status: "playing",
  since: 0, events: [], view: null, chat: [], commitment: "", asking: null, deadline: null, rematch: null, proof: null, ...different,
}); // prettier-ignore
const hellos = (): object[] => newest().sent.filter(({ type }) => type === "hello");

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "x" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  table = new Table("t1");
  newest().accept();
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

test("joins what happened to what it knows, and tells the newest", () => {
  newest().says(frame({ seq: 2, ply: 1, events: [drew(4)] }));
  expect([table.history, table.news]).toEqual([[drew(4)], []]);
  newest().says(frame({ seq: 4, ply: 3, since: 1, events: [drew(5), drew(6)] }));
  expect([table.history, table.news]).toEqual([[drew(4), drew(5), drew(6)], [...drew(5), ...drew(6)]]);
  newest().says(frame({ seq: 5, ply: 4, since: 2 }));
  expect([table.history, table.news]).toEqual([[drew(4), drew(5)], []]);
  expect(hellos()).toHaveLength(1);
});

test("the next player on one device sees nothing before it was told to that seat", () => {
  newest().says(frame({ seq: 2, ply: 1, events: [drew(4)] }));
  table.look(0);
  expect(table.arrived).toBe(true);
  expect(hellos().at(-1)).toMatchObject({ seq: 2, seat: 0 });
  newest().says(frame({ seq: 3, ply: 2, since: 1, events: [drew(5)] }));
  table.choose(choice);
  table.look(1);
  expect(table.arrived).toBe(false);
  expect(hellos().at(-1)).toMatchObject({ seq: 0, seat: 1 });
  // What was under way for the other seat is still not for this one.
  newest().says(frame({ seq: 4, ply: 2, since: 2 }));
  expect(table.arrived).toBe(false);
  newest().says(frame({ seq: 4, ply: 2, seat: 1, events: [drew(null), drew(null, 1)] }));
  expect(table.arrived).toBe(true);
  expect([table.history, table.news, table.staged]).toEqual([[drew(null), drew(null, 1)], drew(null, 1), null]);
});

test("a seat wanted without a connection is asked for from the beginning when there is one", () => {
  newest().says(frame({ seq: 2, ply: 1, events: [drew(4)] }));
  table.look(0);
  newest().breaks();
  table.look(1);
  expect(table.arrived).toBe(false);
  vi.advanceTimersByTime(1_000);
  newest().accept();
  expect(hellos()).toEqual([{ type: "hello", table: "t1", seq: 0, seat: 1 }]);
});

test("what another seat was told is not joined: all of it is asked for", () => {
  newest().says(frame({ seq: 2, ply: 1, events: [drew(4)] }));
  newest().says(frame({ seq: 3, ply: 2, seat: 1, since: 1, events: [drew(5)] }));
  expect([table.history, table.news]).toEqual([[drew(5)], []]);
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 0 });
  newest().says(frame({ seq: 3, ply: 2, seat: 1, events: [drew(null), drew(5)] }));
  expect(table.history).toEqual([drew(null), drew(5)]);
  table.look(1);
  expect(hellos().at(-1)).toMatchObject({ seq: 3, seat: 1 });
});

test("a seat that was given up is not looked from any more", () => {
  newest().says(frame({}));
  table.look(1);
  newest().says(frame({ seat: 1 }));
  newest().says(frame({ seq: 2, mine: [0] }));
  expect([table.seat, table.arrived]).toEqual([undefined, true]);
  newest().breaks();
  vi.advanceTimersByTime(1_000);
  newest().accept();
  expect(hellos()).toEqual([{ type: "hello", table: "t1", seq: 2 }]);
});

test("a seat that is refused, as it was given up elsewhere, is forgotten", () => {
  newest().says(frame({}));
  table.look(1);
  newest().says(frame({ seat: 1 }));
  newest().says({ type: "fault", error: "seat 1 is not yours" });
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 1 });
  newest().says(frame({ seq: 2, mine: [0] }));
  expect([table.missing, table.arrived, table.frame?.seat]).toEqual(["", true, 0]);
});

test("a table that is not there is missing", () => {
  newest().says({ type: "fault", error: "there is no table t1" });
  expect(table.missing).toBe("there is no table t1");
});

test("takes the open seats that are left, and no more than wanted", async () => {
  const open: Seat = { kind: "open", name: "", left: false, stand_in: false };
  const bot: Seat = { kind: "bot", name: "crab", left: false, stand_in: false };
  newest().says(frame({ status: "gathering", mine: [], seat: null, seats: [open, bot, open, open] }));
  const seated = table.sitDown(1);
  const sits = (): any[] => newest().sent.filter(({ type }) => type === "sit");
  expect(sits().map(({ seat }) => seat)).toEqual([0]);
  // Somebody else was faster.
  newest().says({ type: "answer", command: sits()[0].command, ok: false, error: "seat 0 is taken" });
  await vi.advanceTimersByTimeAsync(0);
  expect(sits().map(({ seat }) => seat)).toEqual([0, 2]);
  newest().says({ type: "answer", command: sits()[1].command, ok: true });
  await seated;
  expect(sits()).toHaveLength(2);
  expect(table.refused).toBe(false);
});
