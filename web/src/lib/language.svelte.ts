/** The words on screen, in the reader's language: the shell's own and those of each game. */

import { gameTexts } from "./api";
import { hasBoard } from "./board";
import { language } from "./settings.svelte";
import { Words, type Language, type Texts } from "./words";

type Load = () => Promise<{ default: Texts }>;
const shellFiles = import.meta.glob("../locales/*.json") as Record<string, Load>;
const gameFiles = import.meta.glob("../../../src/atoll/games/*/locales/*.json") as Record<string, Load>;

const loaded = $state<{ shell: Words; games: Record<string, Words> }>({ shell: new Words("en", {}), games: {} });

/** Load the shell's words in the language of the settings. */
export async function loadShell(): Promise<void> {
  const wanted = language();
  const texts = (await shellFiles[`../locales/${wanted}.json`]()).default;
  if (wanted === language()) loaded.shell = new Words(wanted, texts);
}

/** The words of a game with a board are built into the client; those of other games are on the server. */
function textsOf(game: string, wanted: Language): Promise<Texts> {
  const load = gameFiles[`../../../src/atoll/games/${game}/locales/${wanted}.json`];
  return hasBoard(game) && load ? load().then((file) => file.default) : gameTexts(game, wanted);
}

/** Load a game's words in the language of the settings. */
export async function loadGame(game: string): Promise<void> {
  const wanted = language();
  if (loaded.games[game]?.language === wanted) return;
  const texts = await textsOf(game, wanted);
  if (wanted === language()) loaded.games[game] = new Words(wanted, texts);
}

/** Load a game's words in the background; without a connection they stay missing. */
export const wantGame = (game: string): void => void loadGame(game).catch(() => undefined);

/** A text of the shell. */
export const say = (key: string, values: Record<string, unknown> = {}): string => loaded.shell.say(key, values);

/** The words of a game; empty until they are loaded. */
export const gameWords = (game: string): Words => loaded.games[game] ?? new Words("en", {});

/** The name of a game; empty until its words are loaded. */
export const gameName = (game: string): string => (gameWords(game).has("name") ? gameWords(game).say("name") : "");

/** Follow a change of language: load what is shown again. */
export function followLanguage(): void {
  $effect(() => {
    if (language() === loaded.shell.language) return;
    loadShell().catch(() => undefined);
    for (const game of Object.keys(loaded.games)) wantGame(game);
  });
}
