// Written by `python -m atoll.server.typescript` from src/atoll/games/shallow_sea/view.

import type * as base from "$lib/protocol";

export type Colour = "red" | "yellow" | "green" | "purple";

export type Corner = "N" | "E" | "S" | "W";

export type Pool = "corals" | "fish" | "creatures";

export type TileKind = "coral" | "creature";

export type Phase = "start" | "start_place" | "choose" | "combine_tile" | "combine_fish" | "place" | "finish" | "move" | "move_coral" | "over";

export type WonBy = "points" | "shells" | "shared";

/** A corner of a coral that asks for a fish: its bubble, the fish asked and the one that is there (S22). */
export interface AskingCorner {
  corner: Corner;
  bubble: string;
  asks: Colour;
  there: Colour | null;
  met: boolean;
}

/** Spaces, and the points that they bring. */
export interface Group {
  spaces: string[];
  points: number;
}

/** Numbers for the orange and the blue ecosystem cards: the cards, or what each of them scores. */
export interface BySide {
  orange: number[];
  blue: number[];
}

/** What actions cost in shells (S17, S18, S26). */
export interface Prices {
  refresh: number;
  combination: number;
  move: number;
}

/** What lies in the slots of each pool; null for nothing, or something unknown. */
export interface Pools {
  corals: (number | null)[];
  fish: (Colour | null)[];
  creatures: (number | null)[];
}

/** What the bags hold; of creatures, the types in the game. */
export interface Bags {
  fish: Record<string, number>;
  corals: number;
  creatures: Record<string, number>;
}

/** The fish on the lionfish card (S47). */
export interface Lionfish {
  red: number;
  yellow: number;
  green: number;
  purple: number;
}

/** A tile on a space; for a creature, what it has met and, unfinished, the spaces that it counts (S28). */
export interface Lying {
  space: string;
  tile: number;
  turn: number;
  done: boolean;
  fish: Colour | null;
  points: number;
  met: number | null;
  counting: string[];
}

/** An unfinished fish on a bubble, and its points (S30). */
export interface LooseFish {
  bubble: string;
  fish: Colour;
  points: number;
}

/** A goal beyond winning, with the progress: a scenario's points and task (S52), or the next rank (S49). */
export interface Goal {
  what: string;
  rank: string | null;
  have: number;
  need: number;
}

/** The lines of a score sheet (S30). */
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

/** What lies before a player; of two ecosystem cards, the better one counts (S53). */
export interface Player {
  board: Lying[];
  loose: LooseFish[];
  shells: number;
  broken: boolean;
  goals: Goal[];
  cards: BySide;
  sheet: Sheet;
}

/** A rank, and the least points that earn it (S49). */
export interface RankPoints {
  rank: string;
  points: number;
}

/** End the turn (S25). */
export interface EndChoice extends base.Choice {
  kind: "end";
}

/** Refresh a pool for shells (S17). */
export interface RefreshChoice extends base.Choice {
  kind: "refresh";
  pool: Pool;
  price: number;
}

/** Refresh a pool for nothing (S16). */
export interface RefreshFreeChoice extends base.Choice {
  kind: "refresh_free";
  pool: Pool;
}

/** Pay for a free combination (S18). */
export interface CombineChoice extends base.Choice {
  kind: "combine";
  price: number;
}

/** Let the lionfish pay: a fish from the bag (S47). */
export interface LionfishChoice extends base.Choice {
  kind: "lionfish";
}

/** Take a fish alone; without a slot it is one of a colour (S18; modified rule 5). */
export interface TakeFishChoice extends base.Choice {
  kind: "take_fish";
  fish: Colour | null;
  slot: number | null;
}

/** Draw a tile of the pool's kind, with a fish (modified rule 8). */
export interface DrawChoice extends base.Choice {
  kind: "draw";
  pool: Pool;
}

/** Put the fish on a bubble, with the tiles that this makes ready or spoils (S21, S25). */
export interface PlaceFishChoice extends base.Choice {
  kind: "place_fish";
  fish: Colour | null;
  bubble: string;
  ready: string[];
  spoils: string[];
}

/** Take up a fish, to move it (S26). */
export interface LiftFishChoice extends base.Choice {
  kind: "lift_fish";
  bubble: string;
  fish: Colour;
  price: number;
}

/** Take up a coral, to move or turn it (modified rule 3). */
export interface LiftCoralChoice extends base.Choice {
  kind: "lift_coral";
  space: string;
  price: number;
}

/** Take a tile alone (S18). */
export interface TakeTileChoice extends base.Choice {
  kind: "take_tile";
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
}

/** Take the first creature (S13). */
export interface StartTileChoice extends base.Choice {
  kind: "start_tile";
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
}

/** Take a tile with the fish of its slot (S15). */
export interface TakeChoice extends base.Choice {
  kind: "take";
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
  fish: Colour | null;
}

/** Lay the tile on a space in a turn (S13, S21). */
export interface PlaceTileChoice extends base.Choice {
  kind: "place_tile";
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
}

/** Turn the coral taken up (modified rule 3). */
export interface TurnCoralChoice extends base.Choice {
  kind: "turn_coral";
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
}

