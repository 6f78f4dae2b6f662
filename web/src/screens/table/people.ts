/** Names of players as shown on screen. */

import { botName } from "$lib/bots";
import { say } from "$lib/language.svelte";
import type { Seat } from "$lib/protocol";

/** A person's name, or "Guest" in the reader's language. */
export const personName = (name: string): string => name || say("guest");

export function shownName(seat: Seat): string {
  if (seat.kind === "open" && !seat.reserved) return say("seat.open");
  return seat.kind === "bot" && !seat.left ? botName(seat.name) : personName(seat.name);
}

/** The author of a line: the name on the seat, as long as the same person has it. */
export function nameIn(seats: Seat[], { seat, name }: { seat: number | null; name: string }): string {
  return seat !== null && seats[seat]?.name === name ? shownNames(seats)[seat] : personName(name);
}

/** The names of all seats; equal names are numbered. */
export function shownNames(seats: Seat[]): string[] {
  const names = seats.map(shownName);
  return names.map((name, seat) => {
    const same = names.filter((other) => other === name).length;
    return same === 1 ? name : `${name} ${names.slice(0, seat + 1).filter((other) => other === name).length}`;
  });
}
