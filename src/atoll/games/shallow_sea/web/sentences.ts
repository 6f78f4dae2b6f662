/** Tiles, places and what can be done, in words. */

import type { Words } from "$lib/words";
import { CORNER_NAMES, turnedDirection } from "./lattice";
import { asked, finishes, isCoral, type Side, type Tile } from "./model";
import type { Choice, Colour, GameEvent, Lying, View } from "./types";

/** The wording of a field in a sentence about a tile that is taken, laid or completed. */
export function named(words: Words, items: ReadonlyMap<number, unknown>, field: string, value: unknown): string | undefined {
  if (field === "corner") return words.say(`board.corner.${value}`);
  const tile = field === "tile" && typeof value === "number" ? (items.get(value) as Tile | undefined) : undefined;
  if (!tile) return undefined;
  if (!isCoral(tile)) return words.say(`tile.${tile.creature}`);
  return words.say(`tile.${tile.colour}`, { points: words.say("points", { count: tile.points }) });
}

export const placeInWords = (words: Words, name: string): string => words.say("board.place", { column: name[0], row: name[1] });

export function place(words: Words, event: GameEvent): string {
  switch (event.event) {
    case "move_fish":
    case "move_coral":
      return placeInWords(words, event.to);
    case "place_fish":
    case "lift_fish":
    case "finish_coral":
      return placeInWords(words, event.bubble);
    case "place_tile":
    case "turn_coral":
    case "lift_coral":
    case "finish_creature":
      return placeInWords(words, event.space);
    default:
      return "";
  }
}

/** What a creature needs, and where. */
export function needInWords(words: Words, tile: Tile, turn = 0): string {
  if (isCoral(tile)) {
    const asks = asked(tile, turn).flatMap((fish, at) =>
      fish ? [words.say("board.ask", { fish: words.say(`board.fish.${fish}`), corner: words.say(`board.corner.${CORNER_NAMES[at]}`) })] : [],
    );
    return words.say("board.asks", { asks: asks.join(", ") });
  }
  const needs = words.say(`needs.${tile.what}.${tile.relation}`, { count: tile.need });
  const ways = tile.ways.map((direction) => words.say(`board.way.${turnedDirection(direction, turn)}`)).join(", ");
  return `${needs}, ${words.say(`board.where.${tile.mode}`, { ways })}`;
}

export const nameInWords = (words: Words, tile: Tile): string =>
  isCoral(tile)
    ? words.say(`board.coral.${tile.colour}`, { points: tile.points })
    : words.say(`creature.${tile.creature}`);

export const tileInWords = (words: Words, tile: Tile, turn = 0): string =>
  [nameInWords(words, tile), needInWords(words, tile, turn), ...(isCoral(tile) ? [] : [worthInWords(words, tile)])].join(", ");

/** An ecosystem card by its colour, number and name. */
export const cardInWords = (words: Words, side: Side, number: number | string): string =>
  `${words.say(`side.${side}`)} ${words.say(`option.${side}.${number}`)}`;

export const worthInWords = (words: Words, tile: Tile): string =>
  isCoral(tile) ? words.say("points", { count: tile.points }) : words.say("worth", { partial: tile.partial, points: tile.points });

/** A tile that lies on a board. */
export function lyingInWords(words: Words, lying: Lying, tile: Tile): string {
  const parts = [placeInWords(words, lying.space), nameInWords(words, tile)];
  if (lying.done) parts.push(words.say("board.finished"));
  if (lying.done && lying.fish) parts.push(words.say(`board.fish.${lying.fish}`));
  if (!lying.done) parts.push(needInWords(words, tile, lying.turn));
  if (!lying.done && !isCoral(tile)) parts.push(words.say("board.met", { met: lying.met ?? 0, need: tile.need }));
  if (lying.points) parts.push(words.say("points", { count: lying.points }));
  return parts.join(", ");
}

export const bubbleInWords = (words: Words, bubble: string, fish: Colour | null): string =>
  `${placeInWords(words, bubble)}, ${fish ? words.say(`board.fish.${fish}`) : words.say("board.bubble")}`;

/** A choice as a sentence, with what it brings. */
export function choiceInWords(words: Words, tiles: Map<number, Tile>, choice: Choice): string {
  const reader = { you: null, named: (field: string, value: unknown) => named(words, tiles, field, value) };
  const sentence = words.sentence(`choice.${choice.kind}`, choice, [], reader);
  return choice.preview.points > 0 ? `${sentence}, +${choice.preview.points}` : sentence;
}

/** What a choice brings at once, and what its turn can bring then: "+7", "+7 … 16", "up to +16"; empty for nothing. */
export function gainInWords(words: Words, { preview }: Choice): string {
  const now = Math.max(preview.points, 0);
  const most = Math.max(preview.best, now);
  if (!most) return "";
  if (!now) return `${words.say("about.up_to")} +${most}`;
  return now === most ? `+${most}` : `+${now} … ${most}`;
}

/** The sentence in the dock: what to do now. */
export function hint(view: View, staged: Choice | null, words: Words): string {
  if (staged) return words.say("board.hint.ending");
  if (view.legal.length === 0) return view.over || view.seat === null ? "" : words.say("board.hint.wait");
  if (view.credit > 0) return words.say("board.hint.spend");
  const can = (wanted: Choice["kind"]): boolean => view.legal.some(({ kind }) => kind === wanted);
  if (view.phase === "choose") {
    return words.say(can("draw") ? "board.hint.draw" : can("take_tile") ? "board.hint.combine_tile" : "board.hint.choose");
  }
  if (view.phase === "finish") {
    const ready = new Set(view.legal.filter(finishes).map(({ space }) => space)).size;
    if (ready) return words.say(ready > 1 ? "board.hint.ready_several" : "board.hint.ready");
    if (can("lift_fish")) return words.say("board.hint.finish_or_move");
    return words.say(can("lift_coral") ? "board.hint.finish_or_move_coral" : "board.hint.finish");
  }
  if (view.phase === "place") {
    return words.say(view.tile === null ? "board.hint.place_fish" : view.fish === null ? "board.hint.place_tile" : "board.hint.place");
  }
  return words.say(`board.hint.${view.phase}`);
}
