/** Where the pattern of a card stands on a board, for the card that the player points at. */

import { Hints } from "$kit/hints.svelte";
import type { BoardProps } from "$lib/board";
import type { Ring } from "./model";
import type { CardExplanation, Choice, Explanation, Types } from "./types";

const DELAY = 120;

const ringsOf = ({ points, spaces }: CardExplanation): Ring[] => spaces.map((ringed) => ({ spaces: ringed, points: points / spaces.length }));

export class PatternHints extends Hints<Explanation> {
  rings = $derived<Ring[]>(this.shown?.topic === "card" ? ringsOf(this.shown) : []);
  /** What the card in play scores after a choice, by the text of the choice. */
  scores = $state.raw<ReadonlyMap<string, CardExplanation>>(new Map());

  constructor() {
    super(DELAY);
  }

  override clear(): void {
    this.scores = new Map();
    super.clear();
  }

  /** Show where a card's pattern stands on a board, now or after a choice; null: nothing. */
  request(about: { card: number; seat: number; after?: Choice; explain: BoardProps<Types>["explain"] } | null): void {
    if (!about) {
      this.show("");
      return;
    }
    const { card, explain, ...where } = about;
    this.show(
      `${card} ${where.seat} ${where.after?.text ?? ""}`,
      () => explain(String(card), where),
      (answer) => {
        if (where.after && answer.topic === "card") this.scores = new Map(this.scores).set(where.after.text, answer);
      },
    );
  }
}
