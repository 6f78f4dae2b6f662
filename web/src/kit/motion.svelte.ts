/** The animation of a game's events; each game extends this class. */

import type { GameEvent } from "$lib/protocol";
import type { Stage } from "./stage";

export abstract class Motion<Event extends GameEvent, Context extends unknown[], Piece = never> {
  /** Pieces in the air, which are not drawn where they will land yet. */
  away = $state.raw<ReadonlySet<Piece>>(new Set());
  /** The board's element, in which pieces are looked up. */
  root: HTMLElement | undefined;
  private latest: Event[] | undefined;

  constructor(protected stage: Stage) {}

  /** Animate new events. To be called before the page changes, so that pieces about to disappear can still be copied. */
  receive(events: Event[], ...context: Context): void {
    if (events === this.latest) return;
    const first = this.latest === undefined;
    this.latest = events;
    if (events.length === 0) {
      // A decision was taken back: what it set in motion stops.
      this.stage.clear();
      this.reset();
    }
    this.animate(events, first, ...context);
  }

  /** Queue steps on the stage; `first` marks the first position on screen, in which nothing moves. */
  protected abstract animate(events: Event[], first: boolean, ...context: Context): void;

  /** Stop: nothing is in the air any more. */
  protected reset(): void {
    this.away = new Set();
  }

  protected find = (selector: string): HTMLElement | null => this.root?.querySelector<HTMLElement>(selector) ?? null;

  protected setAway(piece: Piece, away: boolean): void {
    const next = new Set(this.away);
    if (away) next.add(piece);
    else next.delete(piece);
    this.away = next;
  }
}
