/** What somebody chose, kept on this device. */

import { keep, kept } from "./device";
import type { Stride } from "./stops";
import { LANGUAGES, preferred, type Language } from "./words";

interface Chosen {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "less";
  /** How fast others' turns are shown. */
  pace: "off" | "quick" | "calm";
  sound: boolean;
  confirm: boolean;
  flat: boolean;
  muted: boolean;
  /** How a replay goes on, how fast, and whether the large board is that of whoever acts. */
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
    return JSON.parse(kept(KEY) ?? "{}") as Partial<Chosen>;
  } catch {
    return {};
  }
}

export const settings: Chosen = $state({ ...DEFAULTS, ...stored() });

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
still.addEventListener("change", () => (system.still = still.matches));

export const language = (): Language =>
  settings.language === "auto" || !LANGUAGES.includes(settings.language)
    ? preferred(navigator.languages)
    : settings.language;
export const theme = (): "light" | "dark" =>
  settings.theme === "auto" ? (system.dark ? "dark" : "light") : settings.theme;
/** Whether nothing should move. */
export const calm = (): boolean => settings.motion === "less" || system.still;

/** Keep the page and the device in step with the settings. */
export function keepSettings(): void {
  $effect(() => keep(KEY, JSON.stringify(settings)));
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme();
    root.dataset.motion = calm() ? "less" : "full";
    root.lang = language();
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme() === "dark" ? "#081a21" : "#d9eaeb");
  });
}
