/** What a turn did: what was taken, paid for, moved and completed, and where. */

import type { GameEvent } from "$lib/protocol";
import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { TURNS_OVER, type Colour, type Tile } from "./model";
import { nameInWords } from "./sentences";

/** Where an event changed an ocean. */
export const PLACES: Record<string, (event: GameEvent) => string> = {
  place_tile: ({ space }) => space,
  place_fish: ({ bubble }) => bubble,
  finish_coral: ({ space }) => space,
  finish_creature: ({ space }) => space,
  move_fish: ({ to }) => to,
  move_coral: ({ to }) => to,
  turn_coral: ({ space }) => space,
};

export interface Summary {
  tile: number | null;
  fish: Colour | null;
  refreshes: number;
  /** What any pair cost, where one was chosen. */
  pair: number | null;
  lionfish: number;
  /** Fish that were moved; a coral that was moved or turned. */
  moved: Colour[];
  laid: number[];
  completed: number[];
}

const TAKING = ["take", "take_tile", "take_fish", "draw", "start_tile", "start_draw"];

export function summaryOf(turn: Turn): Summary {
  const events = eventsOf(turn).filter(({ seat }) => seat === turn.seat);
  const of = (...kinds: string[]): GameEvent[] => events.filter(({ event }) => kinds.includes(event));
  const taken = of(...TAKING);
  return {
    // A first creature that was drawn is only laid.
    tile: [...taken, ...of("place_tile")].find(({ tile }) => tile !== undefined)?.tile ?? null,
    fish: taken.find(({ fish }) => fish !== undefined)?.fish ?? null,
    refreshes: of("refresh", "refresh_free").length,
    pair: of("combine")[0]?.price ?? null,
    lionfish: eventsOf(turn).filter(({ event }) => event === "lionfish").length,
    moved: of("move_fish").map(({ fish }) => fish),
    laid: of("move_coral", "turn_coral").map(({ tile }) => tile),
    completed: of(...TURNS_OVER).map(({ tile }) => tile),
  };
}

/** The spaces and bubbles that a turn changed. */
export const placesOf = (turn: Turn | null): ReadonlySet<string> =>
  new Set(turn ? eventsOf(turn).flatMap((event) => (event.seat === turn.seat && PLACES[event.event] ? [PLACES[event.event](event)] : [])) : []);

/** A turn in words, without who made it. */
export function turnInWords(words: Words, tiles: ReadonlyMap<number, Tile>, turn: Turn): string {
  const { tile, fish, refreshes, pair, lionfish, moved, laid, completed } = summaryOf(turn);
  const named = (id: number): string => nameInWords(words, tiles.get(id)!);
  const parts = [
    ...(refreshes ? [words.say("turn.refreshes", { count: refreshes })] : []),
    ...(lionfish ? [`${words.say("sheet.lionfish")} ${lionfish}`] : []),
    ...(pair === null ? [] : [words.say("board.combine")]),
    ...(tile !== null && tiles.has(tile) ? [named(tile)] : []),
    ...(fish ? [words.say(`board.fish.${fish}`)] : []),
    ...(moved.length + laid.length ? [words.say("turn.moved", { pieces: [...moved.map((one) => words.say(`board.fish.${one}`)), ...laid.map(named)].join(", ") })] : []),
    ...(completed.length ? [words.say("turn.completed", { tiles: completed.map(named).join("; ") })] : []),
  ];
  return parts.join("; ");
}
