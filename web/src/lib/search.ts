/** Search that ignores case and accents: "wzor" finds "Wzór". */

/** Remove case and accents letter by letter, so that positions in the text stay the same. */
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

/** Split a text at the matches of a word. */
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
