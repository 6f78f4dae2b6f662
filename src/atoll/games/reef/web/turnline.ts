/** A turn in short: the card that was taken or played, or the pieces put down at the start. */

import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { cardInShort, piecesInWords, type Card } from "./model";

export interface Summary {
  deed: "take" | "top" | "play" | "arrange";
  card: number | null;
  /** Points that lay on a card taken. */
  tokens: number;
  pieces: string[];
  /** Where pieces came to lie. */
  spaces: string[];
  /** The place in the hand from which a card was played. */
  place: number;
}

export function summaryOf(turn: Turn): Summary {
  const summary: Summary = { deed: "arrange", card: null, tokens: 0, pieces: [], spaces: [], place: 0 };
  for (const { event, card, tokens, place, colour, space } of eventsOf(turn)) {
    if (event === "take" || event === "take_tokens") Object.assign(summary, { deed: "take", card, tokens: tokens ?? 0 });
    else if (event === "top") Object.assign(summary, { deed: "top", card });
    else if (event === "play") Object.assign(summary, { deed: "play", card, place });
    else if (event === "place" || event === "arrange") {
      summary.pieces.push(colour);
      if (!summary.spaces.includes(space)) summary.spaces.push(space);
    }
  }
  return summary;
}

export function summaryInWords(words: Words, { deed, card, pieces }: Summary, cards: Map<number, Card>): string {
  const found = cards.get(card ?? 0);
  const what = deed === "arrange" ? piecesInWords(words, pieces) : found ? cardInShort(words, found) : words.say("card.hidden");
  return `${words.say(`turn.${deed}`)} ${what}`;
}
