/** Short synthesized sounds: nothing to load. */

import { settings } from "./settings.svelte";

type Note = [frequency: number, start: number, length: number];
const SOUNDS = {
  place: [[220, 0, 0.09], [330, 0.02, 0.07]],
  match: [[330, 0, 0.16]],
  score: [[523, 0, 0.12], [784, 0.09, 0.2]],
  turn: [[392, 0, 0.14], [523, 0.12, 0.18]],
  end: [[392, 0, 0.2], [523, 0.16, 0.2], [659, 0.32, 0.4]],
} satisfies Record<string, Note[]>;

const PENTATONIC = [0, 2, 4, 7, 9];
const HIGHEST = 14;

/** The frequency ratio of a step in a rising row, along the pentatonic scale. */
export function pitch(step: number): number {
  const at = Math.min(step, HIGHEST);
  const { length } = PENTATONIC;
  return 2 ** (Math.floor(at / length) + PENTATONIC[at % length] / 12);
}

let context: AudioContext | undefined;

/** Play a sound, higher from step to step. */
export function play(sound: keyof typeof SOUNDS, step = 0): void {
  // Browsers allow no sound before the first interaction with the page.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of SOUNDS[sound]) {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: "sine", frequency: frequency * pitch(step) });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.12, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
