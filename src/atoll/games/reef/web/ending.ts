/** How the result of a game of Reef is presented. */

import type { Ending } from "$lib/board";
import type { ScoreRow } from "$lib/course";
import type { Step } from "$lib/turns";
import type { Words } from "$lib/words";
import type { GameEvent, Types, View } from "./types";

/** Where the points came from; without the steps of the game only the cards left in hand are known. */
export function rows({ players }: View, words: Words, steps: Step<GameEvent>[]): ScoreRow[] {
  const collected = players.map(({ points }) => points ?? 0);
  const hands = players.map(({ hand_points }) => (hand_points ?? []).reduce((sum, points) => sum + points, 0));
  const none = (): number[] => players.map(() => 0);
  const [cards, found, paid] = [none(), none(), none()];
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.event === "score") cards[event.seat] += event.points;
    else if (event.event === "take_tokens") found[event.seat] += event.tokens;
    else if (event.event === "top") paid[event.seat] -= 1;
  }
  const row = (key: string, values: number[]): ScoreRow => ({ key, title: words.say(`sheet.${key}`), values });
  return [
    ...(steps.length
      ? [
          row("start", collected.map((points, seat) => points - cards[seat] - found[seat] - paid[seat])),
          row("cards", cards),
          row("found", found),
          row("paid", paid),
        ]
      : [row("collected", collected)]),
    row("left", hands),
  ].filter(({ values }) => values.some((value) => value !== 0));
}

export const ending: Ending<Types> = {
  why: ["end_supply", "end_pile"],
  bonus: ["hand"],
  pieces: [
    ["coral-red", "red"],
    ["coral-yellow", "yellow"],
    ["coral-green", "green"],
    ["coral-purple", "purple"],
  ],
  rows,
};
