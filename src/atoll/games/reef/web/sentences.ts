/** What cards and places are called, and the sentence beside the buttons. */

import type { Item } from "$lib/api";
import type { Choice, GameEvent } from "$lib/protocol";
import type { Words } from "$lib/words";
import { cardInShort, piecesInWords, placeInWords, type Card, type ReefView, type Told } from "./model";

export function named(words: Words, items: Map<number, Item>, field: string, value: unknown): string | undefined {
  const card = ["card", "cards", "pay"].includes(field) ? (items.get(value as number) as Card | undefined) : undefined;
  return card && cardInShort(words, card);
}

export const place = (words: Words, { space }: GameEvent): string => (space ? placeInWords(words, space) : "");

/**
 * What can be done now, or what the staged choice brings; `scores` has what the card in play scores after a choice, as
 * far as the rules have told it.
 */
export function hint(
  view: ReefView,
  staged: Choice | null,
  paying: boolean,
  scores: ReadonlyMap<string, Told>,
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

function stagedHint(view: ReefView, staged: Choice, told: Told | undefined, cards: Map<number, Item>, words: Words): string {
  const { points } = staged.preview;
  const card = named(words, cards, "card", staged.kind === "top" ? staged.pay : staged.card);
  if (staged.kind === "top") return words.say("hint.top", { pay: card });
  if (staged.kind === "take" && staged.tokens) return words.say("hint.taking_tokens", { card, tokens: staged.tokens });
  if (staged.kind === "take") return words.say("hint.taking", { card });
  if (view.phase === "arrange") return words.say("hint.last_start");
  if (points === 0) return words.say("hint.no_score");
  if (!told) return `+${points}`;
  // Who ends the game scores the cards left in hand with it.
  if (told.points < points) return words.say("hint.score_end", { points: told.points, left: points - told.points });
  return words.say("hint.score", { points, count: told.spaces.length });
}
