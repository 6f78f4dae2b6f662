/** A second tap on the staged choice confirms it. */

import type { Choice } from "$lib/protocol";

/** Taps closer together than this are a double click or a repeating key: one tap. */
const APART = 400;
let last = -APART;

/** Whether a tap on a choice confirms it because it is staged already. Call it for every tap. */
export function confirms(choice: Choice, staged: Choice | null): boolean {
  const now = performance.now();
  const apart = now - last >= APART;
  last = now;
  return apart && staged?.text === choice.text;
}
