/** The rulebook's sheet: what counts, line by line, with the points of each seat. */

import type { Words } from "$lib/words";
import type { View } from "./types";

export interface Line {
  key: string;
  title: string;
  values: number[];
}

/** The lines that count in this game; the total comes after them. */
export function linesOf(view: View, words: Words): Line[] {
  const sheets = view.players.map(({ sheet }) => sheet);
  const line = (key: string, title: string, values: number[]): Line => ({ key, title, values });
  const lost = sheets.map(({ scenario }) => scenario);
  const family = view.options.mode === "family";
  return [
    ...(view.cards.orange.length ? [line("orange", words.say("sheet.orange_card"), sheets.map(({ orange }) => orange))] : []),
    ...(view.cards.blue.length ? [line("blue", words.say("sheet.blue_card"), sheets.map(({ blue }) => blue))] : []),
    ...sheets[0].rows.map((_, row) => line(`row${row}`, words.say("sheet.row", { count: row + 1 }), sheets.map(({ rows }) => rows[row]))),
    ...(family ? [] : [line("types", words.say("sheet.types"), sheets.map(({ diversity }) => diversity))]),
    ...(family ? [] : [line("fish", words.say("sheet.unfinished"), sheets.map(({ fish }) => fish))]),
    ...(view.lionfish ? [line("lionfish", words.say("sheet.lionfish"), sheets.map(({ lionfish }) => lionfish))] : []),
    ...(lost.some((value) => value !== 0) ? [line("scenario", words.say("sheet.chosen"), lost)] : []),
  ];
}
