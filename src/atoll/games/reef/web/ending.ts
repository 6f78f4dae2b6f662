/** How a finished game of Reef is told. */

import type { Ending } from "$lib/board";
import type { ScoreRow } from "$lib/course";
import type { Step } from "$lib/protocol";
import type { Words } from "$lib/words";
import type { ReefView } from "./model";

/** Where the points came from; without the steps of the game only those in hand can be told apart. */
export function rows(given: ReefView, words: Words, steps: Step[]): ScoreRow[] {
  const { players } = given;
  const collected = players.map(({ points }) => points ?? 0);
  const hands = players.map(({ hand_points }) => (hand_points ?? []).reduce((sum, points) => sum + points, 0));
  const sum = (count: (event: Record<string, any>) => number, ...names: string[]): number[] =>
    players.map((_, seat) =>
      steps
        .flatMap(({ events }) => events)
        .filter((event) => event.seat === seat && names.includes(event.event))
        .reduce((total, event) => total + count(event), 0),
    );
  const cards = sum(({ points }) => points, "score");
  const found = sum(({ tokens }) => tokens, "take_tokens");
  const paid = sum(() => -1, "top");
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

export const ending: Ending = {
  why: ["end_supply", "end_pile"],
  bonus: ["hand"],
  pieces: [
    ["coral-red", "red"],
    ["coral-yellow", "yellow"],
    ["coral-green", "green"],
    ["coral-purple", "purple"],
  ],
  rows: (view, words, steps) => rows(view as ReefView, words, steps),
};
