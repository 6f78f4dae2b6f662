/** Bots by their names on the server. */

import type { GameAbout } from "./api";
import { usual } from "./choose";
import { keep, kept } from "./device";
import { say } from "./language.svelte";

const level = (game: string): string => `atoll.level.${game}`;

/** Whether nobody has played this game against a bot on this device. */
export const newHere = (game: string): boolean => kept(level(game)) === null;

/** The bot to play a game against unless another one is chosen. */
export const usualBot = (game: Pick<GameAbout, "id" | "bots">): string => usual(game.bots, kept(level(game.id)));

/** Keep which bot was chosen for a game, if any was. */
export function keepBot(game: Pick<GameAbout, "id" | "bots">, seats: readonly string[]): void {
  const chosen = seats.find((seat) => game.bots.includes(seat));
  if (chosen) keep(level(game.id), chosen);
}

/** What a bot is called on screen; one we have no word for keeps its name. */
export const botName = (bot: string): string => known(`bot.${bot}`) ?? bot;

/** What it is called and how it plays, the strength first: "Seahorse, 3 of 6: takes the points at hand". */
export const botWithStrength = (bot: string): string => [botName(bot), strength(bot)].filter(Boolean).join(", ");

/** Its level and how it plays: "3 of 6: takes the points at hand"; nothing for a bot that is no level. */
export const strength = (bot: string): string | null => known(`bot.${bot}.about`);

function known(key: string): string | null {
  const text = say(key);
  return text === key ? null : text;
}
