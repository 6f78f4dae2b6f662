/** Logic of the screens that set up a game. */

import type { Chosen, OptionAbout } from "./api";

/** The default bot: the one chosen last, at first the weakest. */
export const defaultBot = (bots: readonly string[], last: string | null): string =>
  last !== null && bots.includes(last) ? last : bots[0];

/** The table id in a pasted text: a link to the table, or the id itself; empty if there is none. */
export function tableIn(pasted: string): string {
  const text = pasted.trim();
  const linked = /\/t\/([a-z0-9]+)\/?(?:[?#].*)?$/i.exec(text);
  if (linked) return linked[1];
  return /^[a-z0-9]{6,}$/i.test(text) ? text.toLowerCase() : "";
}

const WITH_OTHERS = ["bot", "friends", "here"] as const;
const ALONE = "alone";
/** Who sits where at a new table: bots, friends with the link, everybody on this screen, or nobody else. */
export type Seating = (typeof WITH_OTHERS)[number] | typeof ALONE;

/** The seatings of a game, by its smallest and largest number of players. */
export const seatings = (minPlayers: number, maxPlayers = 2): Seating[] => {
  if (maxPlayers === 1) return [ALONE];
  return minPlayers === 1 ? [...WITH_OTHERS, ALONE] : [...WITH_OTHERS];
};

/** The seats of a seating: "me", "open" for anybody with the link, or a bot. */
export function seatsFor(seating: Seating, count: number, bot: string): string[] {
  if (seating === ALONE) return ["me"];
  const other = { bot, friends: "open", here: "me" }[seating];
  return ["me", ...Array<string>(Math.max(2, count) - 1).fill(other)];
}

/** The same seats for another number of players; new ones are like the last. */
export const resize = (seats: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, seat) => seats[seat] ?? seats[seats.length - 1]);

/** A name for each seat that is "me" except the first: those of the other people on this device. */
export function seatNames(seats: readonly string[], others: readonly string[]): string[] {
  let mine = 0;
  return seats.map((seat) => (seat === "me" && mine++ > 0 ? (others[mine - 2] ?? "").trim() : ""));
}

/** The rule ids in a text such as "R8" or "S13, S46". */
export const rulesOf = (rule: string): string[] => rule.match(/[A-Z]+\d+/g) ?? [];

/** The options that an address asks for, such as "?scenario=3"; others keep their first value. */
export function wantedOptions(options: readonly OptionAbout[], query: URLSearchParams): Chosen {
  const wanted = ({ name, values }: OptionAbout): string | boolean => values.find((value) => String(value) === query.get(name)) ?? values[0];
  return Object.fromEntries(options.map((option) => [option.name, wanted(option)]));
}

/** The option for the first player has a value for each seat: offer only the seats of this table. */
const FIRST_PLAYER = "first_player";
export const offeredOptions = (options: readonly OptionAbout[], seats: number): OptionAbout[] =>
  options.map((option) => (option.name === FIRST_PLAYER ? { ...option, values: option.values.filter((value) => !(Number(value) > seats)) } : option));
