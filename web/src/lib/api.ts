/** The server's HTTP side. A refusal is an error whose message is the server's sentence. */

import type { Answer, Choice, Frame, Listed, NewTable, Seat, Step, View } from "./protocol";
import { keep, kept } from "./device";
import { randomId } from "./random";
import type { Command } from "./socket";

export interface OptionAbout {
  name: string;
  values: (string | boolean)[];
  rule: string;
  /** An own set: so many of these, joined by "+". */
  members?: string[];
  size?: number;
}

export type Chosen = Record<string, string | boolean>;

export interface Advice {
  /** Options that do nothing beside the others. */
  idle: string[];
  /** What to know: keys of the game's words, and what these tell. */
  advice: ({ key: string } & Record<string, unknown>)[];
}

export interface GameAbout {
  id: string;
  rules: number;
  fewest: number;
  most: number;
  minutes: number;
  bots: string[];
  /** Whether finished games earn something that is kept. */
  achievements: boolean;
  options: OptionAbout[];
  presets: Record<string, Chosen>;
  /** The preset to learn the game with; empty where there is none. */
  first: string;
}

export interface Achievement {
  /** Its kind and number: "scenario.3". */
  name: string;
  /** What its words leave out. */
  asks: Record<string, unknown>;
  /** In how many games I earned it, and the first of them. */
  times: number;
  first: { table: string; finished: number } | null;
}

/** Everything that can be earned in a game, with what I have; so many of them give a title. */
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
  /** The seats that are mine. */
  mine: number[];
  over: boolean;
  positions: Position[];
}

/** Something of a game by its id: a card, a tile, a creature. */
export type Item = Record<string, any> & { id: number };

export class Refusal extends Error {
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
    const told = (await response.json().catch(() => ({}))) as { error?: string };
    throw new Refusal(response.status, told.error ?? response.statusText);
  }
  return (await response.json()) as T;
}

let known: Promise<Me> | undefined;
const MET = "atoll.met";

/** Who I am; somebody new has no name yet. */
export const me = (): Promise<Me> =>
  (known ??= call<Me>("/api/me", {}).then(
    (found) => {
      keep(MET, "yes");
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

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | undefined;
  return () => (kept ??= load().catch((error: unknown) => Promise.reject(((kept = undefined), error))));
};

export const games = once(() => call<GameAbout[]>("/api/games"));
/** Every decision of a finished game, with nothing hidden. */
export const stepsOf = async (table: string): Promise<Step[]> => (await call<{ steps: Step[] }>(`/api/tables/${table}/steps`)).steps;
/** A table as it is now, without sitting down at it. */
export const peek = (table: string): Promise<Frame> => call(`/api/tables/${table}`);
/** Where other machines find this server; only its own machine is told. */
export const network = (): Promise<{ reachable: boolean; origins: string[] }> => call("/api/network");
/** Give up the seats reserved for me at the table of a rematch. */
export const decline = (table: string): Promise<unknown> => call(`/api/tables/${table}/commands`, { type: "decline", command: randomId() });
export const replay = (table: string): Promise<Replay> => call(`/api/tables/${table}/replay`);

/** My games; who was never met here has none, and is left alone. */
export async function myTables(): Promise<Listed[]> {
  if (!kept(MET)) return [];
  await me();
  return call("/api/me/tables");
}

/** Carry out a command at a table without a connection to it. */
export const command = (table: string, wanted: Command): Promise<Answer> =>
  call(`/api/tables/${table}/commands`, { ...wanted, command: randomId() });

/** My sheet of a game; null where a game has no achievements. */
export async function myAchievements(game: string): Promise<AchievementSheet | null> {
  const about = (await games()).find(({ id }) => id === game);
  if (!about?.achievements) return null;
  await me();
  const sheets = await call<AchievementSheet[]>("/api/me/achievements");
  return sheets.find((sheet) => sheet.game === game) ?? null;
}

/** Open a table; the server has committed to its deal before it hears our nonce. */
export async function openTable(wanted: Omit<NewTable, "ticket" | "nonce">): Promise<string> {
  await me();
  const { ticket } = await call<{ ticket: string }>("/api/ticket");
  return (await call<{ table: string }>("/api/tables", { ...wanted, ticket, nonce: randomId() })).table;
}

async function items(path: string): Promise<Map<number, Item>> {
  const found = await call<{ items: Item[] }>(path);
  return new Map(found.items.map((item) => [item.id, item]));
}

/** What to know of some options before a table is opened with them. */
export function advise(game: string, seats: number, chosen: Chosen): Promise<Advice> {
  const written = Object.entries(chosen).map(([name, value]) => [name, typeof value === "string" ? value : value ? "yes" : "no"]);
  return call(`/api/games/${game}/advice?${new URLSearchParams([["seats", String(seats)], ...written])}`);
}

export const gameItems = (game: string): Promise<Map<number, Item>> => items(`/api/games/${game}/components`);
export const tableItems = (table: string): Promise<Map<number, Item>> => items(`/api/tables/${table}/components`);

/** What a player points at, explained from what the player may know. */
export function explain(table: string, about: string, where: { seat?: number; after?: Choice; decisions?: number }): Promise<any> {
  const query = new URLSearchParams({ about });
  if (where.seat !== undefined) query.set("seat", String(where.seat));
  if (where.after) query.set("after", where.after.text);
  if (where.decisions !== undefined) query.set("decisions", String(where.decisions));
  return call(`/api/tables/${table}/explain?${query}`);
}
