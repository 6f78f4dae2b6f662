// Written by `python -m atoll.server.typescript` from src/atoll/games/reef/view.

import type * as base from "$lib/protocol";

export type Colour = "red" | "yellow" | "green" | "purple";

export type Phase = "arrange" | "turn" | "place" | "over";

export type WonBy = "points" | "covered" | "towers" | "shared";

/** The most points that a card would bring a seat if it could be played at once. */
export interface Potential {
  card: number;
  points: number;
}

/** A card on display, and the point tokens on it. */
export interface Offer {
  card: number | null;
  tokens: number;
}

/** The pieces still to be placed, and the card that brought them; null for the starting pieces. */
export interface Placing {
  card: number | null;
  pieces: Colour[];
}

/** A card in a hand; `secret` if it was dealt, so that others don't know it. */
export interface Held {
  card: number | null;
  secret: boolean;
}

/** What lies before a player; `covered` spaces and `towers` of four pieces break ties (R26). */
export interface Player {
  board: string[][];
  points: number | null;
  hand: Held[];
  hand_points: number[] | null;
  discard: number[];
  covered: number;
  towers: number;
}

/** Take a card from a place of the display, with the tokens on it (R10). */
export interface TakeChoice extends base.Choice {
  kind: "take";
  card: number;
  place: number;
  tokens: number;
}

/** Take the top card of the pile and pay a point on the card `pay` (R11). */
export interface TopChoice extends base.Choice {
  kind: "top";
  card: number | null;
  place: number;
  pay: number;
}

/** Play a card from a place in the hand: the pieces that it brings, as far as the supplies have them (R13, R14). */
export interface PlayChoice extends base.Choice {
  kind: "play";
  card: number;
  place: number;
  pieces: Colour[];
}

/** Put a piece on a space, at a level from 1 (R8, R13). */
export interface PlaceChoice extends base.Choice {
  kind: "place";
  colour: Colour;
  space: string;
  level: number;
}

export type Choice = TakeChoice | TopChoice | PlayChoice | PlaceChoice;

/** A starting piece was placed (R8). */
export interface ArrangeEvent extends base.GameEvent {
  event: "arrange";
  seat: number;
  colour: Colour;
  space: string;
  level: number;
}

/** A piece was placed (R13). */
export interface PlaceEvent extends base.GameEvent {
  event: "place";
  seat: number;
  colour: Colour;
  space: string;
  level: number;
}

/** The display was dealt (R9). */
export interface DisplayEvent extends base.GameEvent {
  event: "display";
  cards: (number | null)[];
}

/** A card without tokens was taken from the display (R10). */
export interface TakeEvent extends base.GameEvent {
  event: "take";
  seat: number;
  card: number;
  place: number;
  tokens: number;
}

/** A card was taken from the display, with the tokens on it (R10). */
export interface TakeTokensEvent extends base.GameEvent {
  event: "take_tokens";
  seat: number;
  card: number;
  place: number;
  tokens: number;
}

/** A card came from the pile to a place of the display (R12). */
export interface RefillEvent extends base.GameEvent {
  event: "refill";
  card: number | null;
  place: number;
}

/** The top card was taken for a point, which lies on the card `pay` (R11). */
export interface TopEvent extends base.GameEvent {
  event: "top";
  seat: number;
  card: number | null;
  place: number;
  pay: number;
}

/** A card was played, which brings pieces (R13). */
export interface PlayEvent extends base.GameEvent {
  event: "play";
  seat: number;
  card: number;
  place: number;
  pieces: Colour[];
}

/** A card scored, each time on some spaces (R16, R20). */
export interface ScoreEvent extends base.GameEvent {
  event: "score";
  seat: number;
  card: number;
  times: number;
  points: number;
  spaces: string[][];
}

/** The last piece of a colour is gone (R23). */
export interface LastPieceEvent extends base.GameEvent {
  event: "last_piece";
  colour: Colour;
}

/** The game is over: a supply is empty (R23). */
export interface EndSupplyEvent extends base.GameEvent {
  event: "end_supply";
}

/** The game is over: the pile is empty (R23). */
export interface EndPileEvent extends base.GameEvent {
  event: "end_pile";
}

/** A card left in a hand scores at the end (R25). */
export interface HandEvent extends base.GameEvent {
  event: "hand";
  seat: number;
  card: number | null;
  points: number;
}

/** The game was won by points (R26). */
export interface WinPointsEvent extends base.GameEvent {
  event: "win_points";
  seats: number[];
  scores: (number | null)[];
}

/** The game was won by covered spaces (R26). */
export interface WinCoveredEvent extends base.GameEvent {
  event: "win_covered";
  seats: number[];
  scores: (number | null)[];
}

/** The game was won by stacks of four (R26). */
export interface WinTowersEvent extends base.GameEvent {
  event: "win_towers";
  seats: number[];
  scores: (number | null)[];
}

/** The victory is shared (R26). */
export interface WinSharedEvent extends base.GameEvent {
  event: "win_shared";
  seats: number[];
  scores: (number | null)[];
}

export type GameEvent = ArrangeEvent | PlaceEvent | DisplayEvent | TakeEvent | TakeTokensEvent | RefillEvent | TopEvent | PlayEvent | ScoreEvent | LastPieceEvent | EndSupplyEvent | EndPileEvent | HandEvent | WinPointsEvent | WinCoveredEvent | WinTowersEvent | WinSharedEvent;

/** What a card would score on a board as it is, and where its pattern stands there (R20). */
export interface CardExplanation extends base.Explanation {
  topic: "card";
  points: number;
  spaces: string[][];
}

/** The potential of each card on offer: on display, and on top of the pile. */
export interface DisplayExplanation extends base.Explanation {
  topic: "display";
  cards: Potential[];
}

export type Explanation = CardExplanation | DisplayExplanation;

/** A position of Reef; `first` has the starfish board (R4), `top` is the top card of the pile. */
export interface View extends base.View {
  phase: Phase;
  first: number;
  turn: number;
  round: number;
  last_round: boolean;
  supply: Record<string, number>;
  display: Offer[];
  top: number | null;
  pile: number;
  placing: Placing | null;
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
