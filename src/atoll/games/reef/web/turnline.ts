/** A turn in short: the card that was taken or played, or the pieces put down at the start. */

import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { cardInShort, piecesInWords, type Card } from "./model";
import type { GameEvent } from "./types";

export interface TurnSummary {
  deed: "take" | "top" | "play" | "arrange";
  card: number | null;
  /** Points that lay on a card taken. */
  tokens: number;
  pieces: string[];
  /** Where pieces were placed. */
  spaces: string[];
  /** The place in the hand from which a card was played. */
  place: number;
}

export function summaryOf(turn: Turn<GameEvent>): TurnSummary {
  const summary: TurnSummary = { deed: "arrange", card: null, tokens: 0, pieces: [], spaces: [], place: 0 };
  const did = (deed: Partial<TurnSummary>): void => void Object.assign(summary, deed);
  for (const event of eventsOf(turn)) {
    if (event.event === "take" || event.event === "take_tokens") did({ deed: "take", card: event.card, tokens: event.tokens });
    else if (event.event === "top") did({ deed: "top", card: event.card });
    else if (event.event === "play") did({ deed: "play", card: event.card, place: event.place });
    else if (event.event === "place" || event.event === "arrange") {
      summary.pieces.push(event.colour);
      if (!summary.spaces.includes(event.space)) summary.spaces.push(event.space);
    }
  }
  return summary;
}

export function summaryInWords(words: Words, { deed, card, pieces }: TurnSummary, cards: Map<number, Card>): string {
  const found = cards.get(card ?? 0);
  const what = deed === "arrange" ? piecesInWords(words, pieces) : found ? cardInShort(words, found) : words.say("card.hidden");
  return `${words.say(`turn.${deed}`)} ${what}`;
}
