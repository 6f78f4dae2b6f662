/** The parts of Shallow Sea that the shell loads. */

export { default as Board } from "./Board.svelte";
export { default as Breakdown } from "./Breakdown.svelte";
export { ending } from "./ending";
export { default as Gallery } from "./Gallery.svelte";
export { default as TurnLine } from "./TurnLine.svelte";
export { named, place } from "./sentences";
