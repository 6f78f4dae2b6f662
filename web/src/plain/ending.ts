/** How the result of any game is presented. */

import type { Ending } from "$lib/board";

export const ending: Ending = {
  why: [],
  bonus: [],
  pieces: [
    ["starfish", ""],
    ["bubble", ""],
    ["shell", ""],
  ],
  rows: () => [],
};
