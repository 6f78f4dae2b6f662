/** The tiles and scenarios of Shallow Sea, and groups of its choices and events. */

import type {
  BySide,
  Choice,
  Colour,
  FinishCoralChoice,
  FinishCreatureChoice,
  GameEvent,
  LiftCoralChoice,
  LiftFishChoice,
  MoveCoralChoice,
  MoveFishChoice,
  PlaceFishChoice,
  PlaceTileChoice,
  TurnCoralChoice,
  View,
} from "./types";

export const COLOURS: readonly Colour[] = ["red", "yellow", "green", "purple"];
export type Side = keyof BySide;

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

/** Whether all fish lie beside the pools, in no bag (modified rule 5). */
export const fishLieOpen = ({ pools }: Pick<View, "pools">): boolean => pools.fish.length === 0 && pools.corals.length > 0;

/** Choices that lay a tile, that put a fish on a bubble, that turn a tile over. */
export type Laying = PlaceTileChoice | MoveCoralChoice | TurnCoralChoice;
export type Dropping = PlaceFishChoice | MoveFishChoice;
export type Finishing = FinishCoralChoice | FinishCreatureChoice;
// Without a return type, so that the compiler infers which kinds they let through.
export const lays = (choice: Choice) => choice.kind === "place_tile" || choice.kind === "move_coral" || choice.kind === "turn_coral";
export const drops = (choice: Choice) => choice.kind === "place_fish" || choice.kind === "move_fish";
export const finishes = (choice: Choice) => choice.kind === "finish_coral" || choice.kind === "finish_creature";

/** The space or bubble that a choice is about; of a move, where it leads. */
export const spaceOf = (choice: Laying | Finishing | LiftCoralChoice): string => (choice.kind === "move_coral" ? choice.to : choice.space);
export const bubbleOf = (choice: Dropping | LiftFishChoice): string => (choice.kind === "move_fish" ? choice.to : choice.bubble);

export const byPlace = <Kind extends Choice>(choices: Kind[], where: (choice: Kind) => string): Map<string, Kind> =>
  new Map(choices.map((choice) => [where(choice), choice]));

/** The fish that a coral asks for at N, E, S, W as it lies. */
export const asked = (coral: Coral, turn: number): (Colour | null)[] => coral.asks.map((_, at) => coral.asks[(at - turn + 4) % 4]);

/** Whether an event turned a tile over; the compiler infers which events do. */
export const turnsOver = (event: GameEvent) => event.event === "finish_coral" || event.event === "finish_creature";

export const MARKS = "^>v<";
