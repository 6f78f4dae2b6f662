/** A turn in short: the tile that was laid, what its chain took, the tokens that were claimed. */

import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { kindInWords, type Colour, type Kind } from "./model";

export interface Summary {
  laid: { tile: number; turn: number; column: number; kind: Kind } | null;
  taken: Kind[];
  /** The points of the tokens. */
  tokens: number[];
}

export function summaryOf(turn: Turn): Summary {
  const summary: Summary = { laid: null, taken: [], tokens: [] };
  for (const { event, colour, value, points, ...more } of eventsOf(turn)) {
    const kind: Kind = { colour: colour as Colour, value, count: 1 };
    if (event === "place") summary.laid = { tile: more.tile, turn: more.turn, column: more.column, kind };
    else if (event === "match") summary.taken.push(kind);
    else if (event === "token") summary.tokens.push(points);
  }
  return summary;
}

export function summaryInWords(words: Words, { laid, taken, tokens }: Summary): string {
  const parts: string[] = [];
  if (laid) parts.push(words.say("turn.laid", { tile: kindInWords(words, laid.kind), column: laid.column }));
  if (taken.length) parts.push(words.say("board.takes", { count: taken.length }));
  for (const points of tokens) parts.push(`${words.say("turn.claimed")} ${words.say("points", { count: points })}`);
  return parts.join(", ");
}
