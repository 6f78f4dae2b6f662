import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "./protocol";
import { Socket, type Status } from "./socket";
import { FakeSocket, newest } from "./socket.fake";

const page = new EventTarget();
const windows = new EventTarget();
let received: ServerMessage[];
let statuses: Status[];
let socket: Socket;
const commands = (connection: FakeSocket): any[] => connection.sent.filter(({ type }) => type !== "hello");

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  received = [];
  statuses = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", windows.addEventListener.bind(windows));
  vi.stubGlobal("removeEventListener", windows.removeEventListener.bind(windows));
  socket = new Socket(
    "ws://x/ws",
    () => ({ type: "hello", table: "t1", seq: received.length }),
    (message) => received.push(message),
    (status) => statuses.push(status),
  );
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ok = (command: string) => ({ type: "answer", command, ok: true });

test("sends hello first and reports when it is open", () => {
  newest().accept();
  expect(newest().sent).toEqual([{ type: "hello", table: "t1", seq: 0 }]);
  expect(statuses).toEqual(["connecting", "open"]);
});

test("handles several lines in one message, in order", async () => {
  newest().accept();
  const answered = socket.command({ type: "rematch" });
  const { command } = commands(newest())[0];
  newest().says(ok(command), { type: "presence", table: "t1", online: [], watching: 0 }, { type: "frame", seq: 2 });
  expect((await answered).ok).toBe(true);
  expect(received.map(({ type }) => type)).toEqual(["answer", "presence", "frame"]);
});

test("reconnects with growing delays, and sends hello with the current state", () => {
  newest().accept();
  newest().says({ type: "frame", seq: 1 });
  newest().breaks();
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(2);
  newest().breaks();
  vi.advanceTimersByTime(320);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(400);
  expect(FakeSocket.all).toHaveLength(3);
  newest().accept();
  expect(newest().sent).toEqual([{ type: "hello", table: "t1", seq: 1 }]);
  expect(statuses.at(-1)).toBe("open");
});

test("sends only unanswered commands again, with the same id", async () => {
  newest().accept();
  const first = socket.command({ type: "decide", ply: 1, decision: "play 12" });
  const second = socket.command({ type: "chat", text: "Good luck" });
  const [decide, chat] = commands(newest());
  expect(decide.command).not.toBe(chat.command);
  newest().says(ok(decide.command));
  newest().breaks();
  vi.advanceTimersByTime(1_000);
  newest().accept();
  expect(commands(newest())).toEqual([chat]);
  newest().says(ok(chat.command));
  expect((await first).command).toBe(decide.command);
  expect((await second).command).toBe(chat.command);
});

test("a command without a connection waits for one", () => {
  void socket.command({ type: "rematch" });
  expect(newest().sent).toEqual([]);
  newest().accept();
  expect(newest().sent.map(({ type }) => type)).toEqual(["hello", "rematch"]);
});

test("a repeated answer is harmless", async () => {
  newest().accept();
  const answered = socket.command({ type: "rematch" });
  const { command } = commands(newest())[0];
  newest().says(ok(command), ok(command));
  expect((await answered).ok).toBe(true);
});

test("reconnects at once when the device is online again, and drops the dead connection", () => {
  newest().accept();
  const old = newest();
  windows.dispatchEvent(new Event("offline"));
  expect(statuses.at(-1)).toBe("lost");
  expect(old.readyState).toBe(3);
  windows.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("back from sleep it checks the connection, and reconnects without an answer", () => {
  newest().accept();
  page.dispatchEvent(new Event("visibilitychange"));
  expect(newest().sent).toHaveLength(2);
  newest().says({ type: "frame", seq: 1 });
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(1);
  page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a command sent on a dead connection is sent again on a new one", async () => {
  newest().accept();
  newest().says({ type: "frame", seq: 1 });
  vi.advanceTimersByTime(60_000);
  const answered = socket.command({ type: "chat", text: "Anybody there?" });
  const [chat] = commands(newest());
  vi.advanceTimersByTime(3_000);
  void socket.command({ type: "rematch" });
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1_500);
  expect(FakeSocket.all).toHaveLength(2);
  expect(statuses.at(-1)).toBe("lost");
  newest().accept();
  expect(commands(newest())[0]).toEqual(chat);
  newest().says(ok(chat.command));
  expect((await answered).ok).toBe(true);
});

test("an unanswered hello is sent again", () => {
  newest().accept();
  newest().says({ type: "frame", seq: 1 });
  socket.greet();
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("any message from the server shows that the connection is alive", () => {
  newest().accept();
  void socket.command({ type: "rematch" });
  newest().says({ type: "presence", table: "t1", online: [], watching: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a closed socket stays closed", () => {
  newest().accept();
  socket.close();
  newest().breaks();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
