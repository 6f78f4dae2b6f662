/** How the result of a game of Chain Reaction is presented. */

import type { Ending } from "$lib/board";
import type { Types } from "./types";

export const ending: Ending<Types> = {
  why: ["end_column", "end_tiles"],
  bonus: [],
  pieces: [
    ["key-red", "red"],
    ["key-yellow", "yellow"],
    ["key-green", "green"],
    ["key-blue", "blue"],
  ],
  rows: ({ players }, words) => [
    { key: "other", title: words.say("breakdown.other"), values: players.map(({ tile_points, secret_points }) => tile_points - 2 * secret_points) },
    { key: "secret", title: words.say("breakdown.secret"), values: players.map(({ secret_points }) => 2 * secret_points) },
    { key: "tokens", title: words.say("breakdown.tokens"), values: players.map(({ token_points }) => token_points) },
  ],
};
