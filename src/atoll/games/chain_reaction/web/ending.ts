/** How a finished game of Chain Reaction is told. */

import type { Ending } from "$lib/board";
import type { ChainView } from "./model";

export const ending: Ending = {
  why: ["end_column", "end_tiles"],
  bonus: [],
  pieces: [
    ["key-red", "red"],
    ["key-yellow", "yellow"],
    ["key-green", "green"],
    ["key-blue", "blue"],
  ],
  rows: (given, words) => {
    const { players } = given as ChainView;
    return [
      { key: "other", title: words.say("breakdown.other"), values: players.map(({ tile_points, secret_points }) => tile_points - 2 * secret_points) },
      { key: "secret", title: words.say("breakdown.secret"), values: players.map(({ secret_points }) => 2 * secret_points) },
      { key: "tokens", title: words.say("breakdown.tokens"), values: players.map(({ token_points }) => token_points) },
    ];
  },
};
