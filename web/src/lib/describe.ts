/** Sentences about events, for one reader: the reader's own seat is "You", and things are called as they are drawn. */

import type { Item } from "./api";
import type { GameParts } from "./board";
import { say } from "./language.svelte";
import type { GameEvent } from "./protocol";
import type { Words } from "./words";

export interface Describer {
  /** Names by seat, the reader's own among them. */
  names: string[];
  describe: (event: GameEvent) => string;
  /** With the place, for people who can't see the board. */
  describeWithPlace: (event: GameEvent) => string;
}

export function describer(
  words: Words,
  parts: Pick<GameParts, "named" | "place"> | undefined,
  items: Map<number, Item>,
  seats: string[],
  you: number | null,
): Describer {
  const names = seats.map((name, seat) => (seat === you ? say("seat.you") : name));
  const named = (field: string, value: unknown): string | undefined => parts?.named?.(words, items, field, value);
  const describe = (event: GameEvent): string => words.sentence(`event.${event.event}`, event, names, { you, named });
  const describeWithPlace = (event: GameEvent): string => [describe(event), parts?.place?.(words, event)].filter(Boolean).join(" ");
  return { names, describe, describeWithPlace };
}
