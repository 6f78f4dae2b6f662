// Written by `python -m atoll.server.typescript` from src/atoll/games/chain_reaction/view.

import type * as base from "$lib/protocol";

export type Colour = "red" | "yellow" | "green" | "blue";

export type Symbol = "ring" | "star" | "wave" | "moon" | "pearls" | "cross";

export type Side = "below" | "left" | "right";

export type Phase = "place" | "claim" | "pay" | "over";

export type WonBy = "points" | "tiles" | "shared";

/** A tile that a chain takes: on which side of the tile laid, from where, and the symbol that matches (C8). */
export interface Step {
  side: Side;
  column: number;
  level: number;
  tile: number;
  colour: Colour;
  value: number;
  symbol: Symbol;
}

/** A tile in a column, and its quarter turns clockwise. */
export interface Lying {
  tile: number;
  turn: number;
}

/** The token being paid for, and the values still owed (C11). */
export interface Paying {
  token: number;
  owed: number[];
}

/** What lies before a player: `tiles` by value, then by colour; their `number` breaks ties (C15). */
export interface Player {
  hand: number | null;
  has_tile: boolean;
  secret: Colour | null;
  tiles: number[][];
  number: number;
  tokens: number[];
  tile_points: number;
  secret_points: number;
  token_points: number;
}

/** Put the hand tile on a column, some quarter turns clockwise: what its chain takes, in order (C7, C8). */
export interface PlaceChoice extends base.Choice {
  kind: "place";
  tile: number;
  column: number;
  turn: number;
  takes: Step[];
}

/** End the turn (C12). */
export interface EndChoice extends base.Choice {
  kind: "end";
}

/** Claim a bonus token: `cost` is the least that the tiles for it are worth to the seat (C11). */
export interface ClaimChoice extends base.Choice {
  kind: "claim";
  token: number;
  needs: number[];
  points: number;
  cost: number;
}

/** Pay with a tile of a kind (C11). */
export interface PayChoice extends base.Choice {
  kind: "pay";
  colour: Colour;
  value: number;
}

export type Choice = PlaceChoice | EndChoice | ClaimChoice | PayChoice;

/** A tile was put on a column (C7). */
export interface PlaceEvent extends base.GameEvent {
  event: "place";
  seat: number;
  tile: number;
  colour: Colour;
  value: number;
  column: number;
  turn: number;
}

/** A chain took a tile (C8). */
export interface MatchEvent extends base.GameEvent {
  event: "match";
  seat: number;
  side: Side;
  column: number;
  level: number;
  tile: number;
  colour: Colour;
  value: number;
  symbol: Symbol;
  points: number;
}

/** A bonus token was claimed (C11). */
export interface ClaimEvent extends base.GameEvent {
  event: "claim";
  seat: number;
  token: number;
}

/** A tile was paid (C11). */
export interface PayEvent extends base.GameEvent {
  event: "pay";
  seat: number;
  colour: Colour;
  value: number;
}

/** A bonus token was taken: all its tiles are paid (C11). */
export interface TokenEvent extends base.GameEvent {
  event: "token";
  seat: number;
  token: number;
  points: number;
}

/** A tile was drawn that the viewer does not see (C12). */
export interface DrawEvent extends base.GameEvent {
  event: "draw";
  seat: number;
}

/** A tile was drawn (C12). */
export interface DrawTileEvent extends base.GameEvent {
  event: "draw_tile";
  seat: number;
  tile: number;
  colour: Colour;
  value: number;
}

/** The stack is empty: no tile was drawn (C12). */
export interface NoDrawEvent extends base.GameEvent {
  event: "no_draw";
  seat: number;
}

/** The game is over: a column is empty (C13). */
export interface EndColumnEvent extends base.GameEvent {
  event: "end_column";
  column: number;
}

/** The game is over: the next seat has no tile (C13). */
export interface EndTilesEvent extends base.GameEvent {
  event: "end_tiles";
}

/** A secret colour was revealed (C14). */
export interface SecretEvent extends base.GameEvent {
  event: "secret";
  seat: number;
  colour: Colour;
}

/** The game was won by points (C15). */
export interface WinPointsEvent extends base.GameEvent {
  event: "win_points";
  seats: number[];
  scores: (number | null)[];
}

/** The game was won by the number of tiles (C15). */
export interface WinTilesEvent extends base.GameEvent {
  event: "win_tiles";
  seats: number[];
  scores: (number | null)[];
}

/** The victory is shared (C15). */
export interface WinSharedEvent extends base.GameEvent {
  event: "win_shared";
  seats: number[];
  scores: (number | null)[];
}

export type GameEvent = PlaceEvent | MatchEvent | ClaimEvent | PayEvent | TokenEvent | DrawEvent | DrawTileEvent | NoDrawEvent | EndColumnEvent | EndTilesEvent | SecretEvent | WinPointsEvent | WinTilesEvent | WinSharedEvent;

/** The values that a token costs, and how many tiles for it a seat has (C11). */
export interface TokenExplanation extends base.Explanation {
  topic: "token";
  points: number;
  needs: number[];
  met: number;
}

export type Explanation = TokenExplanation;

/** A position of Chain Reaction; `columns` from the bottom up, `tokens` as their owners, `stack` as its size. */
export interface View extends base.View {
  phase: Phase;
  first: number;
  turn: number;
  columns: Lying[][];
  stack: number;
  tokens: (number | null)[];
  paying: Paying | null;
  players: Player[];
  won_by: WonBy | null;
  legal: Choice[];
}

/** The types of this game, for the parts of its board. */
export interface Types {
  view: View;
  choice: Choice;
  event: GameEvent;
  explanation: Explanation;
}
