import { Refusal } from "$lib/api";
import { say } from "$lib/language.svelte";

/** Why something did not work, for a person; `missing` tells what it means that nothing was found. */
export function problem(error: unknown, missing = "problem.missing"): string {
  if (!(error instanceof Refusal) || error.status >= 500) return say("offline");
  if (error.status === 404) return say(missing);
  return say(error.status === 429 ? "problem.too_many" : "refused");
}
