/** The texts of one language, with the same files and rules as `kit/locale.py`. */

export const LANGUAGES = ["en", "pl", "it", "nl", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export const OWN_NAMES: Record<Language, string> = {
  en: "English",
  pl: "Polski",
  it: "Italiano",
  nl: "Nederlands",
  fr: "Français",
};
export type Text = string | ({ by: string } & Record<string, string>);
export type Texts = Record<string, Text>;
export type Values = Record<string, unknown>;

/** The text of an empty list. */
const NOTHING = "–";
/** Fields of an event whose values are words of another field. */
const FAMILIES: Record<string, string> = { pieces: "colour", around: "colour", tallest: "colour" };

/** Verb forms for a name and for "You": {takes|take}. */
const PERSONS = /\{([^{}|]*)\|([^{}|]*)\}/g;

/** The reader of a sentence on screen, where things are drawn and have no numbers. */
export interface Reader {
  /** The reader's own seat, whose name is "You". */
  you: number | null;
  /** The name of a field whose data is a number; undefined uses the field's own words. */
  named: (field: string, value: unknown) => string | undefined;
}

export class Words {
  private plurals: Intl.PluralRules;

  constructor(
    readonly language: Language,
    readonly texts: Texts,
  ) {
    this.plurals = new Intl.PluralRules(language);
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** A text with its placeholders filled; a key that is missing shows as itself, and a test finds it. */
  say(key: string, values: Values = {}): string {
    return filled(this.text(key, values), values);
  }

  private text(key: string, values: Values): string {
    const found = this.texts[key];
    if (found === undefined) return key;
    return typeof found === "string" ? found : this.form(found, Math.abs(Number(values[found.by])));
  }

  private form(text: Record<string, string>, count: number): string {
    if (count === 0 && text.zero !== undefined) return text.zero;
    return text[this.plurals.select(count)] ?? text.other ?? text.many ?? "";
  }

  /**
   * A text about an event or a choice: seats become names, words such as colours are translated. On screen things are
   * named as they are drawn; where that takes another sentence, its key ends in ".seen".
   */
  sentence(key: string, about: object, names: string[], reader?: Reader): string {
    const data: Values = { ...about };
    const text = this.text(reader && this.has(`${key}.seen`) ? `${key}.seen` : key, data);
    const seats = (data.seats ?? (data.seat === undefined ? [] : [data.seat])) as number[];
    // "You" is lower-case inside a sentence.
    const called = seats.map((seat, at) =>
      seat === reader?.you && (at > 0 || !text.startsWith("{player")) ? names[seat].toLocaleLowerCase(this.language) : names[seat],
    );
    const values: Values = { player: called[0], players: called.join(", ") };
    for (const [field, value] of Object.entries(data)) {
      if (field !== "seat" && field !== "seats") values[field] = this.translated(field, value, reader);
    }
    return filled(text, values, seats.length === 1 && seats[0] === reader?.you);
  }

  private translated(field: string, value: unknown, reader?: Reader): unknown {
    if (Array.isArray(value)) return value.map((item) => this.translated(field, item, reader)).join(", ") || NOTHING;
    const key = `${FAMILIES[field] ?? field}.${value}`;
    return reader?.named(field, value) ?? (this.has(key) ? this.say(key) : value);
  }
}

const filled = (text: string, values: Values, you = false): string =>
  text.replace(PERSONS, you ? "$2" : "$1").replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** The first of the wanted languages that we have. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => known === tag.slice(0, 2).toLowerCase());
    if (language) return language;
  }
  return "en";
}
