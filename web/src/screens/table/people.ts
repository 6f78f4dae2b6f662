/** Who sits where, as it is shown. */

import { say } from "$lib/language.svelte";
import type { Seat } from "$lib/protocol";

export function shownName(seat: Seat): string {
  if (seat.kind === "open") return say("seat.open");
  return seat.kind === "bot" && !seat.left ? say(`bot.${seat.name}`) : seat.name;
}
