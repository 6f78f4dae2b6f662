/** The cards of Reef, what a drawing shows, and the wording. */

import type { Item } from "$lib/api";
import type { Words } from "$lib/words";
import type { PlaceChoice } from "./types";

export interface Cell {
  colour: string;
  height: string;
}

export interface Card extends Item {
  corals: [string, string];
  points: number;
  rows: (Cell | null)[][];
  tallest: string | null;
  around: string | null;
}

/** Spaces ringed together, and what they score together; null shows no number. */
export interface Ring {
  spaces: string[];
  points: number | null;
}

/** What a drawing shows over the pieces. */
export interface Marks {
  /** Spaces marked as legal. */
  legal: Set<string>;
  /** A piece that is not there yet. */
  ghost: { space: string; colour: string } | null;
  rings: Ring[];
  /** What the ghost would score. */
  pill: string;
  /** Where the last move put pieces. */
  last: string[];
  /** These are the places of the turn pointed at. */
  lit: boolean;
  /** Another player's marks are never in the accent colour. */
  theirs: boolean;
}

export const NO_MARKS: Marks = { legal: new Set(), ghost: null, rings: [], pill: "", last: [], lit: false, theirs: false };

const LETTERS: Record<string, string> = { r: "red", y: "yellow", g: "green", p: "purple" };
export const COLOURS = Object.values(LETTERS);
export const colourOf = (letter: string): string => LETTERS[letter];

/** The stack on a space, its colours from the bottom up. */
export const stackOn = (board: string[][], row: number, column: number): string[] => [...board[row][column]].map(colourOf);

/** Several words joined as the language does: "red and green". */
const listed = (words: Words, parts: string[]): string =>
  new Intl.ListFormat(words.language, { type: "conjunction" }).format(parts);

/** Pieces in words; several of a colour are counted: "2 × red". */
export function piecesInWords(words: Words, pieces: string[]): string {
  const parts = [...new Set(pieces)].map((colour) => {
    const number = pieces.filter((piece) => piece === colour).length;
    return (number > 1 ? `${number} × ` : "") + words.say(`colour.${colour}`);
  });
  return listed(words, parts);
}

function cellInWords(words: Words, cell: Cell): string {
  const colour = words.say(`colour.${cell.colour}`);
  if (!cell.height) return colour;
  const height = cell.height.replace("+", "");
  return cell.height.endsWith("+") ? words.say("cell.least", { colour, height }) : words.say("cell.exact", { colour, height });
}

export type Shape = "single" | "row" | "diagonal" | "block" | "special";

/** The shape of a card's pattern: the gallery groups cards by it, and it decides the wording. */
export function shapeOf(card: Card): Shape {
  if (card.tallest) return "special";
  const [height, width] = [card.rows.length, card.rows[0].length];
  if (height === 1) return width === 1 ? "single" : "row";
  const along = card.rows.every((row, at) => row.every((cell, column) => (cell !== null) === (column === at)));
  return along && height === width ? "diagonal" : "block";
}

/** Words side by side; the same one several times is counted: "3 × red". */
const counted = (parts: string[]): string =>
  parts.length > 1 && new Set(parts).size === 1 ? `${parts.length} × ${parts[0]}` : parts.join(" + ");

/** What a card scores, in words. */
export function patternInWords(words: Words, card: Card): string {
  if (card.tallest) return words.sentence("around", { around: card.around, tallest: card.tallest }, []);
  const asked = card.rows.flat().flatMap((cell) => (cell ? [cellInWords(words, cell)] : []));
  const cells = counted(asked);
  const shape = shapeOf(card);
  if (shape === "single") return cells;
  if (shape === "row") return words.say("pattern.row", { cells });
  if (shape === "diagonal") return words.say("pattern.diagonal", { cells });
  const small = card.rows.length === 2 && card.rows[0].length === 2 && new Set(asked).size === 1;
  if (small && asked.length > 2) return words.say(asked.length === 4 ? "pattern.square" : "pattern.corner", { cells });
  const row = (line: (Cell | null)[]): string =>
    line.map((cell) => (cell ? cellInWords(words, cell) : words.say("pattern.gap"))).join(" + ");
  return words.say("pattern.block", { cells: card.rows.map(row).join(" / ") });
}

/** A card in few words, by what is largest on it: "red + green (5 points)". */
export const cardInShort = (words: Words, card: Card): string =>
  words.say("card.short", {
    pieces: counted(card.corals.map((colour) => words.say(`colour.${colour}`))),
    points: words.say("points", { count: card.points }),
  });

/** A card in words: what it brings and what it scores. */
export function cardInWords(words: Words, card: Card | undefined, tokens = 0): string {
  if (!card) return words.say("card.hidden");
  const pieces = piecesInWords(words, card.corals);
  const named = words.say("card.name", { pieces, points: card.points, pattern: patternInWords(words, card) });
  return tokens ? `${named}. ${words.say("card.tokens", { count: tokens })}` : named;
}

export const placeInWords = (words: Words, space: string): string => words.say("space.name", { column: space[0], row: space[1] });

/** A space in words: what stands there, and what can be done. */
export function spaceInWords(words: Words, name: string, stack: string[], choice: PlaceChoice | undefined): string {
  const space = placeInWords(words, name);
  const top = stack.at(-1);
  const what = top
    ? words.say("space.stack", { space, colour: words.say(`colour.${top}`), height: stack.length })
    : words.say("space.empty", { space });
  if (!choice) return what;
  const place = words.say("space.place", { colour: words.say(`colour.${choice.colour}`) });
  const { points, best, ends } = choice.preview;
  const gain = ends ? `+${points}` : best > 0 ? words.say("up_to", { points: best }) : "";
  return [what, place, gain].filter(Boolean).join(", ");
}
