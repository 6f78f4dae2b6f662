/** The lists of games: their order, how each is played, how it ended. */

import type { Listed, Seat, Summary } from "./protocol";
import type { Words } from "./words";

/** The seats that other people play. */
export const otherPeople = (seats: Seat[], mine: number[]): number[] =>
  seats.flatMap(({ kind }, seat) => (kind === "person" && !mine.includes(seat) ? [seat] : []));

/** The person's seats, without those that a bot has taken over. */
export const playing = ({ mine, summary }: Listed): number[] => mine.filter((seat) => summary?.seats[seat]?.kind === "person");

export const myTurn = (table: Listed): boolean => {
  const actor = table.summary?.actor ?? null;
  return actor !== null && playing(table).includes(actor);
};

/** Games in progress by urgency: my turn, others' turn, waiting for players, left to a bot. */
export function inProgress(tables: Listed[]): Listed[] {
  const urgency = (table: Listed): number => {
    if (myTurn(table)) return 0;
    if (table.summary?.status === "playing") return playing(table).length ? 1 : 3;
    return 2;
  };
  return tables
    .filter(({ finished }) => finished === null)
    .sort((a, b) => urgency(a) - urgency(b) || moved(b) - moved(a));
}

const moved = ({ summary, created }: Listed): number => summary?.moved ?? created;

/** Finished games, the last one first, without those abandoned before they began. */
export const finished = (tables: Listed[]): Listed[] =>
  tables
    .filter((table) => table.finished !== null && !(table.summary?.status === "abandoned" && table.summary.scores === null))
    .sort((a, b) => b.finished! - a.finished!);

/** The non-standard options of a game, in the game's words; options without a word are left out. */
export function mode(words: Words, { preset, options }: Summary): string[] {
  const named = Object.entries(options).flatMap(([name, value]) => {
    if (words.has(`mode.${name}.${value}`)) return [words.say(`mode.${name}.${value}`)];
    const said = words.has(`option.${name}.${value}`) ? words.say(`option.${name}.${value}`) : "";
    return words.has(`mode.${name}`) ? [words.say(`mode.${name}`, { value: said })] : [];
  });
  return [...(words.has(`preset.${preset}`) ? [words.say(`preset.${preset}`)] : []), ...named];
}

export type Outcome =
  | { kind: "abandoned" | "won" | "lost" | "tied" | "unknown" }
  /** Several players on one device: the seat that won. */
  | { kind: "of"; seat: number }
  | { kind: "points"; points: number; rank: string | null };

export function outcome({ mine, summary, scores }: Listed): Outcome {
  if (!summary) return { kind: "unknown" };
  if (summary.status === "abandoned") return { kind: "abandoned" };
  const { ranking, seats, rank } = summary;
  if (!ranking || !scores) return { kind: "unknown" };
  if (seats.length === 1) return { kind: "points", points: scores[0], rank };
  const winners = ranking.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (mine.length === 1) {
    if (!winners.includes(mine[0])) return { kind: "lost" };
    return { kind: winners.length > 1 ? "tied" : "won" };
  }
  return winners.length > 1 ? { kind: "tied" } : { kind: "of", seat: winners[0] };
}
