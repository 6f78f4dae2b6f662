import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frame } from "./frame.fake";
import type { Choice, GameEvent, Seat, View } from "./protocol";
import { FakeSocket, newest } from "./socket.fake";
import type { Step } from "./turns";

vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
const { Table } = await import("./table.svelte");
const { settings } = await import("./settings.svelte");

type Drawn = GameEvent & { tile: number | null };
const drew = (tile: number | null, seat = 0, turn = 0): Step<Drawn> => ({ seat, turn, points: 0, events: [{ event: "draw_tile", tile }] });
const happened = (...steps: Step[]): GameEvent[] => steps.flatMap(({ events }) => events);
const choice: Choice = { decision: 1, text: "place 1", kind: "place", preview: { points: 0, best: 0, ends: true } };
let table: InstanceType<typeof Table>;

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

test("appends new steps to the history, and exposes the newest events", async () => {
  newest().says(frame({ seq: 2, ply: 1, steps: [drew(4)] }));
  expect([table.history, table.decisions]).toEqual([[drew(4)], 1]);
  newest().says(frame({ seq: 4, ply: 3, since: 1, steps: [drew(5), drew(6)] }));
  await vi.advanceTimersByTimeAsync(0);
  expect([table.history, table.news]).toEqual([[drew(4), drew(5), drew(6)], happened(drew(5), drew(6))]);
  newest().says(frame({ seq: 5, ply: 4, since: 2 }));
  expect([table.history, table.news]).toEqual([[drew(4), drew(5)], []]);
  expect(hellos()).toHaveLength(1);
});

test("shows the turns of others one after the other, with a rest between them", async () => {
  settings.pace = "quick";
  newest().says(frame({ mine: [0] }));
  newest().says(frame({ mine: [0], seq: 2, ply: 1, steps: [drew(4)] }));
  newest().says(frame({ mine: [0], seq: 3, ply: 2, since: 1, steps: [drew(5, 1, 1)] }));
  newest().says(frame({ mine: [0], seq: 4, ply: 3, since: 2, steps: [drew(6, 2, 2)] }));
  newest().says(frame({ mine: [0], seq: 5, ply: 4, since: 3, steps: [drew(7, 2, 2)] }));
  await vi.advanceTimersByTimeAsync(0);
  expect([table.frame?.ply, table.landed?.ply, table.history.length]).toEqual([2, 2, 2]);
  await vi.advanceTimersByTimeAsync(600);
  expect(table.frame?.ply).toBe(2);
  // Two decisions of one turn are not held apart.
  await vi.advanceTimersByTimeAsync(200);
  expect([table.frame?.ply, table.history.length]).toEqual([4, 4]);
});

test("a tap skips to the newest frame", async () => {
  settings.pace = "calm";
  newest().says(frame({ mine: [0] }));
  for (let turn = 1; turn < 5; turn++) newest().says(frame({ mine: [0], seq: turn + 1, ply: turn, since: turn - 1, steps: [drew(turn, 1, turn)] }));
  await vi.advanceTimersByTimeAsync(0);
  expect(table.frame?.ply).toBe(1);
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([table.frame?.ply, table.landed?.ply]).toEqual([4, 4]);
});

test("a long queue of frames is skipped", async () => {
  newest().says(frame({ mine: [] }));
  for (let turn = 1; turn < 40; turn++) newest().says(frame({ mine: [], seq: turn + 1, ply: turn, since: turn - 1, steps: [drew(turn, 1, turn)] }));
  await vi.advanceTimersByTimeAsync(800);
  expect(table.frame?.ply).toBe(39);
});

test("counters and log wait until the pieces have landed", async () => {
  newest().says(frame({}));
  let arrive = (): void => undefined;
  table.stage.add(() => new Promise((done) => (arrive = done)));
  newest().says(frame({ seq: 2, ply: 1, steps: [drew(4, 1)] }));
  await vi.advanceTimersByTimeAsync(0);
  expect([table.frame?.ply, table.landed?.ply, table.history]).toEqual([1, 0, []]);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect([table.landed?.ply, table.history]).toEqual([1, [drew(4, 1)]]);
});

test("seats without secrets are viewed in turn, and their steps are joined", async () => {
  newest().says(frame({ seq: 2, ply: 1, steps: [drew(4)] }));
  newest().says(frame({ seq: 3, ply: 2, seat: 1, since: 1, steps: [drew(5)] }));
  await vi.advanceTimersByTimeAsync(0);
  expect([table.maySee, table.history, table.news]).toEqual([true, [drew(4), drew(5)], happened(drew(5))]);
  expect(hellos()).toHaveLength(1);
});

