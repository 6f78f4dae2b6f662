/** The parts of a game that brings no client code: what the rules and the view say, drawn as tables and buttons. */

export { default as Board } from "./Board.svelte";
export { default as Breakdown } from "./Breakdown.svelte";
export { ending } from "./ending";
export { default as Gallery } from "./Gallery.svelte";
