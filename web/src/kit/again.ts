/** A second tap on what is staged confirms it. */

import type { Choice } from "$lib/protocol";

/** Taps nearer than this are a double click, or a key that repeats: one tap. */
const APART = 400;
let last = -APART;

/** Whether a tap on a choice confirms it, as it is staged already; to be asked at every tap. */
export function confirms(choice: Choice, staged: Choice | null): boolean {
  const now = performance.now();
  const apart = now - last >= APART;
  last = now;
  return apart && staged?.text === choice.text;
}
