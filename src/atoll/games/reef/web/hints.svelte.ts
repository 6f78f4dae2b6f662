/** Where a pattern stands: asked of the rules when a card is pointed at, a little later and once for each position. */

import type { Choice } from "$lib/protocol";
import type { Ring } from "./model";

interface Told {
  points: number;
  spaces: string[][];
}
type Explain = (about: string, where?: { seat?: number; after?: Choice }) => Promise<Told>;

const WAIT = 120;

export class Hints {
  rings = $state.raw<Ring[]>([]);
  private known = new Map<string, Promise<Told>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  /** Another position: what was told holds no more. */
  forget(): void {
    this.known.clear();
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
      const told = this.known.get(key) ?? explain(String(card), where);
      this.known.set(key, told);
      told.then(
        ({ points, spaces }) => {
          if (this.wanted === key) this.rings = spaces.map((one) => ({ spaces: one, points: points / spaces.length }));
        },
        // A hint that does not come is no harm.
        () => this.known.delete(key),
      );
    }, WAIT);
  }
}
