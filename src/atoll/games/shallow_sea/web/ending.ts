/** How a finished game of Shallow Sea is told. */

import type { Ending } from "$lib/board";
import type { SeaView } from "./model";
import { linesOf } from "./sheet";

export const ending: Ending = {
  why: ["end_spaces", "end_fish"],
  bonus: [],
  alone: (view) => (view as SeaView).rank !== null,
  pieces: [
    ["fish-red", "red"],
    ["fish-yellow", "yellow"],
    ["fish-green", "green"],
    ["fish-purple", "purple"],
  ],
  rows: (given, words) => {
    const view = given as SeaView;
    const tiles = view.players.map(({ sheet }) => sheet.rows.reduce((sum, row) => sum + row, 0));
    return [
      { key: "tiles", title: words.say("sheet.tiles"), values: tiles },
      ...linesOf(view, words).filter(({ key }) => !key.startsWith("row")),
    ];
  },
};
