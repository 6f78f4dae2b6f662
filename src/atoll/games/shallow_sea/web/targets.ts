/** What can be pointed at on an ocean, and what it would do. */

import type { Choice } from "$lib/protocol";
import type { Words } from "$lib/words";
import { bubbleAt, CORNERS, spaceAt } from "./lattice";
import { bubbleOf, byPlace, DROPPING, LAYING, spaceOf, type Corner, type Player, type Tile } from "./model";
import { bubbleInWords, choiceInWords, lyingInWords, placeInWords } from "./sentences";

export interface Target {
  key: string;
  /** The space or bubble. */
  place: string;
  x: number;
  y: number;
  /** Of a round one; null: a whole space. */
  radius: number | null;
  choice: Choice | null;
  label: string;
}

/** The choices that the places of an ocean take now. */
export interface Open {
  spaces: ReadonlyMap<string, Choice>;
  bubbles: ReadonlyMap<string, Choice>;
  /** Corals of several fish: one choice for each corner. */
  corners: ReadonlyMap<string, Choice[]>;
}

export const NOTHING_OPEN: Open = { spaces: new Map(), bubbles: new Map(), corners: new Map() };
export const CORNER_FAR = 58;

/** What the places of one's own ocean take, with the tile in hand turned so far. */
export function openOf(legal: Choice[], turn: number): Open {
  const finishing = legal.filter(({ kind }) => kind === "finish_coral");
  const corals = [...new Set(finishing.map(({ space }) => space as string))].map(
    (space): [string, Choice[]] => [space, finishing.filter((one) => one.space === space)],
  );
  const single = corals.filter(([, ways]) => ways.length === 1).map(([space, [way]]): [string, Choice] => [space, way]);
  return {
    spaces: new Map([
      ...byPlace(legal, ["lift_coral"], spaceOf),
      ...byPlace(legal.filter((one) => one.turn === turn), LAYING, spaceOf),
      ...byPlace(legal, ["finish_creature"], spaceOf),
      ...single,
    ]),
    bubbles: byPlace(legal, [...DROPPING, "lift_fish"], bubbleOf),
    corners: new Map(corals.filter(([, ways]) => ways.length > 1)),
  };
}

export function targetsOf(player: Player, tiles: Map<number, Tile>, open: Open, words: Words): Target[] {
  const lying = new Map(player.board.map((one) => [one.space, one]));
  const fish = new Map(player.loose.map((one) => [one.bubble, one.fish]));
  const named = (what: string, choice: Choice | null): string => (choice ? `${what}. ${choiceInWords(words, tiles, choice)}` : what);
  const spaces = [...new Set([...lying.keys(), ...open.spaces.keys()])].map((place): Target => {
    const choice = open.spaces.get(place) ?? null;
    const one = lying.get(place);
    const tile = one && tiles.get(one.tile);
    const what = one && tile ? lyingInWords(words, one, tile) : `${placeInWords(words, place)}, ${words.say("board.empty")}`;
    return { key: place, place, ...at(spaceAt(place)), radius: null, choice, label: named(what, choice) };
  });
  // A fish alone has all the room that a finger needs.
  const radius = open.spaces.size ? 42 : 58;
  const bubbles = [...new Set([...fish.keys(), ...open.bubbles.keys()])].map((place): Target => {
    const choice = open.bubbles.get(place) ?? null;
    const label = named(bubbleInWords(words, place, fish.get(place) ?? null), choice);
    return { key: place, place, ...at(bubbleAt(place)), radius: choice ? radius : 34, choice, label };
  });
  const corners = [...open.corners].flatMap(([place, choices]) =>
    choices.map((choice): Target => {
      const { x, y } = spaceAt(place);
      const [dx, dy] = CORNERS[choice.corner as Corner];
      const label = choiceInWords(words, tiles, choice);
      return { key: `${place}${choice.corner}`, place, x: x + dx * CORNER_FAR, y: y + dy * CORNER_FAR, radius: 36, choice, label };
    }),
  );
  return [...spaces, ...bubbles, ...corners];
}

const at = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({ x, y });
