/** What happened, told to one reader: the own seat is "You", things are called as they are drawn. */

import type { Item } from "./api";
import type { GameParts } from "./board";
import { say } from "./language.svelte";
import type { GameEvent } from "./protocol";
import type { Words } from "./words";

export interface Teller {
  /** Names by seat, the reader's own among them. */
  names: string[];
  tell: (event: GameEvent) => string;
  /** The same for who can't see where it happened. */
  aloud: (event: GameEvent) => string;
}

export function teller(
  words: Words,
  parts: Pick<GameParts, "named" | "place"> | undefined,
  items: Map<number, Item>,
  seats: string[],
  you: number | null,
): Teller {
  const names = seats.map((name, seat) => (seat === you ? say("seat.you") : name));
  const named = (field: string, value: unknown): string | undefined => parts?.named?.(words, items, field, value);
  const tell = (event: GameEvent): string => words.sentence(`event.${event.event}`, event, names, { you, named });
  const aloud = (event: GameEvent): string => [tell(event), parts?.place?.(words, event)].filter(Boolean).join(" ");
  return { names, tell, aloud };
}
