/** What a turn did: what was taken, paid for, moved and completed, and where. */

import { eventsOf, type Turn } from "$lib/turns";
import type { Words } from "$lib/words";
import { turnsOver, type Tile } from "./model";
import { nameInWords } from "./sentences";
import type { Colour, GameEvent } from "./types";

/** Where an event changed an ocean; null if it changed none. */
export function placeOf(event: GameEvent): string | null {
  switch (event.event) {
    case "place_tile":
    case "finish_coral":
    case "finish_creature":
    case "turn_coral":
      return event.space;
    case "place_fish":
      return event.bubble;
    case "move_fish":
    case "move_coral":
      return event.to;
    default:
      return null;
  }
}

export interface TurnSummary {
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

// Without a return type, so that the compiler infers which events they let through.
const takesTile = (event: GameEvent) =>
  event.event === "take" || event.event === "take_tile" || event.event === "draw" || event.event === "start_tile" || event.event === "start_draw";
const takesFish = (event: GameEvent) => event.event === "take" || event.event === "take_fish" || event.event === "draw";

/** The events of a turn that are its own seat's. */
const ownEvents = (turn: Turn<GameEvent>): GameEvent[] => eventsOf(turn).filter((event) => "seat" in event && event.seat === turn.seat);

export function summaryOf(turn: Turn<GameEvent>): TurnSummary {
  const events = ownEvents(turn);
  return {
    // A drawn first creature has no event of being taken.
    tile: (events.find(takesTile) ?? events.find((event) => event.event === "place_tile"))?.tile ?? null,
    fish: events.find(takesFish)?.fish ?? null,
    refreshes: events.filter(({ event }) => event === "refresh" || event === "refresh_free").length,
    pair: events.find((event) => event.event === "combine")?.price ?? null,
    lionfish: eventsOf(turn).filter(({ event }) => event === "lionfish").length,
    moved: events.filter((event) => event.event === "move_fish").map(({ fish }) => fish),
    laid: events.filter((event) => event.event === "move_coral" || event.event === "turn_coral").map(({ tile }) => tile),
    completed: events.filter(turnsOver).map(({ tile }) => tile),
  };
}

/** The spaces and bubbles that a turn changed. */
export const placesOf = (turn: Turn<GameEvent> | null): ReadonlySet<string> =>
  new Set(turn ? ownEvents(turn).map(placeOf).filter((place) => place !== null) : []);

/** A turn in words, without the player's name. */
export function turnInWords(words: Words, tiles: ReadonlyMap<number, Tile>, turn: Turn<GameEvent>): string {
  const { tile, fish, refreshes, pair, lionfish, moved, laid, completed } = summaryOf(turn);
  const named = (id: number): string => nameInWords(words, tiles.get(id)!);
  const parts = [
    ...(refreshes ? [words.say("turn.refreshes", { count: refreshes })] : []),
    ...(lionfish ? [`${words.say("sheet.lionfish")} ${lionfish}`] : []),
    ...(pair === null ? [] : [words.say("board.combine")]),
    ...(tile !== null && tiles.has(tile) ? [named(tile)] : []),
    ...(fish ? [words.say(`board.fish.${fish}`)] : []),
    ...(moved.length + laid.length ? [words.say("turn.moved", { pieces: [...moved.map((colour) => words.say(`board.fish.${colour}`)), ...laid.map(named)].join(", ") })] : []),
    ...(completed.length ? [words.say("turn.completed", { tiles: completed.map(named).join("; ") })] : []),
  ];
  return parts.join("; ");
}
