/** Explanations of what the player points at: requested after a short rest, once for each position. */

export abstract class Hints<Answer> {
  /** The explanation of what is pointed at now. */
  shown = $state.raw<Answer | null>(null);
  private cache = new Map<string, Promise<Answer>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  /** @param delay milliseconds to rest on a thing before the server is asked */
  constructor(private delay: number) {}

  /** The position has changed: earlier explanations are void. */
  clear(): void {
    this.cache.clear();
    this.show("");
  }

  /** Show the explanation with this key, fetched at most once; an empty key shows none. */
  protected show(key: string, fetch?: () => Promise<Answer>, received?: (answer: Answer) => void): void {
    if (key === this.wanted) return;
    this.wanted = key;
    this.shown = null;
    clearTimeout(this.timer);
    if (!key || !fetch) return;
    this.timer = setTimeout(() => {
      const pending = this.cache.get(key) ?? fetch();
      this.cache.set(key, pending);
      pending.then(
        (answer) => {
          if (this.wanted === key) this.shown = answer;
          if (this.cache.get(key) === pending) received?.(answer);
        },
        // The board works without a hint.
        () => this.cache.delete(key),
      );
    }, this.delay);
  }
}
