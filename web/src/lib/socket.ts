/** A websocket that reconnects by itself: unanswered commands are sent again, with the same id. */

import type { Answer, ClientMessage, ServerMessage } from "./protocol";
import { randomId } from "./random";

type Commanded<M> = M extends { command: string } ? Omit<M, "command"> : never;
/** A command without its id, which the socket adds. */
export type Command = Commanded<ClientMessage>;
export type Status = "connecting" | "open" | "lost";

interface Waiting {
  message: ClientMessage;
  answer: (answer: Answer) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
/** How long the server may stay silent after a message before the connection counts as dead. */
const SILENCE = 4_000;

export class Socket {
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Waiting>();
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private alarm: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private url: string,
    private greeting: () => ClientMessage,
    private receive: (message: ServerMessage) => void,
    private changed: (status: Status) => void,
  ) {
    addEventListener("online", this.reconnect);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.check);
    this.open();
  }

  /** Send a command; resolves with its first answer, however often the connection broke meanwhile. */
  command(command: Command): Promise<Answer> {
    const id = randomId();
    const message = { ...command, command: id } as ClientMessage;
    return new Promise((answer) => {
      this.waiting.set(id, { message, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.send(message);
    });
  }

  /** Send hello again: for another seat, or to check the connection. */
  greet(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.send(this.greeting());
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.reconnect);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.check);
    clearTimeout(this.timer);
    this.disarm();
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    this.changed(this.attempts === 0 ? "connecting" : "lost");
    socket.onopen = () => {
      this.attempts = 0;
      this.changed("open");
      this.greet();
      for (const { message } of this.waiting.values()) this.send(message);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.disarm();
      for (const line of event.data.split("\n")) this.dispatch(JSON.parse(line) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.reconnectLater();
    };
  }

  private dispatch(message: ServerMessage): void {
    if (message.type === "answer") {
      const found = this.waiting.get(message.command);
      this.waiting.delete(message.command);
      found?.answer(message);
    }
    this.receive(message);
  }

  private reconnectLater(): void {
    this.disarm();
    if (this.closed) return;
    this.changed("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts++);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  private reconnect = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    this.attempts = Math.min(this.attempts, 1);
    this.drop();
    this.open();
  };

  private cut = (): void => {
    this.drop();
    this.reconnectLater();
  };

  /** Back from sleep: check the connection. */
  private check = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.reconnect();
      return;
    }
    this.disarm();
    this.greet();
  };

  private drop(): void {
    this.disarm();
    const old = this.socket;
    this.socket = undefined;
    if (old) old.onclose = old.onmessage = old.onopen = null;
    old?.close();
  }

  /** Every message is answered, so silence means that an open connection is dead. */
  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
    this.alarm ??= setTimeout(this.cut, SILENCE);
  }

  private disarm(): void {
    clearTimeout(this.alarm);
    this.alarm = undefined;
  }
}
