/** A turn in short: the tile that was laid, what its chain took, the tokens that were claimed. */

import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { groupInWords, type TileGroup } from "./model";
import type { GameEvent, MatchEvent, PlaceEvent } from "./types";

export interface TurnSummary {
  /** `turn`: the tile's quarter turns. */
  laid: { tile: number; turn: number; column: number; group: TileGroup } | null;
  taken: TileGroup[];
  /** The points of the tokens. */
  tokens: number[];
}

const groupOf = ({ colour, value }: PlaceEvent | MatchEvent): TileGroup => ({ colour, value, count: 1 });

export function summaryOf(turn: Turn<GameEvent>): TurnSummary {
  const summary: TurnSummary = { laid: null, taken: [], tokens: [] };
  for (const event of eventsOf(turn)) {
    if (event.event === "place") summary.laid = { tile: event.tile, turn: event.turn, column: event.column, group: groupOf(event) };
    else if (event.event === "match") summary.taken.push(groupOf(event));
    else if (event.event === "token") summary.tokens.push(event.points);
  }
  return summary;
}

export function summaryInWords(words: Words, { laid, taken, tokens }: TurnSummary): string {
  const parts: string[] = [];
  if (laid) parts.push(words.say("turn.laid", { tile: groupInWords(words, laid.group), column: laid.column }));
  if (taken.length) parts.push(words.say("board.takes", { count: taken.length }));
  for (const points of tokens) parts.push(`${words.say("turn.claimed")} ${words.say("points", { count: points })}`);
  return parts.join(", ");
}
