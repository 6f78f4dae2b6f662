/** Finding words whatever their case and accents: "wzor" finds "Wzór". */

/** Letters without case and accents, one for one, so that places in the text stay the same. */
const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const letter = text[at].normalize("NFD")[0].toLowerCase();
    return letter === "ł" ? "l" : letter;
  }).join("");

export const contains = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted.trim()));

export interface Stretch {
  text: string;
  hit: boolean;
}

/** A text cut where the wanted word begins and ends. */
export function marked(text: string, wanted: string): Stretch[] {
  const word = fold(wanted.trim());
  if (!word) return [{ text, hit: false }];
  const folded = fold(text);
  const found: Stretch[] = [];
  let at = 0;
  for (let hit = folded.indexOf(word); hit >= 0; hit = folded.indexOf(word, at)) {
    if (hit > at) found.push({ text: text.slice(at, hit), hit: false });
    at = hit + word.length;
    found.push({ text: text.slice(hit, at), hit: true });
  }
  if (at < text.length) found.push({ text: text.slice(at), hit: false });
  return found;
}