/** Finish a coral with the fish at a corner, with the tiles that this makes ready or spoils (S22, S25). */
export interface FinishCoralChoice extends base.Choice {
  kind: "finish_coral";
  tile: number;
  what: TileKind;
  label: string;
  colour: Colour;
  space: string;
  corner: Corner;
  bubble: string;
  fish: Colour | null;
  points: number;
  ready: string[];
  spoils: string[];
}

/** Finish a creature, with the tiles that this makes ready or spoils (S24, S25). */
export interface FinishCreatureChoice extends base.Choice {
  kind: "finish_creature";
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  points: number;
  ready: string[];
  spoils: string[];
}

/** Put down the fish taken up, with the tiles that this makes ready or spoils (S25, S26). */
export interface MoveFishChoice extends base.Choice {
  kind: "move_fish";
  from: string;
  to: string;
  fish: Colour;
  ready: string[];
  spoils: string[];
}

/** Lay the coral taken up elsewhere, in a turn (modified rule 3). */
export interface MoveCoralChoice extends base.Choice {
  kind: "move_coral";
  tile: number;
  what: TileKind;
  label: string;
  from: string;
  to: string;
  turn: number;
}

/** Let the lionfish pay: a fish of a colour (S47; modified rule 5). */
export interface LionfishFishChoice extends base.Choice {
  kind: "lionfish_fish";
  fish: Colour;
}

export type Choice = EndChoice | RefreshChoice | RefreshFreeChoice | CombineChoice | LionfishChoice | TakeFishChoice | DrawChoice | PlaceFishChoice | LiftFishChoice | LiftCoralChoice | TakeTileChoice | StartTileChoice | TakeChoice | PlaceTileChoice | TurnCoralChoice | FinishCoralChoice | FinishCreatureChoice | MoveFishChoice | MoveCoralChoice | LionfishFishChoice;

/** A turn was ended (S25). */
export interface EndTurnEvent extends base.GameEvent {
  event: "end_turn";
  seat: number;
}

/** A pool was refreshed for shells (S17). */
export interface RefreshEvent extends base.GameEvent {
  event: "refresh";
  seat: number;
  pool: Pool;
  price: number;
}

/** A pool was refreshed for nothing (S16). */
export interface RefreshFreeEvent extends base.GameEvent {
  event: "refresh_free";
  seat: number;
  pool: Pool;
}

/** A free combination was paid (S18). */
export interface CombineEvent extends base.GameEvent {
  event: "combine";
  seat: number;
  price: number;
}

/** The lionfish paid with a fish, and its card now has some (S47). */
export interface LionfishEvent extends base.GameEvent {
  event: "lionfish";
  seat: number;
  fish: Colour | null;
  count: number;
}

/** A fish was taken alone; without a slot it is one of a colour (S18; modified rule 5). */
export interface TakeFishEvent extends base.GameEvent {
  event: "take_fish";
  seat: number;
  fish: Colour | null;
  slot: number | null;
}

/** A tile of the pool's kind was drawn, with a fish (modified rule 8). */
export interface DrawEvent extends base.GameEvent {
  event: "draw";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  fish: Colour | null;
}

/** A fish was placed (S21). */
export interface PlaceFishEvent extends base.GameEvent {
  event: "place_fish";
  seat: number;
  fish: Colour | null;
  bubble: string;
}

/** A fish was taken up, to be moved (S26). */
export interface LiftFishEvent extends base.GameEvent {
  event: "lift_fish";
  seat: number;
  bubble: string;
  fish: Colour;
  price: number;
}

/** A coral was taken up, to be moved or turned (modified rule 3). */
export interface LiftCoralEvent extends base.GameEvent {
  event: "lift_coral";
  seat: number;
  space: string;
  price: number;
}

/** A tile was taken alone (S18). */
export interface TakeTileEvent extends base.GameEvent {
  event: "take_tile";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
}

/** The first creature was taken (S13). */
export interface StartTileEvent extends base.GameEvent {
  event: "start_tile";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
}

/** A tile was taken with the fish of its slot (S15). */
export interface TakeEvent extends base.GameEvent {
  event: "take";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
  fish: Colour | null;
}

/** A tile was laid (S13, S21). */
export interface PlaceTileEvent extends base.GameEvent {
  event: "place_tile";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
}

/** A coral was turned (modified rule 3). */
export interface TurnCoralEvent extends base.GameEvent {
  event: "turn_coral";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
}

/** A coral was finished with the fish at a corner (S22). */
export interface FinishCoralEvent extends base.GameEvent {
  event: "finish_coral";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  colour: Colour;
  space: string;
  corner: Corner;
  bubble: string;
  fish: Colour | null;
  points: number;
}

/** A creature was finished (S24). */
export interface FinishCreatureEvent extends base.GameEvent {
  event: "finish_creature";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  points: number;
}

/** A fish was moved (S26). */
export interface MoveFishEvent extends base.GameEvent {
  event: "move_fish";
  seat: number;
  from: string;
  to: string;
  fish: Colour;
}

/** A coral was moved (modified rule 3). */
export interface MoveCoralEvent extends base.GameEvent {
  event: "move_coral";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
  from: string;
  to: string;
  turn: number;
}