test("between the turns of seats with secrets the table is viewed as by spectators", async () => {
  newest().says(frame({ private: true, seq: 2, ply: 1, steps: [drew(4)] }));
  expect(table.maySee).toBe(false);
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 0, public: true });
  newest().says(frame({ private: true, seat: null, seq: 2, ply: 1, steps: [drew(null)] }));
  expect([table.maySee, table.history, table.news]).toEqual([true, [drew(null)], []]);
  table.viewAs(0);
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 0, seat: 0 });
  newest().says(frame({ private: true, seq: 2, ply: 1, steps: [drew(4)] }));
  expect([table.maySee, table.history]).toEqual([true, [drew(4)]]);
  // What ends the turn is shown to all.
  void table.decide(choice);
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 0, public: true });
  expect(newest().sent.at(-1)).toMatchObject({ type: "decide", decision: "place 1" });
  expect(table.maySee).toBe(false);
});

test("a hand is covered when an undo makes it another player's turn", () => {
  const view = (actor: number) => ({ actor }) as unknown as View;
  newest().says(frame({ private: true, seat: null, ply: 3, view: view(1) }));
  table.viewAs(1);
  newest().says(frame({ private: true, seat: 1, ply: 3, view: view(1) }));
  expect(table.seat).toBe(1);
  newest().says(frame({ private: true, seat: 1, seq: 2, ply: 4, view: view(0) }));
  expect(table.seat).toBe(undefined);
  expect(hellos().at(-1)).toMatchObject({ public: true });
});

test("a seat selected without a connection is requested in full when there is one", () => {
  newest().says(frame({ private: true, seq: 2, ply: 1, steps: [drew(4)] }));
  table.viewAs(0);
  newest().breaks();
  table.viewAs(1);
  expect(table.maySee).toBe(false);
  vi.advanceTimersByTime(1_000);
  newest().accept();
  expect(hellos()).toEqual([{ type: "hello", table: "t1", seq: 0, seat: 1 }]);
});

test("a seat that was given up is no longer viewed", () => {
  newest().says(frame({ private: true }));
  table.viewAs(1);
  newest().says(frame({ private: true, seat: 1 }));
  newest().says(frame({ seq: 2, mine: [0] }));
  expect([table.seat, table.maySee]).toEqual([undefined, true]);
  newest().breaks();
  vi.advanceTimersByTime(1_000);
  newest().accept();
  expect(hellos()).toEqual([{ type: "hello", table: "t1", seq: 2 }]);
});

test("a refused seat is dropped", () => {
  newest().says(frame({ private: true }));
  table.viewAs(1);
  newest().says(frame({ private: true, seat: 1 }));
  newest().says({ type: "fault", error: "seat 1 is not yours" });
  expect(hellos().at(-1)).toEqual({ type: "hello", table: "t1", seq: 0, public: true });
  newest().says(frame({ seq: 2, mine: [0] }));
  expect([table.missing, table.maySee, table.frame?.seat]).toEqual(["", true, 0]);
});

test("a table that does not exist is missing", () => {
  newest().says({ type: "fault", error: "there is no table t1" });
  expect(table.missing).toBe("there is no table t1");
});

test("takes the open seats that are left, and no more than wanted", async () => {
  const open: Seat = { kind: "open", name: "", left: false, stand_in: false, reserved: false, practice: false };
  const bot: Seat = { kind: "bot", name: "crab", left: false, stand_in: false, reserved: false, practice: false };
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
  expect(table.refused).toBe("");
});

test("choices that end the turn, or ask for a preview, are staged", () => {
  const open: Choice = { ...choice, preview: { points: 0, best: 0, ends: false } };
  newest().says(frame({ ply: 1 }));
  table.choose(choice);
  expect(table.staged).toBe(choice);
  table.choose(open, true);
  expect(table.staged).toBe(open);
  expect(newest().sent.filter(({ type }) => type === "decide")).toEqual([]);
  table.confirm();
  expect(newest().sent.filter(({ type }) => type === "decide")).toHaveLength(1);
});

test("takes the seats that are reserved for us, each by its name, and leaves those of others", async () => {
  const reserved = (name: string): Seat => ({ kind: "open", name, left: false, stand_in: false, reserved: true, practice: false });
  newest().says(frame({ status: "gathering", mine: [], seat: null, seats: [reserved("Bo"), reserved("Ada"), reserved("Zosia")], reserved: [1, 2] }));
  const seated = table.sitDown(2);
  const sits = (): any[] => newest().sent.filter(({ type }) => type === "sit");
  newest().says({ type: "answer", command: sits()[0].command, ok: true });
  await vi.advanceTimersByTimeAsync(0);
  newest().says({ type: "answer", command: sits()[1].command, ok: true });
  await seated;
  expect(sits().map(({ seat, name }) => [seat, name])).toEqual([[1, "Ada"], [2, "Zosia"]]);
});
