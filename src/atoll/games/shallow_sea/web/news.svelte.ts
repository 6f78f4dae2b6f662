/** What happened lately on each ocean: for the marks of the last move, for what lands, for sounds. */

import type { GameEvent } from "$lib/protocol";
import { play } from "$lib/sound";

/** Where an event changed an ocean. */
const PLACES: Record<string, (event: GameEvent) => string> = {
  place_tile: ({ space }) => space,
  place_fish: ({ bubble }) => bubble,
  finish_coral: ({ space }) => space,
  finish_creature: ({ space }) => space,
  move_fish: ({ to }) => to,
  move_coral: ({ to }) => to,
  turn_coral: ({ space }) => space,
};
/** With these a turn begins. */
const BEGINS = ["take", "take_tile", "draw", "start_tile", "start_draw"];
const NONE: ReadonlySet<string> = new Set();

export class News {
  private turns = $state.raw<ReadonlyMap<number, ReadonlySet<string>>>(new Map());
  private latest = $state.raw<ReadonlyMap<number, ReadonlySet<string>>>(new Map());
  private seen: GameEvent[] | undefined;

  /** The places changed in a seat's last turn. */
  last = (seat: number): ReadonlySet<string> => this.turns.get(seat) ?? NONE;
  /** The places changed just now. */
  fresh = (seat: number): ReadonlySet<string> => this.latest.get(seat) ?? NONE;

  hear(events: GameEvent[]): void {
    if (events === this.seen) return;
    this.seen = events;
    const turns = new Map(this.turns);
    const latest = new Map<number, ReadonlySet<string>>();
    for (const event of events) {
      if (BEGINS.includes(event.event)) turns.delete(event.seat);
      const place = PLACES[event.event]?.(event);
      if (!place) continue;
      turns.set(event.seat, new Set([...(turns.get(event.seat) ?? []), place]));
      latest.set(event.seat, new Set([...(latest.get(event.seat) ?? []), place]));
    }
    this.turns = turns;
    this.latest = latest;
    const kinds = events.map(({ event }) => event);
    if (kinds.some((kind) => kind.startsWith("finish_"))) play("score");
    else if (kinds.some((kind) => kind in PLACES)) play("place");
  }
}
