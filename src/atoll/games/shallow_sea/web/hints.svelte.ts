/** Explains the card or tile that the player points at: which spaces count for it. */

import { Hints } from "$kit/hints.svelte";
import type { BoardProps } from "$lib/board";
import type { Explanation, Types } from "./types";

/** The spaces to mark for a card or tile. */
export interface Counting {
  /** The spaces that a creature looks at. */
  region: string[];
  /** Groups of spaces that count, each with the points of the whole group. */
  groups: { spaces: string[]; points: number | null }[];
}

const DELAY = 150;
/** A region larger than this is nearly the whole ocean: only what counts is marked. */
const MAX_REGION = 20;

export class CountHints extends Hints<Counting | null> {
  constructor() {
    super(DELAY);
  }

  request(about: string | null, seat: number, explain: BoardProps<Types>["explain"]): void {
    this.show(about ? `${about} ${seat}` : "", async () => countingOf(await explain(about!, { seat })));
  }
}

function countingOf(answer: Explanation): Counting | null {
  if (answer.topic === "card") return { region: [], groups: answer.groups };
  if (answer.topic !== "creature") return null;
  const region = answer.region.length > MAX_REGION ? [] : answer.region;
  return { region, groups: answer.counting.map((space) => ({ spaces: [space], points: null })) };
}
