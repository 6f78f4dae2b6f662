/** What tokens are called, and the sentence in the dock. */

import type { Item } from "$lib/api";
import type { Words } from "$lib/words";
import { groupInWords, netOf, signed, type Token } from "./model";
import type { Choice, View } from "./types";

/** A token is called by the values that it costs: "1 + 2 + 3". */
export function named(_words: Words, items: Map<number, Item>, field: string, value: unknown): string | undefined {
  if (field !== "token") return undefined;
  return ([...items.values()] as Token[]).find(({ token }) => token === value)?.needs.join(" + ");
}

/** What can be done now, or what the staged choice does. */
export function hint(view: View, staged: Choice | null, tokens: Map<number, Token>, words: Words): string {
  if (staged?.kind === "claim") return words.say("board.hint.claiming", { ...staged, gain: signed(netOf(staged)) });
  if (staged?.kind === "pay") {
    return words.say("board.hint.paying", { kind: groupInWords(words, { colour: staged.colour, value: staged.value, count: 1 }) });
  }
  if (view.legal.length === 0) {
    const canTurn = !view.over && view.seat !== null && view.players[view.seat].has_tile;
    return canTurn ? words.say("board.hint.wait") : "";
  }
  if (view.phase === "claim") return words.say("board.hint.claim");
  const { paying } = view;
  if (paying) return words.say("board.hint.pay", { points: tokens.get(paying.token)?.points, value: paying.owed[0] });
  return words.say("board.hint.place");
}