/** The modified rule was broken (S53). */
export interface BrokenEvent extends base.GameEvent {
  event: "broken";
  seat: number;
  rule: number;
}

/** A finished tile brought a shell; the seat now has some (S23, S24). */
export interface ShellEvent extends base.GameEvent {
  event: "shell";
  seat: number;
  shells: number;
}

/** A finished tile brought no shell, as the seat has all it can have (S23, S24). */
export interface ShellLostEvent extends base.GameEvent {
  event: "shell_lost";
  seat: number;
  shells: number;
}

/** A tile came into a pool (S14, S19). */
export interface RefillTileEvent extends base.GameEvent {
  event: "refill_tile";
  tile: number;
  what: TileKind;
  label: string;
  pool: Pool;
  slot: number;
}

/** A fish came into its pool (S14, S19). */
export interface RefillFishEvent extends base.GameEvent {
  event: "refill_fish";
  fish: Colour;
  pool: Pool;
  slot: number;
}

/** The creatures can't be refreshed any more (S20). */
export interface ClosedEvent extends base.GameEvent {
  event: "closed";
}

/** A seat drew its first creature (S13; modified rule 8). */
export interface StartDrawEvent extends base.GameEvent {
  event: "start_draw";
  seat: number;
  tile: number;
  what: TileKind;
  label: string;
}

/** The game is over: every board has 4 empty spaces (S29). */
export interface EndSpacesEvent extends base.GameEvent {
  event: "end_spaces";
}

/** The solo game is over: the bag has no fish (S48). */
export interface EndFishEvent extends base.GameEvent {
  event: "end_fish";
}

/** A solo game ended below the lowest rank (S49). */
export interface NoRankEvent extends base.GameEvent {
  event: "no_rank";
  seat: number;
  points: number;
}

/** A solo game ended with a rank (S49). */
export interface RankEvent extends base.GameEvent {
  event: "rank";
  seat: number;
  points: number;
  rank: string;
}

/** The game was won by points (S31). */
export interface WinPointsEvent extends base.GameEvent {
  event: "win_points";
  seats: number[];
  scores: (number | null)[];
}

/** The game was won by shells (S31). */
export interface WinShellsEvent extends base.GameEvent {
  event: "win_shells";
  seats: number[];
  scores: (number | null)[];
}

/** The victory is shared (S31). */
export interface WinSharedEvent extends base.GameEvent {
  event: "win_shared";
  seats: number[];
  scores: (number | null)[];
}

export type GameEvent = EndTurnEvent | RefreshEvent | RefreshFreeEvent | CombineEvent | LionfishEvent | TakeFishEvent | DrawEvent | PlaceFishEvent | LiftFishEvent | LiftCoralEvent | TakeTileEvent | StartTileEvent | TakeEvent | PlaceTileEvent | TurnCoralEvent | FinishCoralEvent | FinishCreatureEvent | MoveFishEvent | MoveCoralEvent | BrokenEvent | ShellEvent | ShellLostEvent | RefillTileEvent | RefillFishEvent | ClosedEvent | StartDrawEvent | EndSpacesEvent | EndFishEvent | NoRankEvent | RankEvent | WinPointsEvent | WinShellsEvent | WinSharedEvent;

/** A coral with the corners that ask for fish, and the fish that finished it (S22). */
export interface CoralExplanation extends base.Explanation {
  topic: "coral";
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
  done: boolean;
  points: number;
  need: number;
  met: number;
  colour: Colour;
  corners: AskingCorner[];
  fish: Colour | null;
}

/** A creature with its region, and the spaces that its best single choice counts (S27, S28). */
export interface CreatureExplanation extends base.Explanation {
  topic: "creature";
  tile: number;
  what: TileKind;
  label: string;
  space: string;
  turn: number;
  done: boolean;
  points: number;
  need: number;
  met: number;
  looks_for: "coral" | "fish";
  relation: "same" | "different";
  partial: number;
  region: string[];
  counting: string[];
}

/** What an ecosystem card brings now, and the groups of spaces that bring it (S33 to S46). */
export interface CardExplanation extends base.Explanation {
  topic: "card";
  points: number;
  groups: Group[];
}

export type Explanation = CoralExplanation | CreatureExplanation | CardExplanation;

/** A position of Shallow Sea; `tile` and `fish` are to be placed, `credit` are shells that the lionfish has paid. */
export interface View extends base.View {
  phase: Phase;
  first: number;
  turn: number;
  round: number;
  rounds: number;
  cards: BySide;
  doubled: "orange" | null;
  prices: Prices;
  types: string[];
  pools: Pools;
  bags: Bags;
  tile: number | null;
  fish: Colour | null;
  lifted: string | null;
  credit: number;
  closed: boolean;
  lionfish: Lionfish | null;
  players: Player[];
  won_by: WonBy | null;
  rank: string | null;
  ranks: RankPoints[] | null;
  legal: Choice[];
}

/** The types of this game, for the parts of its board. */
export interface Types {
  view: View;
  choice: Choice;
  event: GameEvent;
  explanation: Explanation;
}
