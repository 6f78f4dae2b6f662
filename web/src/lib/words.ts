/** Words of one language: the same files and the same rules as `core/locale.py`. */

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

/** A list without anything in it. */
const NOTHING = "–";
/** Fields of an event whose values are words of another field. */
const FAMILIES: Record<string, string> = { pieces: "colour", around: "colour", tallest: "colour" };

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
    const found = this.texts[key];
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : this.form(found, Math.abs(Number(values[found.by])));
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  }

  private form(text: Record<string, string>, count: number): string {
    if (count === 0 && text.zero !== undefined) return text.zero;
    return text[this.plurals.select(count)] ?? text.other ?? text.many ?? "";
  }

  /** A text about an event or a choice: seats become names, words like colours are translated. */
  sentence(key: string, data: Values, names: string[]): string {
    const values: Values = {};
    for (const [field, value] of Object.entries(data)) {
      if (field === "seat") values.player = names[Number(value)];
      else if (field === "seats") values.players = (value as number[]).map((seat) => names[seat]).join(", ");
      else values[field] = this.translated(field, value);
    }
    return this.say(key, values);
  }

  private translated(field: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.translated(field, item)).join(", ") || NOTHING;
    const key = `${FAMILIES[field] ?? field}.${value}`;
    return this.has(key) ? this.say(key) : value;
  }
}

/** The language asked for first among those we speak. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => known === tag.slice(0, 2).toLowerCase());
    if (language) return language;
  }
  return "en";
}
