/** Where a pattern stands: asked of the rules when a card is pointed at, a little later and once for each position. */

import type { Choice } from "$lib/protocol";
import type { Ring, Told } from "./model";

type Explain = (about: string, where?: { seat?: number; after?: Choice }) => Promise<Told>;

const WAIT = 120;

export class Hints {
  rings = $state.raw<Ring[]>([]);
  /** What the card in play scores after a choice, by the text of the choice. */
  scores = $state.raw<ReadonlyMap<string, Told>>(new Map());
  private known = new Map<string, Promise<Told>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  /** Another position: what was told holds no more. */
  forget(): void {
    this.known.clear();
    this.scores = new Map();
    this.ask(null);
  }

  /** Show where a card's pattern stands on a board, now or after a choice; null: nothing. */
  ask(about: { card: number; seat: number; after?: Choice; explain: Explain } | null): void {
    const key = about ? `${about.card} ${about.seat} ${about.after?.text ?? ""}` : "";
    if (key === this.wanted) return;
    this.wanted = key;
    this.rings = [];
    clearTimeout(this.timer);
    if (!about) return;
    const { card, explain, ...where } = about;
    this.timer = setTimeout(() => {
      const answer = this.known.get(key) ?? explain(String(card), where);
      this.known.set(key, answer);
      answer.then(
        (told) => {
          const { points, spaces } = told;
          if (this.wanted === key) this.rings = spaces.map((one) => ({ spaces: one, points: points / spaces.length }));
          if (where.after && this.known.get(key) === answer) this.scores = new Map(this.scores).set(where.after.text, told);
        },
        // A hint that does not come is no harm.
        () => this.known.delete(key),
      );
    }, WAIT);
  }
}
