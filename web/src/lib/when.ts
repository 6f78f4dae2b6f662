/** How long ago something was, in words: "3 hours ago". */

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
