/** Times in words, "3 hours ago", and dates as in the reader's region. */

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Both times in seconds since 1970. */
export function ago(then: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const past = Math.max(0, now - then);
  for (const [unit, seconds] of UNITS) if (past >= seconds) return words.format(-Math.floor(past / seconds), unit);
  return words.format(0, "second");
}

/** The language with the region the device has for it: "en-GB" writes another date than "en-US". */
export const region = (language: string, device: readonly string[] = navigator.languages): string =>
  device.find((tag) => tag.split("-")[0] === language) ?? language;

/** The day of a time in seconds since 1970. */
export const day = (then: number, language: string, device?: readonly string[]): string =>
  new Intl.DateTimeFormat(region(language, device), { dateStyle: "medium" }).format(then * 1000);
