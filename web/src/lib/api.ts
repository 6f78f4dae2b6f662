/** The server's HTTP API. A refusal is an error whose message is the server's sentence. */

import type { Answer, Choice, Explanation, Frame, Listed, NewTable, Seat, Step, View } from "./protocol";
import { load, save } from "./device";
import { randomId } from "./random";
import type { Command } from "./socket";
import type { Language, Texts } from "./words";

export interface OptionAbout {
  name: string;
  values: (string | boolean)[];
  rule: string;
  /** For custom sets: `size` of these members, joined by "+". */
  members?: string[];
  size?: number;
}

export type Chosen = Record<string, string | boolean>;

export interface Advice {
  /** Options that have no effect with the other ones. */
  idle: string[];
  /** Keys of the game's advice texts, with their values. */
  advice: ({ key: string } & Record<string, unknown>)[];
}

export interface GameAbout {
  id: string;
  rules: number;
  min_players: number;
  max_players: number;
  minutes: number;
  bots: string[];
  /** Whether finished games can earn achievements. */
  achievements: boolean;
  /** Whether it has cards, tiles or other pieces to look at. */
  components: boolean;
  options: OptionAbout[];
  presets: Record<string, Chosen>;
  /** The preset for beginners; empty if there is none. */
  first: string;
}

export interface Achievement {
  /** Its kind and number: "scenario.3". */
  name: string;
  /** The values for its text. */
  asks: Record<string, unknown>;
  /** In how many games the person earned it, and the first of them. */
  times: number;
  first: { table: string; finished: number } | null;
}

/** All achievements of a game, with those the person has; their number gives a title. */
export interface AchievementSheet {
  game: string;
  earned: number;
  title: string | null;
  titles: { title: string; least: number }[];
  achievements: Achievement[];
}

export interface Me {
  id: string;
  name: string;
}

/** A position of a game, and the decision that led to it. */
export interface Position {
  view: View;
  step: Step | null;
}

export interface Replay {
  table: string;
  game: string;
  seats: Seat[];
  /** The person's seats. */
  mine: number[];
  over: boolean;
  positions: Position[];
}

/** A component of a game by its id: a card, a tile, a creature. */
export type Item = Record<string, any> & { id: number };

export class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, { ...post, headers: { Accept: "application/json" } });
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { error?: string };
    throw new RequestError(response.status, problem.error ?? response.statusText);
  }
  return (await response.json()) as T;
}

let known: Promise<Me> | undefined;
const MET = "atoll.met";

/** The person on this device; a new one has no name yet. */
export const me = (): Promise<Me> =>
  (known ??= call<Me>("/api/me", {}).then(
    (found) => {
      save(MET, "yes");
      return found;
    },
    (error: unknown) => {
      known = undefined;
      throw error;
    },
  ));

function become(person: Me): Me {
  known = Promise.resolve(person);
  return person;
}

export async function rename(name: string): Promise<Me> {
  await me();
  return become(await call<Me>("/api/me/name", { name }));
}

export async function newKey(): Promise<string> {
  await me();
  return (await call<{ key: string }>("/api/me/key", {})).key;
}

export const redeem = async (key: string): Promise<Me> => become(await call<Me>("/api/me/redeem", { key }));

const once = <T>(request: () => Promise<T>): (() => Promise<T>) => {
  let cached: Promise<T> | undefined;
  return () => (cached ??= request().catch((error: unknown) => Promise.reject(((cached = undefined), error))));
};

export const games = once(() => call<GameAbout[]>("/api/games"));
const texts = new Map<string, () => Promise<Texts>>();
/** A game's words, requested once for each language. */
export function gameTexts(game: string, language: Language): Promise<Texts> {
  const path = `/api/games/${game}/words?language=${language}`;
  const request = texts.get(path) ?? once(() => call<Texts>(path));
  texts.set(path, request);
  return request();
}
/** Every decision of a finished game, with nothing hidden. */
export const stepsOf = async (table: string): Promise<Step[]> => (await call<{ steps: Step[] }>(`/api/tables/${table}/steps`)).steps;
/** The current frame of a table, without a connection to it. */
export const peek = (table: string): Promise<Frame> => call(`/api/tables/${table}`);
/** The addresses at which other machines find this server; it answers only its own machine. */
export const network = (): Promise<{ reachable: boolean; origins: string[] }> => call("/api/network");
/** Give up the seats reserved for this person at the table of a rematch. */
export const decline = (table: string): Promise<unknown> => call(`/api/tables/${table}/commands`, { type: "decline", command: randomId() });
export const replay = (table: string): Promise<Replay> => call(`/api/tables/${table}/replay`);

/** The person's games. A device that never met the server has none, and no person is created for it. */
export async function myTables(): Promise<Listed[]> {
  if (!load(MET)) return [];
  await me();
  return call("/api/me/tables");
}

/** Carry out a command at a table without a connection to it. */
export const command = (table: string, wanted: Command): Promise<Answer> =>
  call(`/api/tables/${table}/commands`, { ...wanted, command: randomId() });

/** The person's achievements in a game; null if the game has none. */
export async function myAchievements(game: string): Promise<AchievementSheet | null> {
  const about = (await games()).find(({ id }) => id === game);
  if (!about?.achievements) return null;
  await me();
  const sheets = await call<AchievementSheet[]>("/api/me/achievements");
  return sheets.find((sheet) => sheet.game === game) ?? null;
}

/** Open a table. The server commits to its deal before it receives our nonce. */
export async function openTable(wanted: Omit<NewTable, "ticket" | "nonce">): Promise<string> {
  await me();
  const { ticket } = await call<{ ticket: string }>("/api/ticket");
  return (await call<{ table: string }>("/api/tables", { ...wanted, ticket, nonce: randomId() })).table;
}

async function items(path: string): Promise<Map<number, Item>> {
  const found = await call<{ items: Item[] }>(path);
  return new Map(found.items.map((item) => [item.id, item]));
}

/** Advice on options before a table is opened with them. */
export function advise(game: string, seats: number, chosen: Chosen): Promise<Advice> {
  const written = Object.entries(chosen).map(([name, value]) => [name, typeof value === "string" ? value : value ? "yes" : "no"]);
  return call(`/api/games/${game}/advice?${new URLSearchParams([["seats", String(seats)], ...written])}`);
}

export const gameItems = (game: string): Promise<Map<number, Item>> => items(`/api/games/${game}/components`);
export const tableItems = (table: string): Promise<Map<number, Item>> => items(`/api/tables/${table}/components`);

/** An explanation of what a player points at, from what that player may know. */
export function explain(table: string, about: string, where: { seat?: number; after?: Choice; decisions?: number }): Promise<Explanation> {
  const query = new URLSearchParams({ about });
  if (where.seat !== undefined) query.set("seat", String(where.seat));
  if (where.after) query.set("after", where.after.text);
  if (where.decisions !== undefined) query.set("decisions", String(where.decisions));
  return call(`/api/tables/${table}/explain?${query}`);
}
