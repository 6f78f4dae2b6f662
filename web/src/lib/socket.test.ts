import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "./protocol";
import { Socket, type Status } from "./socket";
import { FakeSocket, newest } from "./socket.fake";

const page = new EventTarget();
const windows = new EventTarget();
let heard: ServerMessage[];
let statuses: Status[];
let socket: Socket;
const commands = (connection: FakeSocket): any[] => connection.sent.filter(({ type }) => type !== "hello");

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard = [];
  statuses = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", windows.addEventListener.bind(windows));
  vi.stubGlobal("removeEventListener", windows.removeEventListener.bind(windows));
  socket = new Socket(
    "ws://x/ws",
    () => ({ type: "hello", table: "t1", seq: heard.length }),
    (message) => heard.push(message),
    (status) => statuses.push(status),
  );
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ok = (command: string) => ({ type: "answer", command, ok: true });

test("says hello first and tells when it is open", () => {
  newest().accept();
  expect(newest().sent).toEqual([{ type: "hello", table: "t1", seq: 0 }]);
  expect(statuses).toEqual(["connecting", "open"]);
});

test("takes several lines in one message, in their order", async () => {
  newest().accept();
  const answered = socket.command({ type: "rematch" });
  const { command } = commands(newest())[0];
  newest().says(ok(command), { type: "presence", table: "t1", online: [], watching: 0 }, { type: "frame", seq: 2 });
  expect((await answered).ok).toBe(true);
  expect(heard.map(({ type }) => type)).toEqual(["answer", "presence", "frame"]);
});

test("connects again, each time after a longer while, and greets with what it knows", () => {
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

test("sends what was not answered again, with the same id, and only that", async () => {
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

test("what is commanded without a connection waits for one", () => {
  void socket.command({ type: "rematch" });
  expect(newest().sent).toEqual([]);
  newest().accept();
  expect(newest().sent.map(({ type }) => type)).toEqual(["hello", "rematch"]);
});

test("an answer that comes twice is harmless", async () => {
  newest().accept();
  const answered = socket.command({ type: "rematch" });
  const { command } = commands(newest())[0];
  newest().says(ok(command), ok(command));
  expect((await answered).ok).toBe(true);
});

test("goes at once when the device is online again, and drops the dead connection", () => {
  newest().accept();
  const old = newest();
  windows.dispatchEvent(new Event("offline"));
  expect(statuses.at(-1)).toBe("lost");
  expect(old.readyState).toBe(3);
  windows.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("back from sleep it asks for a sign of life, and connects again where none comes", () => {
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

test("what is said on a dead connection is said again on another one", async () => {
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

test("a hello that stays without an answer is said again", () => {
  newest().accept();
  newest().says({ type: "frame", seq: 1 });
  socket.greet();
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("any word from the server shows that the connection lives", () => {
  newest().accept();
  void socket.command({ type: "rematch" });
  newest().says({ type: "presence", table: "t1", online: [], watching: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a closed one stays closed", () => {
  newest().accept();
  socket.close();
  newest().breaks();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
