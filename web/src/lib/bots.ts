/** Bots by their names on the server. */

import { say } from "./language.svelte";

/** What a bot is called on screen; one we have no word for keeps its name. */
export const botName = (bot: string): string => known(`bot.${bot}`) ?? bot;

/** How it plays, in a few words. */
export const botAbout = (bot: string): string => known(`bot.${bot}.about`) ?? bot;

function known(key: string): string | null {
  const text = say(key);
  return text === key ? null : text;
}
