/** The sentence beside the buttons: what can be done now, or what the staged choice brings. */

import type { Choice } from "$lib/protocol";
import type { Words } from "$lib/words";
import { piecesInWords, type Card, type ReefView } from "./model";

export function hint(view: ReefView, staged: Choice | null, paying: boolean, cards: Map<number, Card>, words: Words): string {
  if (staged) return stagedHint(view, staged, cards, words);
  if (view.legal.length === 0) return "";
  if (paying) return words.say("hint.pay");
  if (view.phase === "arrange") return words.say("hint.arrange");
  if (view.phase === "place") return words.say("hint.place", { pieces: piecesInWords(words, view.placing?.pieces ?? []) });
  const kinds = new Set(view.legal.map(({ kind }) => kind));
  if (!kinds.has("play")) return words.say("hint.take");
  return kinds.size === 1 ? words.say("hint.play") : words.say("hint.turn");
}

function stagedHint(view: ReefView, staged: Choice, cards: Map<number, Card>, words: Words): string {
  const { points } = staged.preview;
  if (staged.kind === "top") return words.say("hint.top", { pay: staged.pay });
  if (staged.kind === "take" && staged.tokens) return words.say("hint.taking_tokens", { card: staged.card, tokens: staged.tokens });
  if (staged.kind === "take") return words.say("hint.taking", { card: staged.card });
  const value = cards.get((staged.kind === "play" ? staged.card : view.placing?.card) ?? 0)?.points;
  if (!value) return words.say("hint.last_start");
  return points > 0 ? words.say("hint.score", { points, count: Math.round(points / value) }) : words.say("hint.no_score");
}
