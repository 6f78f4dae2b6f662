/** Who sits where, as it is shown. */

import { botName } from "$lib/bots";
import { say } from "$lib/language.svelte";
import type { Seat } from "$lib/protocol";

/** A person's name; one who has chosen none is a guest in the reader's language. */
export const personName = (name: string): string => name || say("guest");

export function shownName(seat: Seat): string {
  if (seat.kind === "open" && !seat.reserved) return say("seat.open");
  return seat.kind === "bot" && !seat.left ? botName(seat.name) : personName(seat.name);
}

/** Who said or did something: by the name that the seat shows, as long as the same person has it. */
export function nameIn(seats: Seat[], { seat, name }: { seat: number | null; name: string }): string {
  return seat !== null && seats[seat]?.name === name ? shownNames(seats)[seat] : personName(name);
}

/** The names of all seats; those that are the same, as on one device, are numbered. */
export function shownNames(seats: Seat[]): string[] {
  const names = seats.map(shownName);
  return names.map((name, seat) => {
    const same = names.filter((other) => other === name).length;
    return same === 1 ? name : `${name} ${names.slice(0, seat + 1).filter((other) => other === name).length}`;
  });
}
