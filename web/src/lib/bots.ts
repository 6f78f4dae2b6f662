/** Bots by their names on the server. */

import { say } from "./language.svelte";

/** What a bot is called on screen; one we have no word for keeps its name. */
export const botName = (bot: string): string => known(`bot.${bot}`) ?? bot;

/** What it is called and how it plays, the strength first: "Seahorse, 3 of 6: takes the points there are". */
export const botWithStrength = (bot: string): string => [botName(bot), known(`bot.${bot}.about`)].filter(Boolean).join(", ");

function known(key: string): string | null {
  const text = say(key);
  return text === key ? null : text;
}
