import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frame, person } from "$lib/frame.fake";
import { loadShell } from "$lib/language.svelte";
import { click, draw, one, press, texts } from "$lib/page.fake";
import type { Choice, Frame, Step } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { FakeSocket, newest } from "$lib/socket.fake";
import { Table } from "$lib/table.svelte";
import Actions from "./Actions.svelte";

const choice: Choice = { decision: 1, text: "place 1", kind: "place", preview: { points: 0, best: 0, ends: true } };
const pass: Choice = { decision: 2, text: "pass", kind: "pass", preview: { points: 0, best: 0, ends: true } };
const step = (seat: number): Step => ({ seat, turn: 0, points: 0, events: [] });
const sent = (type: string): object[] => newest().sent.filter((message) => message.type === type);
const disabled = (action: string): boolean => one<HTMLButtonElement>(`[data-action=${action}]`).disabled;
let table: Table;

/** Show the actions at a table of Ada, who looks, and Bo. */
async function show(different: Partial<Frame> = {}, props: { hint?: string; myTurn?: boolean; end?: Choice } = {}): Promise<void> {
  newest().says(frame({ mine: [0], seats: [person("Ada"), person("Bo")], ...different }));
  await vi.waitFor(() => expect(table.landed).not.toBeNull());
  draw(Actions, { table, hint: "", myTurn: true, ...props });
}

async function refuse(type: string): Promise<void> {
  const { command } = newest().sent.findLast((message) => message.type === type);
  newest().says({ type: "answer", command, ok: false, error: "no" });
  await vi.waitFor(() => expect(table.sending).toBe(false));
  flushSync();
}

beforeEach(async () => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  await loadShell();
  settings.confirm = true;
  table = new Table("t1");
  newest().accept();
});
afterEach(() => table.close());

test("a choice is confirmed once, after it was staged", async () => {
  await show();
  expect(disabled("confirm")).toBe(true);
  table.choose(choice);
  flushSync();
  expect(disabled("confirm")).toBe(false);
  click("[data-action=confirm]");
  expect(sent("decide")).toMatchObject([{ decision: "place 1" }]);
  expect(disabled("confirm")).toBe(true);
});

test("nothing can be confirmed in another player's turn", async () => {
  await show({}, { myTurn: false });
  table.choose(choice);
  flushSync();
  expect(disabled("confirm")).toBe(true);
});

test("a choice that only ends the turn has its own button, until another one is staged", async () => {
  await show({}, { end: pass });
  table.choose(choice);
  flushSync();
  expect(texts("[data-action=confirm]")).toEqual(["Confirm"]);
  expect(texts("[data-action=end]")).toEqual([]);
  click("[data-action=undo]");
  click("[data-action=end]");
  expect(sent("decide")).toMatchObject([{ decision: "pass" }]);
});

test("undo first unstages, and takes back only decisions of one's own", async () => {
  await show({ steps: [step(1)] });
  expect(disabled("undo")).toBe(true);
  table.choose(choice);
  flushSync();
  click("[data-action=undo]");
  expect([table.staged, sent("undo")]).toEqual([null, []]);
  newest().says(frame({ mine: [0], seats: [person("Ada"), person("Bo")], seq: 2, ply: 1, since: 1, steps: [step(0)] }));
  await vi.waitFor(() => expect(table.history).toHaveLength(2));
  flushSync();
  click("[data-action=undo]");
  expect(sent("undo")).toMatchObject([{ ply: 1 }]);
});

test("the key c confirms, but not with Ctrl or in a field", async () => {
  await show();
  document.body.append(document.createElement("textarea"));
  table.choose(choice);
  press("c", one("textarea"));
  press("c", document.body, { ctrlKey: true });
  expect(sent("decide")).toEqual([]);
  press("c");
  expect(sent("decide")).toHaveLength(1);
});

test("the key c does not end the turn of another player", async () => {
  await show({}, { myTurn: false, end: pass });
  press("c");
  expect(sent("decide")).toEqual([]);
});

test("without confirmation there is no button for it", async () => {
  settings.confirm = false;
  await show();
  expect(texts("[data-action=confirm]")).toEqual([]);
});

test("a refusal stands where the hint was", async () => {
  await show({}, { hint: "Choose a pearl" });
  expect(texts("[role=status]")).toEqual(["Choose a pearl"]);
  void table.decide(choice);
  await refuse("decide");
  expect(texts("[role=status]")).toEqual(["You can't do that now."]);
});

test("a spectator can take the seat of a person who left, and do nothing else", async () => {
  await show({ mine: [], seat: null, seats: [person("Ada"), { ...person("Bo"), kind: "bot", left: true }] });
  expect(texts("[data-action]")).toHaveLength(1);
  click("[data-action=sit]");
  expect(sent("sit")).toMatchObject([{ seat: 1 }]);
});

test("after the game there is a rematch for its players", async () => {
  await show({ status: "over" });
  expect(texts("[data-action]")).toEqual(["Play again"]);
  click("[data-action=rematch]");
  expect(sent("rematch")).toHaveLength(1);
});
