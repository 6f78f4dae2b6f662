/**
 * The contract between the shell and a game's client code. A game's folder has `web/index.ts`, which exports these parts;
 * a game without it, or known only to the server, has the plain board.
 */

import type { Component, Snippet } from "svelte";
import type { GameAbout, Item } from "./api";
import type { Stage } from "$kit/stage";
import type { BonusName, ScoreRow } from "./course";
import type { Choice, Explanation, GameEvent, Seat, View } from "./protocol";
import type { Step, Turn } from "./turns";
import type { Words } from "./words";

/** The types of a game's data: the bases here, which is all that the shell knows; each game's `web/types.ts` has its own. */
export interface GameTypes {
  view: View;
  choice: Choice;
  event: GameEvent;
  explanation: Explanation;
}

export interface BoardProps<T extends GameTypes = GameTypes> {
  /** The position as one seat sees it. */
  view: T["view"];
  /** The events since the previous position, for the animation. */
  events: T["event"][];
  /** The queue for animation; the next position is shown when it is empty. */
  stage: Stage;
  /** Each seat's points, without those of pieces still in the air. */
  scores: (number | null)[];
  /** Each seat's last turn: shown in one line, its places marked, until the seat moves again. */
  turns: (Turn<T["event"]> | null)[];
  /** A turn pointed at in the log: its places are marked. */
  lit: Turn<T["event"]> | null;
  /** Names by seat, as shown; the viewer's own is "You". */
  names: string[];
  seats: Seat[];
  /** The seat whose board is the large one. */
  seat: number;
  /** Cards, tiles, tokens by id. */
  items: Map<number, Item>;
  /** The game's words in the reader's language. */
  words: Words;
  /** The choice that waits for confirmation, to be drawn as a preview. */
  staged: T["choice"] | null;
  /** Make a choice of `view.legal`: the shell sends it, or stages it if it ends the turn or `stage` is true. */
  choose: (choice: T["choice"], stage?: boolean) => void;
  /** Send the staged choice, as the button does. */
  confirm: () => void;
  /** Unstage the choice. */
  unstage: () => void;
  /** Ask the rules about the thing pointed at; see the game's `view.explain`. */
  explain: (about: string, where?: { seat?: number; after?: T["choice"] }) => Promise<T["explanation"]>;
  /** Show another player's board in the large place; null shows the viewer's own again. */
  enlarge: (seat: number | null) => void;
  /**
   * The shell's row of buttons (undo, confirm), with a hint from the board, for the dock. A choice that only ends the
   * turn replaces the confirm button, so that one press is enough.
   */
  actions: Snippet<[hint: string, end?: T["choice"]]>;
  /** A replay: nothing can be chosen. */
  replay?: boolean;
  /** The shell's log and chat, for the end of the side column. */
  side: Snippet;
}

/** The options of a new table, for a game that draws them itself. */
export interface OptionsProps {
  game: GameAbout;
  items: Map<number, Item>;
  words: Words;
  chosen: Readonly<Record<string, string | boolean>>;
  /** Choose some options; those not named stay as they are. */
  choose: (options: Record<string, string | boolean>) => void;
  /** Options that have no effect with the other ones. */
  idle: ReadonlySet<string>;
  /** Advice on the chosen options, as sentences. */
  advice: string[];
}

export interface GalleryProps {
  items: Map<number, Item>;
  words: Words;
}

/** The points of a finished game in detail, and what decided it. */
export interface BreakdownProps<T extends GameTypes = GameTypes> {
  view: T["view"];
  names: string[];
  items: Map<number, Item>;
  words: Words;
  /** Every decision of the game; empty until they are loaded. */
  steps: Step<T["event"]>[];
}

/** How the result of a game is presented. */
export interface Ending<T extends GameTypes = GameTypes> {
  /** The events that say why a game ends. */
  why: readonly T["event"]["event"][];
  /** The events that bring points after the last turn. */
  bonus: readonly BonusName<T["event"]>[];
  /** Whether a solo game was a success. */
  alone?: (view: T["view"]) => boolean;
  /** Pieces for the winner: symbols of the sprite, each with its colour. */
  pieces: readonly (readonly [symbol: string, colour: string])[];
  /** Where the points came from, row by row. */
  rows: (view: T["view"], words: Words, steps: Step<T["event"]>[]) => ScoreRow[];
}

/** What a turn did, in one line with small pictures. */
export interface TurnLineProps<T extends GameTypes = GameTypes> {
  turn: Turn<T["event"]>;
  items: Map<number, Item>;
  words: Words;
}

export interface GameParts<T extends GameTypes = GameTypes> {
  Board: Component<BoardProps<T>>;
  /** Without it, a turn is described in sentences. */
  TurnLine?: Component<TurnLineProps<T>>;
  Gallery: Component<GalleryProps>;
  Breakdown: Component<BreakdownProps<T>>;
  ending: Ending<T>;
  /** The name on screen of a field whose data is a number; undefined uses the game's words. */
  named?: (words: Words, items: Map<number, Item>, field: string, value: unknown) => string | undefined;
  /** Where an event happened, for screen readers. */
  place?: (words: Words, event: T["event"]) => string;
}

type Load<T> = () => Promise<T>;
// From a game's own types to the bases: a board is only ever given what its own rules have sent.
const parts = import.meta.glob("../../../src/atoll/games/*/web/index.ts") as Record<string, Load<GameParts>>;
const pictures = import.meta.glob("../../../src/atoll/games/*/web/Picture.svelte") as Record<
  string,
  Load<{ default: Component }>
>;
const options = import.meta.glob("../../../src/atoll/games/*/web/Options.svelte") as Record<
  string,
  Load<{ default: Component<OptionsProps> }>
>;

const plainPicture: Load<{ default: Component }> = () => import("../plain/Picture.svelte");

/** The client code of a game, loaded on demand. */
export const loadParts = (game: string): Promise<GameParts> =>
  (parts[`../../../src/atoll/games/${game}/web/index.ts`] ?? (() => import("../plain")))();

/** Whether a game has a board of its own. */
export const hasBoard = (game: string): boolean => `../../../src/atoll/games/${game}/web/index.ts` in parts;

/** A game's picture on the home screen. */
export const loadPicture = async (game: string): Promise<Component> =>
  (await (pictures[`../../../src/atoll/games/${game}/web/Picture.svelte`] ?? plainPicture)()).default;

/** A game's own component for its options, or null. */
export const loadOptions = async (game: string): Promise<Component<OptionsProps> | null> =>
  (await options[`../../../src/atoll/games/${game}/web/Options.svelte`]?.())?.default ?? null;
