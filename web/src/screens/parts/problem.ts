import { Refusal } from "$lib/api";
import { say } from "$lib/language.svelte";

/** Why something did not work, for a person: the server's own sentence, or that it can't be reached. */
export const problem = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 ? error.message : say("offline");
