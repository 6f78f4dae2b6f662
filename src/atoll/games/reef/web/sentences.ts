/** The sentence beside the buttons: what can be done now, or what the staged choice brings. */

import type { Choice } from "$lib/protocol";
import type { Words } from "$lib/words";
import { piecesInWords, type ReefView, type Told } from "./model";

/** Say it; `scores` has what the card in play scores after a choice, as far as the rules have told it. */
export function hint(view: ReefView, staged: Choice | null, paying: boolean, scores: ReadonlyMap<string, Told>, words: Words): string {
  if (staged) return stagedHint(view, staged, scores.get(staged.text), words);
  if (view.legal.length === 0) return "";
  if (paying) return words.say("hint.pay");
  if (view.phase === "arrange") return words.say("hint.arrange");
  if (view.phase === "place") return words.say("hint.place", { pieces: piecesInWords(words, view.placing?.pieces ?? []) });
  const kinds = new Set(view.legal.map(({ kind }) => kind));
  if (!kinds.has("play")) return words.say("hint.take");
  return kinds.size === 1 ? words.say("hint.play") : words.say("hint.turn");
}

function stagedHint(view: ReefView, staged: Choice, told: Told | undefined, words: Words): string {
  const { points } = staged.preview;
  if (staged.kind === "top") return words.say("hint.top", { pay: staged.pay });
  if (staged.kind === "take" && staged.tokens) return words.say("hint.taking_tokens", { card: staged.card, tokens: staged.tokens });
  if (staged.kind === "take") return words.say("hint.taking", { card: staged.card });
  if (view.phase === "arrange") return words.say("hint.last_start");
  if (points === 0) return words.say("hint.no_score");
  if (!told) return `+${points}`;
  // Who ends the game scores the cards left in hand with it.
  if (told.points < points) return words.say("hint.score_end", { points: told.points, left: points - told.points });
  return words.say("hint.score", { points, count: told.spaces.length });
}
