/** Errors in words. */

import { RequestError } from "$lib/api";
import { say } from "$lib/language.svelte";
import { CommandRefused } from "$lib/refusal";

/** An error as a text for people; `missing` is the text for "not found". */
export function problem(error: unknown, missing = "problem.missing"): string {
  if (error instanceof CommandRefused) return error.message;
  if (!(error instanceof RequestError) || error.status >= 500) return say("offline");
  if (error.status === 404) return say(missing);
  return say(error.status === 429 ? "problem.too_many" : "refused");
}
