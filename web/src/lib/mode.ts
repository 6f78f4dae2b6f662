/** How a game is played, in words: its preset, and the options that are not as in the box. */

import { say } from "./language.svelte";
import type { Words } from "./words";

export function modeInWords(words: Words, preset: string, options: Readonly<Record<string, string | boolean>>): string[] {
  const chosen = Object.entries(options).flatMap(([name, value]) => (value === false ? [] : [optionInWords(words, name, value)]));
  const plain = words.has("preset.standard") ? words.say("preset.standard") : say("setup.usual");
  const named = preset ? [words.say(`preset.${preset}`)] : [];
  return named.length + chosen.length ? [...named, ...chosen] : [plain];
}

function optionInWords(words: Words, name: string, value: string | true): string {
  const option = words.say(`option.${name}`);
  if (value === true) return option;
  const known = `option.${name}.${value}`;
  // A set of one's own is a list.
  return `${option}: ${words.has(known) ? words.say(known) : say("setup.own", { count: value.split("+").length })}`;
}
