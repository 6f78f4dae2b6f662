/** The touch targets of an ocean, with what they do. */

import type { Words } from "$lib/words";
import { bubbleAt, CORNERS, spaceAt } from "./lattice";
import { bubbleOf, byPlace, drops, lays, spaceOf, type Dropping, type Finishing, type Laying, type Tile } from "./model";
import { bubbleInWords, choiceInWords, lyingInWords, placeInWords } from "./sentences";
import type { Choice, FinishCoralChoice, LiftCoralChoice, LiftFishChoice, Player } from "./types";

export interface Target {
  key: string;
  /** The space or bubble. */
  place: string;
  x: number;
  y: number;
  /** The radius of a round target; null for a whole space. */
  radius: number | null;
  choice: Choice | null;
  label: string;
}

/** The choices that the places of an ocean take now. */
export interface Open {
  spaces: ReadonlyMap<string, Laying | Finishing | LiftCoralChoice>;
  bubbles: ReadonlyMap<string, Dropping | LiftFishChoice>;
  /** Corals that can keep several fish: one choice for each corner. */
  corners: ReadonlyMap<string, FinishCoralChoice[]>;
}

export const NOTHING_OPEN: Open = { spaces: new Map(), bubbles: new Map(), corners: new Map() };
export const CORNER_FAR = 58;

/** The legal choices by place, for the tile in hand as it is turned. */
export function openOf(legal: Choice[], turn: number): Open {
  const finishing = legal.filter((choice) => choice.kind === "finish_coral");
  const corals = [...new Set(finishing.map(({ space }) => space))].map(
    (space): [string, FinishCoralChoice[]] => [space, finishing.filter((choice) => choice.space === space)],
  );
  const single = corals.filter(([, finishes]) => finishes.length === 1).map(([, [only]]) => only);
  return {
    spaces: byPlace(
      [
        ...legal.filter((choice) => choice.kind === "lift_coral"),
        ...legal.filter(lays).filter((choice) => choice.turn === turn),
        ...legal.filter((choice) => choice.kind === "finish_creature"),
        ...single,
      ],
      spaceOf,
    ),
    bubbles: byPlace(legal.filter((choice) => drops(choice) || choice.kind === "lift_fish"), bubbleOf),
    corners: new Map(corals.filter(([, finishes]) => finishes.length > 1)),
  };
}

export function targetsOf(player: Player, tiles: Map<number, Tile>, open: Open, words: Words): Target[] {
  const lying = new Map(player.board.map((piece) => [piece.space, piece]));
  const fish = new Map(player.loose.map((piece) => [piece.bubble, piece.fish]));
  const named = (what: string, choice: Choice | null): string => (choice ? `${what}. ${choiceInWords(words, tiles, choice)}` : what);
  const spaces = [...new Set([...lying.keys(), ...open.spaces.keys()])].map((place): Target => {
    const choice = open.spaces.get(place) ?? null;
    const piece = lying.get(place);
    const tile = piece && tiles.get(piece.tile);
    const what = piece && tile ? lyingInWords(words, piece, tile) : `${placeInWords(words, place)}, ${words.say("board.empty")}`;
    return { key: place, place, ...at(spaceAt(place)), radius: null, choice, label: named(what, choice) };
  });
  // A fish without a tile gets a larger target.
  const radius = open.spaces.size ? 42 : 58;
  const bubbles = [...new Set([...fish.keys(), ...open.bubbles.keys()])].map((place): Target => {
    const choice = open.bubbles.get(place) ?? null;
    const label = named(bubbleInWords(words, place, fish.get(place) ?? null), choice);
    return { key: place, place, ...at(bubbleAt(place)), radius: choice ? radius : 34, choice, label };
  });
  const corners = [...open.corners].flatMap(([place, choices]) =>
    choices.map((choice): Target => {
      const { x, y } = spaceAt(place);
      const [dx, dy] = CORNERS[choice.corner];
      const label = choiceInWords(words, tiles, choice);
      return { key: `${place}${choice.corner}`, place, x: x + dx * CORNER_FAR, y: y + dy * CORNER_FAR, radius: 36, choice, label };
    }),
  );
  return [...spaces, ...bubbles, ...corners];
}

const at = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({ x, y });
