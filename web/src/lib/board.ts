/** What the shell and a game's drawings agree on. A game's folder has `web/index.ts`, which exports these parts. */

import type { Component, Snippet } from "svelte";
import type { GameAbout, Item } from "./api";
import type { Stage } from "$kit/stage";
import type { ScoreRow } from "./course";
import type { Choice, GameEvent, Seat, Step, View } from "./protocol";
import type { Turn } from "./turns";
import type { Words } from "./words";

export interface BoardProps {
  /** The position as one seat sees it. */
  view: View;
  /** What led to it from the position shown before: for flights. */
  events: GameEvent[];
  /** Takes the steps of the motion; the next position is shown when all of it has settled. */
  stage: Stage;
  /** Each seat's points, as far as the pieces that brought them have landed. */
  scores: (number | null)[];
  /** Each seat's last turn: told in one line, its places marked, until the seat moves again. */
  turns: (Turn | null)[];
  /** A turn pointed at in the log: its places are marked. */
  lit: Turn | null;
  /** Names by seat, as they are shown ("You" is the shell's word for one's own). */
  names: string[];
  seats: Seat[];
  /** The seat whose board is the large one. */
  seat: number;
  /** Cards, tiles, tokens by id. */
  items: Map<number, Item>;
  /** The game's words in the reader's language. */
  words: Words;
  /** A choice that waits for its confirmation, to be drawn as a preview. */
  staged: Choice | null;
  /** Take a choice out of `view.legal`: the shell sends it, or stages it where it ends the turn or `stage` asks for that. */
  choose: (choice: Choice, stage?: boolean) => void;
  /** Send what is staged, as the button does. */
  confirm: () => void;
  /** Put back what is staged. */
  unstage: () => void;
  /** Ask the rules about what is pointed at; see the game's `view.explain`. */
  explain: (about: string, where?: { seat?: number; after?: Choice }) => Promise<any>;
  /** Look at another player's board in the large place; null: one's own again. */
  enlarge: (seat: number | null) => void;
  /**
   * The shell's row of buttons (undo, confirm) with the board's own sentence before it: goes into the dock. A choice
   * that does nothing but end the turn, where there is one, stands in the place of the confirmation: one press is enough.
   */
  actions: Snippet<[hint: string, end?: Choice]>;
  /** A game that was played: nothing can be done in it. */
  replay?: boolean;
  /** The shell's log and chat: go to the end of the side column. */
  side: Snippet;
}

/** The options of a new table, drawn by a game that wants more than a plain list. */
export interface OptionsProps {
  game: GameAbout;
  items: Map<number, Item>;
  words: Words;
  chosen: Readonly<Record<string, string | boolean>>;
  /** Choose some options; those not named stay as they are. */
  choose: (options: Record<string, string | boolean>) => void;
  /** Options that do nothing beside the others. */
  idle: ReadonlySet<string>;
  /** What to know of what is chosen, as sentences. */
  advice: string[];
}

export interface GalleryProps {
  items: Map<number, Item>;
  words: Words;
}

/** The points of a finished game, one by one, and what decided it. */
export interface BreakdownProps {
  view: View;
  names: string[];
  items: Map<number, Item>;
  words: Words;
  /** Every decision of the game; empty as long as they are not known. */
  steps: Step[];
}

/** How a finished game is told. */
export interface Ending {
  /** The events that say why a game ends. */
  why: readonly string[];
  /** The events that bring points after the last turn. */
  bonus: readonly string[];
  /** Whether a game alone was a success. */
  alone?: (view: View) => boolean;
  /** Pieces for the winner: symbols of the sprite, each with its colour. */
  pieces: readonly (readonly [symbol: string, colour: string])[];
  /** Where the points came from, row by row. */
  rows: (view: View, words: Words, steps: Step[]) => ScoreRow[];
}

/** What a turn did, in one line with small pictures. */
export interface TurnLineProps {
  turn: Turn;
  items: Map<number, Item>;
  words: Words;
}

export interface GameParts {
  Board: Component<BoardProps>;
  /** Where a game has none, a turn is told in sentences. */
  TurnLine?: Component<TurnLineProps>;
  Gallery: Component<GalleryProps>;
  Breakdown: Component<BreakdownProps>;
  ending: Ending;
  /** What a field of an event or a choice is called on screen, where its data is a number; undefined: as its words say. */
  named?: (words: Words, items: Map<number, Item>, field: string, value: unknown) => string | undefined;
  /** Where something happened, for who can't see it. */
  place?: (words: Words, event: GameEvent) => string;
}

type Load<T> = () => Promise<T>;
const parts = import.meta.glob("../../../src/atoll/games/*/web/index.ts") as Record<string, Load<GameParts>>;
const pictures = import.meta.glob("../../../src/atoll/games/*/web/Picture.svelte") as Record<
  string,
  Load<{ default: Component }>
>;
const options = import.meta.glob("../../../src/atoll/games/*/web/Options.svelte") as Record<
  string,
  Load<{ default: Component<OptionsProps> }>
>;

/** Everything drawn of a game, loaded when it is needed. */
export const loadParts = (game: string): Promise<GameParts> =>
  parts[`../../../src/atoll/games/${game}/web/index.ts`]();

export const hasBoard = (game: string): boolean => `../../../src/atoll/games/${game}/web/index.ts` in parts;

/** A game's picture on the first screen. */
export const loadPicture = async (game: string): Promise<Component> =>
  (await pictures[`../../../src/atoll/games/${game}/web/Picture.svelte`]()).default;

/** A game's own way to offer its options, if it has one. */
export const loadOptions = async (game: string): Promise<Component<OptionsProps> | null> =>
  (await options[`../../../src/atoll/games/${game}/web/Options.svelte`]?.())?.default ?? null;
