/** Why a command was refused, in the reader's language. */

import { gameWords, say } from "./language.svelte";
import type { Answer } from "./protocol";

/** A command that the server refused; the message is for the reader. */
export class CommandRefused extends Error {}

/** The reason that an answer gives, worded by the game or by the shell; in general terms where it gives none. */
export function reason({ refusal }: Answer, game: string): string {
  if (!refusal) return say("refused");
  const { values = {} } = refusal;
  const key = `refusal.${refusal.key}`;
  return refusal.game ? gameWords(game).sentence(key, values, []) : say(key, values);
}
