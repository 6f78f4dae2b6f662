/** The person's settings, stored on this device. */

import { load, save } from "./device";
import type { Stride } from "./stops";
import { LANGUAGES, preferred, type Language } from "./words";

interface Chosen {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "less";
  /** How fast pieces fly and turns follow each other; "off" shows results at once. */
  pace: "off" | "quick" | "calm";
  sound: boolean;
  /** Whether a choice that ends the turn waits for a second tap. */
  confirm: boolean;
  /** Whether boards are seen from above instead of slanted. */
  flat: boolean;
  /** Whether the chat is hidden; nothing to do with `sound`. */
  muted: boolean;
  /** The stride and speed of a replay, and whether the large board follows the acting player. */
  stride: Stride;
  speed: number;
  follow: boolean;
}

const KEY = "atoll.settings";
const DEFAULTS: Chosen = {
  language: "auto",
  theme: "auto",
  motion: "auto",
  pace: "quick",
  sound: true,
  confirm: true,
  flat: false,
  muted: false,
  stride: "turn",
  speed: 1,
  follow: true,
};

function stored(): Partial<Chosen> {
  try {
    return JSON.parse(load(KEY) ?? "{}") as Partial<Chosen>;
  } catch {
    return {};
  }
}

export const settings: Chosen = $state({ ...DEFAULTS, ...stored() });

const dark = matchMedia("(prefers-color-scheme: dark)");
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, reduced: reduced.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
reduced.addEventListener("change", () => (system.reduced = reduced.matches));

export const language = (): Language =>
  settings.language === "auto" || !LANGUAGES.includes(settings.language)
    ? preferred(navigator.languages)
    : settings.language;
export const theme = (): "light" | "dark" =>
  settings.theme === "auto" ? (system.dark ? "dark" : "light") : settings.theme;
/** Whether nothing should move. */
export const still = (): boolean => settings.motion === "less" || system.reduced;

/** Apply the settings to the page and store them. */
export function applySettings(): void {
  $effect(() => save(KEY, JSON.stringify(settings)));
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme();
    root.dataset.motion = still() ? "less" : "full";
    root.lang = language();
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme() === "dark" ? "#081a21" : "#d9eaeb");
  });
}
