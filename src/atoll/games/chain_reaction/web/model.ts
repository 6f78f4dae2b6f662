/**
 * The parts of a view of Chain Reaction that are drawn, and how they are said in words.
 *
 *        0
 *      .---.       sides of a tile: top, right, bottom, left;
 *    3 | 4 | 1     a turn is a quarter clockwise, so after one turn
 *      '---'       the left symbol is on top
 *        2
 */

import type { Item } from "$lib/api";
import type { Choice, View } from "$lib/protocol";
import type { Words } from "$lib/words";

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export const SYMBOLS = ["ring", "star", "wave", "moon", "pearls", "cross"] as const;
export type Colour = (typeof COLOURS)[number];

export interface Tile extends Item {
  edges: string[];
  colour: Colour;
  value: number;
}

export interface Token extends Item {
  token: number;
  needs: number[];
  points: number;
}

/** A tile in a column. */
export interface Lying {
  tile: number;
  turn: number;
}

export interface Player {
  hand: number | null;
  has_tile: boolean;
  secret: Colour | null;
  /** How many of each kind, by value, then by colour. */
  tiles: number[][];
  number: number;
  tokens: number[];
  tile_points: number;
  secret_points: number;
  token_points: number;
}

/** What a chain takes in one step. */
export interface Take {
  side: "below" | "left" | "right";
  column: number;
  level: number;
  tile: number;
  colour: Colour;
  value: number;
  symbol: string;
}

export interface ChainView extends View {
  phase: "place" | "claim" | "pay" | "over";
  first: number;
  turn: number;
  columns: Lying[][];
  stack: number;
  tokens: (number | null)[];
  paying: { token: number; owed: number[] } | null;
  players: Player[];
  won_by: "points" | "tiles" | "shared" | null;
}

/** Marks over the tiles: the order in which a chain takes them, and the sides that match. */
export interface Marks {
  order: ReadonlyMap<number, number>;
  sides: ReadonlyMap<number, readonly number[]>;
}

export const NO_MARKS: Marks = { order: new Map(), sides: new Map() };

/** Which side of the laid tile, and which of its neighbour, touch. */
export const TOUCHING: Record<Take["side"], [own: number, other: number]> = {
  left: [3, 1],
  right: [1, 3],
  below: [2, 0],
};

/** A tile's symbols from the top, clockwise, after some quarter turns. */
export const turned = (edges: string[], turn: number): string[] => edges.map((_, side) => edges[(side - turn + 4) % 4]);

/** What a choice would set off: everything it takes is numbered, matches are filled where tiles touch now. */
export function chainMarks(columns: Lying[][], choice: Choice): Marks {
  const height = columns[choice.column - 1].length;
  const sides = new Map<number, number[]>();
  const takes = choice.takes as Take[];
  for (const { side, column, tile } of takes) {
    const level = columns[column - 1].findIndex((lying) => lying.tile === tile);
    if (level !== (side === "below" ? height - 1 : height)) continue;
    const [own, other] = TOUCHING[side];
    sides.set(choice.tile, [...(sides.get(choice.tile) ?? []), own]);
    sides.set(tile, [other]);
  }
  return { order: new Map(takes.map(({ tile }, step) => [tile, step + 1])), sides };
}

export interface Kind {
  colour: Colour;
  value: number;
  count: number;
}

/** The kinds of tiles somebody has, by value, then by colour. */
export const kindsOf = (tiles: number[][]): Kind[] =>
  tiles.flatMap((row, value) => row.map((count, at) => ({ colour: COLOURS[at], value: value + 1, count }))).filter(({ count }) => count > 0);

/** Tokens that cost and bring the same lie in one place. */
export interface Pile {
  id: number;
  needs: number[];
  points: number;
  tokens: number[];
}

export function pilesOf(items: Map<number, Item>): Pile[] {
  const piles = new Map<string, Pile>();
  for (const item of items.values()) {
    if (!("token" in item)) continue;
    const { token, needs, points } = item as Token;
    const key = `${needs.join(" ")} ${points}`;
    const pile = piles.get(key) ?? { id: token, needs, points, tokens: [] };
    pile.tokens.push(token);
    piles.set(key, pile);
  }
  return [...piles.values()];
}

/** For each value a token costs, whether there is a tile for it. */
export function metBy(needs: number[], tiles: number[][]): boolean[] {
  const left = tiles.map((row) => row.reduce((sum, count) => sum + count, 0));
  return needs.map((value) => left[value - 1]-- > 0);
}

/** What a claim brings, once the tiles that it costs are paid. */
export const netOf = (claim: Choice): number => claim.points - claim.cost;

export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** A token in words: what it brings and costs; where it can be claimed, what is left of its points. */
export function tokenInWords(words: Words, points: number, needs: number[], claim?: Choice): string {
  const token = words.say("board.token", { points, needs: needs.join(" ") });
  return claim ? `${token}, ${words.say("board.net", { points, cost: claim.cost, gain: signed(netOf(claim)) })}` : token;
}

/** A tile in words: its colour and value, and its symbols as it lies. */
export function tileInWords(words: Words, tile: Tile | undefined, turn: number): string {
  if (!tile) return words.say("board.hidden_tile");
  const [top, right, bottom, left] = turned(tile.edges, turn).map((symbol) => words.say(`symbol.${symbol}`));
  return words.say("board.tile", { colour: words.say(`colour.${tile.colour}`), value: tile.value, top, right, bottom, left });
}

export const kindInWords = (words: Words, { colour, value, count }: Kind): string =>
  count > 1
    ? words.say("board.kinds", { colour: words.say(`colour.${colour}`), value, count })
    : words.say("board.kind", { colour: words.say(`colour.${colour}`), value });

/** What laying the tile on a column brings, in words, and what more the tokens do that can be claimed after it. */
export function gainInWords(words: Words, { takes, preview }: Choice): string {
  const taken = takes.length ? words.say("board.takes", { count: takes.length }) : words.say("board.takes_none");
  return preview.best > preview.points ? `${taken}, ${words.say("board.takes_best", { points: preview.best })}` : taken;
}
