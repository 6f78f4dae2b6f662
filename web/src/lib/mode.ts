/** The mode of a game in words: its preset and its non-standard options. */

import { say } from "./language.svelte";
import type { Words } from "./words";

export function modeInWords(words: Words, preset: string, options: Readonly<Record<string, string | boolean>>): string[] {
  const chosen = Object.entries(options).flatMap(([name, value]) => (value === false ? [] : [optionInWords(words, name, value)]));
  const plain = words.has("preset.standard") ? words.say("preset.standard") : say("setup.usual");
  const named = preset ? [words.has(`preset.${preset}`) ? words.say(`preset.${preset}`) : preset] : [];
  return named.length + chosen.length ? [...named, ...chosen] : [plain];
}

function optionInWords(words: Words, name: string, value: string | true): string {
  const option = words.say(`option.${name}`);
  if (value === true) return option;
  // A custom set is a list.
  const listed = value.split("+").length;
  const own = listed > 1 && !words.has(`option.${name}.${value}`);
  return `${option}: ${own ? say("setup.own", { count: listed }) : valueInWords(words, name, value)}`;
}

/** A value of an option; without a text in the game's words, as the rules write it. */
export function valueInWords(words: Words, name: string, value: string | boolean): string {
  const key = `option.${name}.${value}`;
  return words.has(key) ? words.say(key) : String(value).replaceAll("_", " ");
}
