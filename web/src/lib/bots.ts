/** Bots by their names on the server. */

import type { GameAbout } from "./api";
import { defaultBot } from "./choose";
import { load, save } from "./device";
import { say } from "./language.svelte";

const level = (game: string): string => `atoll.level.${game}`;

/** Whether nobody has played this game against a bot on this device. */
export const newHere = (game: string): boolean => load(level(game)) === null;

/** The bot to play a game against unless another one is chosen. */
export const defaultBotFor = (game: Pick<GameAbout, "id" | "bots">): string => defaultBot(game.bots, load(level(game.id)));

/** Remember the bot chosen for a game, if any. */
export function saveBot(game: Pick<GameAbout, "id" | "bots">, seats: readonly string[]): void {
  const chosen = seats.find((seat) => game.bots.includes(seat));
  if (chosen) save(level(game.id), chosen);
}

/** The name of a bot on screen; without a translation, its id. */
export const botName = (bot: string): string => known(`bot.${bot}`) ?? bot;

/** A bot's name, level and style: "Seahorse, 3 of 6: takes the points at hand". */
export const botWithStrength = (bot: string): string => [botName(bot), strength(bot)].filter(Boolean).join(", ");

/** A bot's level and style: "3 of 6: takes the points at hand"; null for other bots. */
export const strength = (bot: string): string | null => known(`bot.${bot}.about`);

function known(key: string): string | null {
  const text = say(key);
  return text === key ? null : text;
}
