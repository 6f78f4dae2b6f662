/** What cards and places are called, and the sentence beside the buttons. */

import type { Item } from "$lib/api";
import type { Words } from "$lib/words";
import { cardInShort, piecesInWords, placeInWords, type Card } from "./model";
import type { CardExplanation, Choice, GameEvent, View } from "./types";

export function named(words: Words, items: Map<number, Item>, field: string, value: unknown): string | undefined {
  const card = ["card", "cards", "pay"].includes(field) && typeof value === "number" ? (items.get(value) as Card | undefined) : undefined;
  return card && cardInShort(words, card);
}

export const place = (words: Words, event: GameEvent): string =>
  event.event === "place" || event.event === "arrange" ? placeInWords(words, event.space) : "";

/**
 * What can be done now, or what the staged choice brings; `scores` has what the card in play scores after a choice, as
 * far as it has been loaded.
 */
export function hint(
  view: View,
  staged: Choice | null,
  paying: boolean,
  scores: ReadonlyMap<string, CardExplanation>,
  cards: Map<number, Item>,
  words: Words,
): string {
  if (staged) return stagedHint(view, staged, scores.get(staged.text), cards, words);
  if (view.legal.length === 0) return "";
  if (paying) return words.say("hint.pay");
  if (view.phase === "arrange") return words.say("hint.arrange");
  if (view.phase === "place") return words.say("hint.place", { pieces: piecesInWords(words, view.placing?.pieces ?? []) });
  const kinds = new Set(view.legal.map(({ kind }) => kind));
  if (!kinds.has("play")) return words.say("hint.take");
  return kinds.size === 1 ? words.say("hint.play") : words.say("hint.turn");
}

function stagedHint(view: View, staged: Choice, explanation: CardExplanation | undefined, cards: Map<number, Item>, words: Words): string {
  const { points } = staged.preview;
  if (staged.kind === "top") return words.say("hint.top", { pay: named(words, cards, "pay", staged.pay) });
  if (staged.kind === "take") {
    const card = named(words, cards, "card", staged.card);
    return staged.tokens ? words.say("hint.taking_tokens", { card, tokens: staged.tokens }) : words.say("hint.taking", { card });
  }
  if (view.phase === "arrange") return words.say("hint.last_start");
  if (points === 0) return words.say("hint.no_score");
  if (!explanation) return `+${points}`;
  // The decision that ends the game also scores the cards left in hand.
  if (explanation.points < points) return words.say("hint.score_end", { points: explanation.points, left: points - explanation.points });
  return words.say("hint.score", { points, count: explanation.spaces.length });
}
