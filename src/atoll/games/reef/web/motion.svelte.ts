/** What happened, shown one thing after the other: pieces and cards fly, points are ringed, the last move is marked. */

import { fly, leave } from "$kit/flight";
import type { Stage } from "$kit/stage";
import type { GameEvent } from "$lib/protocol";
import { calm } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import type { Ring } from "./model";

const SHOWN = 1_100;
/** More than this happened while nobody looked: only its marks are shown. */
const MANY = 40;

export class Motion {
  /** Pieces still in the air, by seat and space. */
  flying = $state.raw<Record<string, number>>({});
  /** Cards still in the air. */
  away = $state.raw<ReadonlySet<number>>(new Set());
  /** What has just scored. */
  scored = $state.raw<{ seat: number; rings: Ring[] } | null>(null);
  private seen: GameEvent[] | undefined;

  /** Where things are looked up; the board gives its own element. */
  root: HTMLElement | undefined;

  constructor(private stage: Stage) {}

  /** A stack without the pieces that have not landed yet. */
  landed(board: string[][], seat: number): string[][] {
    return board.map((row, r) =>
      row.map((stack, c) => stack.slice(0, Math.max(0, stack.length - (this.flying[`${seat} ${"abcd"[c]}${r + 1}`] ?? 0)))),
    );
  }

  /** Those of some spaces of a seat where nothing is in the air. */
  lying(spaces: string[], seat: number): string[] {
    return spaces.filter((space) => !this.flying[`${seat} ${space}`]);
  }

  /** Hear what happened. Called before the page changes, so that what goes away can still be copied. */
  hear(events: GameEvent[], own: number | null, put: string): void {
    const first = this.seen === undefined;
    if (events === this.seen) return;
    this.seen = events;
    if (events.length === 0) {
      // Something was taken back: nothing of it moves any more.
      this.stage.clear();
      this.flying = {};
      this.away = new Set();
    }
    if (first) return;
    for (const event of events) this.plan(event, own, put);
    if (events.length > MANY) this.stage.hurry();
  }

  private plan(event: GameEvent, own: number | null, put: string): void {
    const { seat, space, colour } = event;
    switch (event.event) {
      case "place":
      case "arrange":
        // What we dragged or saw as a preview is there already.
        if (seat === own && put === space) this.stage.add(async () => play("place"));
        else this.piece(seat, space, colour);
        break;
      case "take":
      case "take_tokens":
        this.card(event.card, String(event.place), seat, own);
        break;
      case "top":
        this.card(event.card, "pile", seat, own);
        break;
      case "refill":
        if (event.card !== null) this.refill(event.card, String(event.place));
        break;
      case "score":
        if (event.points > 0) this.stage.add(() => this.score(event));
    }
  }

  private find = (selector: string): HTMLElement | null => this.root?.querySelector<HTMLElement>(selector) ?? null;

  private async fly(art: HTMLElement | null | undefined, from: HTMLElement | null, to: HTMLElement | null): Promise<void> {
    if (art && from && to && !this.stage.hurried) await fly(art, from, to);
  }

  private piece(seat: number, space: string, colour: string): void {
    const key = `${seat} ${space}`;
    const add = (number: number): void => {
      this.flying = { ...this.flying, [key]: Math.max(0, (this.flying[key] ?? 0) + number) };
    };
    if (!calm()) add(1);
    this.stage.add(async () => {
      const art = this.find(`[data-art=${colour}] svg`);
      const [from, to] = [this.find(`[data-from="${seat}"]`), this.find(`[data-board="${seat}"] [data-land=${space}]`)];
      await this.fly(art, from, to);
      add(-1);
      if (!this.stage.hurried) play("place");
    });
  }

  private hold(card: number, held: boolean): void {
    const next = new Set(this.away);
    if (held) next.add(card);
    else next.delete(card);
    this.away = next;
  }

  private card(card: number | null, slot: string, seat: number, own: number | null): void {
    const art = this.find(`[data-slot="${slot}"] [data-card="${card}"] .card`)?.cloneNode(true) as HTMLElement | undefined;
    const mine = seat === own && card !== null;
    if (mine && !calm()) this.hold(card, true);
    this.stage.add(async () => {
      const from = this.find(`[data-slot="${slot}"]`);
      if (mine) {
        await this.fly(art, from, this.find(`[data-dock] [data-card="${card}"]`));
        this.hold(card, false);
      } else if (art && from && !this.stage.hurried) {
        // Not across the board to the other player, who has a line that tells it.
        await leave(art, from);
      }
    });
  }

  private refill(card: number, slot: string): void {
    if (!calm()) this.hold(card, true);
    this.stage.add(async () => {
      const to = this.find(`[data-slot="${slot}"] [data-card="${card}"]`);
      const from = this.find(`[data-slot="pile"]`);
      const art = to?.querySelector<HTMLElement>(".card");
      await this.fly(art, from, to);
      this.hold(card, false);
    });
  }

  private async score(event: GameEvent): Promise<void> {
    if (this.stage.hurried) return;
    const each = event.points / event.spaces.length;
    const rings = (event.spaces as string[][]).map((spaces) => ({ spaces, points: each }));
    this.scored = { seat: event.seat, rings };
    play("score");
    await this.stage.wait(SHOWN);
    this.scored = null;
  }
}
