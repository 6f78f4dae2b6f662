/** The legal decisions of any game as groups of buttons. */

import type { Choice, Preview } from "$lib/protocol";

export interface Group {
  /** The first word of its choices; empty for choices that share it with no other. */
  title: string;
  buttons: { label: string; choice: Choice }[];
}

/** Choices by the first word of their text, in the order of the list; those that stand alone come last, together. */
export function groupsOf(legal: readonly Choice[]): Group[] {
  const found = new Map<string, Choice[]>();
  for (const choice of legal) {
    const word = firstWord(choice.text);
    found.set(word, [...(found.get(word) ?? []), choice]);
  }
  const several = [...found].filter(([, choices]) => choices.length > 1);
  const alone = [...found.values()].filter((choices) => choices.length === 1).flat();
  const groups = several.map(([title, choices]) => ({
    title,
    buttons: choices.map((choice) => ({ label: choice.text.slice(title.length).trim() || choice.text, choice })),
  }));
  return alone.length ? [...groups, { title: "", buttons: alone.map((choice) => ({ label: choice.text, choice })) }] : groups;
}

const firstWord = (text: string): string => text.trim().split(/\s+/)[0];

/** What a choice brings, as a signed number; `best` if it is only the most that its turn can bring. */
export function gainOf({ points, best, ends }: Preview): { points: string; best: boolean } | null {
  if (!ends) return best > 0 ? { points: String(best), best: true } : null;
  return points === 0 ? null : { points: points > 0 ? `+${points}` : `−${-points}`, best: false };
}
