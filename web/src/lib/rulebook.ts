/** The rules of each game in the reader's language, from the game's folder. */

import type { Language } from "./words";

const files = import.meta.glob("../../../src/atoll/games/*/RULES*.md", { query: "?raw", import: "default" }) as Record<
  string,
  () => Promise<string>
>;
const path = (game: string, ending: string): string => `../../../src/atoll/games/${game}/RULES${ending}.md`;

/** The games with rules, known without a connection. */
export const rulebooks = (): string[] => [...new Set(Object.keys(files).map((file) => file.split("/").at(-2)!))];

export const hasRules = (game: string): boolean => path(game, "") in files;

/** English rules have no language in their file name. */
export const loadRules = (game: string, language: Language): Promise<string> =>
  (files[path(game, `.${language}`)] ?? files[path(game, "")])();
