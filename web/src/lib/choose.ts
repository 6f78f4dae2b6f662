/** Small decisions about what to play and where, apart from the screens that show them. */

/** The bot for somebody who just wants to play: bots are listed from weak to strong. */
export const strongest = (bots: readonly string[]): string => bots.findLast((bot) => bot !== "random") ?? bots[0];

/** The id of a table in what somebody pasted: a link to it, or the id itself; empty if there is none. */
export function tableIn(pasted: string): string {
  const text = pasted.trim();
  const linked = /\/t\/([a-z0-9]+)\/?(?:[?#].*)?$/i.exec(text);
  if (linked) return linked[1];
  return /^[a-z0-9]{6,}$/i.test(text) ? text.toLowerCase() : "";
}

export const PRESETS = ["bot", "friends", "here"] as const;
export type Preset = (typeof PRESETS)[number];

/** Who sits where in a game of so many: "me", "open" for who gets the link, or a bot. */
export function preset(kind: Preset, count: number, bots: readonly string[]): string[] {
  const other = { bot: strongest(bots), friends: "open", here: "me" }[kind];
  return ["me", ...Array<string>(count - 1).fill(other)];
}

/** The same seats for another number of players; new ones are like the last. */
export const resize = (seats: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, seat) => seats[seat] ?? seats[seats.length - 1]);

/** An option's rules: "R8", or "S13, S46". */
export const rulesOf = (rule: string): string[] => rule.match(/[A-Z]+\d+/g) ?? [];
