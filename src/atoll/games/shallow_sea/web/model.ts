/** The data of Shallow Sea as the rules send it. */

import type { Choice, View } from "$lib/protocol";

export const COLOURS = ["red", "yellow", "green", "purple"] as const;
export type Colour = (typeof COLOURS)[number];
export type Corner = "N" | "E" | "S" | "W";
export type Side = "orange" | "blue";
export type PoolName = "corals" | "fish" | "creatures";

export interface Coral {
  id: number;
  colour: Colour;
  /** The fish asked at the corners N, E, S, W, before turning. */
  asks: (Colour | null)[];
  points: number;
}

export interface Creature {
  id: number;
  creature: string;
  what: "coral" | "fish";
  need: number;
  relation: "same" | "different";
  mode: "spaces" | "directions" | "anywhere";
  ways: string[];
  partial: number;
  points: number;
}

export type Tile = Coral | Creature;

export interface Scenario {
  id: number;
  scenario: number;
  types: string[];
  orange: number;
  blue: number;
  points: number;
}

type Component = Tile | Scenario;
export const creaturesOf = (items: Map<number, unknown>): Creature[] =>
  ([...items.values()] as Component[]).filter((item): item is Creature => "creature" in item);
export const coralsOf = (items: Map<number, unknown>): Coral[] =>
  ([...items.values()] as Component[]).filter((item): item is Coral => "asks" in item);
export const scenariosOf = (items: Map<number, unknown>): Scenario[] =>
  ([...items.values()] as Component[]).filter((item): item is Scenario => "scenario" in item);
export const isCoral = (tile: Tile): tile is Coral => "asks" in tile;

/** A tile on its space. */
export interface Lying {
  space: string;
  tile: number;
  turn: number;
  done: boolean;
  fish: Colour | null;
  points: number;
  /** Of a creature: how many of what it needs are there, and on which spaces. */
  met: number | null;
  counting: string[];
}

export interface Loose {
  bubble: string;
  fish: Colour;
  points: number;
}

export interface Sheet {
  orange: number;
  blue: number;
  rows: number[];
  diversity: number;
  fish: number;
  lionfish: number;
  scenario: number;
  total: number;
}

/** How far a player is with what this game asks for beside the victory. */
export interface Goal {
  what: "points" | "rank" | "corals" | "fish" | "types" | "colours" | "shells" | "card_points";
  rank?: string;
  have: number;
  need: number;
}

export interface Player {
  board: Lying[];
  loose: Loose[];
  shells: number;
  /** A modified rule was broken. */
  broken: boolean;
  goals: Goal[];
  /** What each card on the table brings, in their order. */
  cards: Record<Side, number[]>;
  sheet: Sheet;
}

export interface SeaView extends View {
  phase: "start" | "start_place" | "choose" | "combine_tile" | "combine_fish" | "place" | "finish" | "move" | "move_coral" | "over";
  first: number;
  round: number;
  rounds: number;
  cards: Record<Side, number[]>;
  /** The card that counts double (scenario 14). */
  doubled: Side | null;
  prices: { refresh: number; combination: number; move: number };
  types: string[];
  pools: { corals: (number | null)[]; fish: (Colour | null)[]; creatures: (number | null)[] };
  bags: { fish: Record<Colour, number>; corals: number; creatures: Record<string, number> };
  tile: number | null;
  fish: Colour | null;
  /** The bubble or space that a fish or coral was taken up from. */
  lifted: string | null;
  credit: number;
  closed: boolean;
  lionfish: Record<Colour, number> | null;
  players: Player[];
  won_by: "points" | "shells" | "shared" | null;
  rank: string | null;
  /** After a game alone: every rank and the points it takes, the lowest first. */
  ranks: { rank: string; points: number }[] | null;
}

/** Whether all fish lie beside the pools, in no bag (modified rule 5). */
export const fishLieOpen = ({ pools }: Pick<SeaView, "pools">): boolean => pools.fish.length === 0 && pools.corals.length > 0;

/** Where a choice would lay a tile, whatever kind of laying it is. */
export const spaceOf = (choice: Choice): string => choice.space ?? choice.to;
export const bubbleOf = (choice: Choice): string => choice.bubble ?? choice.to;
export const LAYING = ["place_tile", "move_coral", "turn_coral"];
export const DROPPING = ["place_fish", "move_fish"];

/** The choices of some kinds, by where they lead. */
export const byPlace = (legal: Choice[], kinds: string[], where: (choice: Choice) => string): Map<string, Choice> =>
  new Map(legal.filter(({ kind }) => kinds.includes(kind)).map((one) => [where(one), one]));

/** The fish that a coral asks for at N, E, S, W as it lies. */
export const asked = (coral: Coral, turn: number): (Colour | null)[] => coral.asks.map((_, at) => coral.asks[(at - turn + 4) % 4]);

/** Events that turn a tile over. */
export const TURNS_OVER = ["finish_coral", "finish_creature"];

export const MARKS = "^>v<";
