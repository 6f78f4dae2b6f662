/** What the cards on display could score, fetched once for each position. */

import type { BoardProps } from "$lib/board";
import type { Types } from "./types";

export class DisplayGains {
  best = $state.raw<ReadonlyMap<number, number>>(new Map());
  private position = "";

  /** Fetch the gains in a position; an empty text clears them. */
  request(position: string, explain: BoardProps<Types>["explain"]): void {
    if (position === this.position) return;
    this.position = position;
    this.best = new Map();
    if (!position) return;
    explain("display").then(
      (answer) => {
        if (this.position === position && answer.topic === "display") this.best = new Map(answer.cards.map(({ card, points }) => [card, points]));
      },
      // The display works without them.
      () => undefined,
    );
  }
}
