/**
 * The tiles and tokens of Chain Reaction, what a drawing shows, and the wording.
 *
 *        0
 *      .---.       sides of a tile: top, right, bottom, left;
 *    3 | 4 | 1     a turn is a quarter clockwise, so after one turn
 *      '---'       the left symbol is on top
 *        2
 */

import type { Item } from "$lib/api";
import type { Words } from "$lib/words";
import type { ClaimChoice, Colour, Lying, PlaceChoice, Side } from "./types";

export const COLOURS: readonly Colour[] = ["red", "yellow", "green", "blue"];
export const SYMBOLS = ["ring", "star", "wave", "moon", "pearls", "cross"] as const;

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

/** Marks over the tiles: the order in which a chain takes them, and the sides that match. */
export interface Marks {
  order: ReadonlyMap<number, number>;
  sides: ReadonlyMap<number, readonly number[]>;
}

export const NO_MARKS: Marks = { order: new Map(), sides: new Map() };

/** Which side of the laid tile, and which of its neighbour, touch. */
export const TOUCHING: Record<Side, [laid: number, touched: number]> = {
  left: [3, 1],
  right: [1, 3],
  below: [2, 0],
};

/** A tile's symbols from the top, clockwise, after some quarter turns. */
export const turned = (edges: string[], turn: number): string[] => edges.map((_, side) => edges[(side - turn + 4) % 4]);

/** What a choice would set off: everything it takes is numbered, matches are filled where tiles touch now. */
export function chainMarks(columns: Lying[][], choice: PlaceChoice): Marks {
  const height = columns[choice.column - 1].length;
  const sides = new Map<number, number[]>();
  for (const { side, column, tile } of choice.takes) {
    const level = columns[column - 1].findIndex((lying) => lying.tile === tile);
    if (level !== (side === "below" ? height - 1 : height)) continue;
    const [laidSide, touchedSide] = TOUCHING[side];
    sides.set(choice.tile, [...(sides.get(choice.tile) ?? []), laidSide]);
    sides.set(tile, [touchedSide]);
  }
  return { order: new Map(choice.takes.map(({ tile }, step) => [tile, step + 1])), sides };
}

export interface TileGroup {
  colour: Colour;
  value: number;
  count: number;
}

/** A player's tiles, grouped by value and colour. */
export const tileGroups = (tiles: number[][]): TileGroup[] =>
  tiles.flatMap((row, value) => row.map((count, at) => ({ colour: COLOURS[at], value: value + 1, count }))).filter(({ count }) => count > 0);

/** Tokens with the same cost and points lie in one pile. */
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
export const netOf = (claim: ClaimChoice): number => claim.points - claim.cost;

export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** A token in words: what it brings and costs; where it can be claimed, what is left of its points. */
export function tokenInWords(words: Words, points: number, needs: number[], claim?: ClaimChoice): string {
  const token = words.say("board.token", { points, needs: needs.join(" ") });
  return claim ? `${token}, ${words.say("board.net", { points, cost: claim.cost, gain: signed(netOf(claim)) })}` : token;
}

/** A tile in words: its colour and value, and its symbols as it lies. */
export function tileInWords(words: Words, tile: Tile | undefined, turn: number): string {
  if (!tile) return words.say("board.hidden_tile");
  const [top, right, bottom, left] = turned(tile.edges, turn).map((symbol) => words.say(`symbol.${symbol}`));
  return words.say("board.tile", { colour: words.say(`colour.${tile.colour}`), value: tile.value, top, right, bottom, left });
}

export const groupInWords = (words: Words, { colour, value, count }: TileGroup): string =>
  count > 1
    ? words.say("board.kinds", { colour: words.say(`colour.${colour}`), value, count })
    : words.say("board.kind", { colour: words.say(`colour.${colour}`), value });

/** What laying the tile on a column brings, in words, and what tokens claimed after it could add. */
export function gainInWords(words: Words, { takes, preview }: PlaceChoice): string {
  const taken = takes.length ? words.say("board.takes", { count: takes.length }) : words.say("board.takes_none");
  return preview.best > preview.points ? `${taken}, ${words.say("board.takes_best", { points: preview.best })}` : taken;
}
