import { Refusal } from "$lib/api";
import type { Answer } from "$lib/protocol";

/** Wait for a command at a table; one that is refused is an error, as over HTTP. */
export async function done(answer: Promise<Answer>): Promise<void> {
  const { ok, error } = await answer;
  if (!ok) throw new Refusal(409, error ?? "");
}
