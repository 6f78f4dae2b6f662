/** How the result of a game of Shallow Sea is presented. */

import type { Ending } from "$lib/board";
import { linesOf } from "./sheet";
import type { Types } from "./types";

export const ending: Ending<Types> = {
  why: ["end_spaces", "end_fish"],
  bonus: [],
  alone: (view) => view.rank !== null,
  pieces: [
    ["fish-red", "red"],
    ["fish-yellow", "yellow"],
    ["fish-green", "green"],
    ["fish-purple", "purple"],
  ],
  rows: (view, words) => {
    const tiles = view.players.map(({ sheet }) => sheet.rows.reduce((sum, row) => sum + row, 0));
    return [
      { key: "tiles", title: words.say("sheet.tiles"), values: tiles },
      ...linesOf(view, words).filter(({ key }) => !key.startsWith("row")),
    ];
  },
};
