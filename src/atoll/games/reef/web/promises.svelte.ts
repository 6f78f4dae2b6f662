/** What the cards on display could score, asked of the rules once for each position. */

type Explain = (about: string) => Promise<{ cards: Record<string, number> }>;

export class Promises {
  best = $state.raw<ReadonlyMap<number, number>>(new Map());
  private position = "";

  /** Ask about a position; an empty one has nothing to promise. */
  ask(position: string, explain: Explain): void {
    if (position === this.position) return;
    this.position = position;
    this.best = new Map();
    if (!position) return;
    explain("display").then(
      ({ cards }) => {
        if (this.position === position) this.best = new Map(Object.entries(cards).map(([card, best]) => [Number(card), best]));
      },
      // A promise that does not come is no harm.
      () => undefined,
    );
  }
}
