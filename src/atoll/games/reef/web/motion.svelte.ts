/** The animation of Reef: pieces and cards fly one after the other, and patterns that score are ringed. */

import { fly, leave } from "$kit/flight";
import { Motion } from "$kit/motion.svelte";
import { still } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import type { Ring } from "./model";
import type { GameEvent, ScoreEvent } from "./types";

/** How long the rings of a score stay, in milliseconds. */
const RING_TIME = 1_100;
/** With more events than this the animation is skipped. */
const MAX_EVENTS = 40;

export class ReefMotion extends Motion<GameEvent, [viewer: number | null, placed: string], number> {
  /** The number of pieces in the air, by seat and space: "0 b2". */
  flying = $state.raw<Record<string, number>>({});
  /** The patterns that have just scored. */
  scored = $state.raw<{ seat: number; rings: Ring[] } | null>(null);

  /** A board without the pieces that are still in the air. */
  landed(board: string[][], seat: number): string[][] {
    return board.map((row, r) =>
      row.map((stack, c) => stack.slice(0, Math.max(0, stack.length - (this.flying[`${seat} ${"abcd"[c]}${r + 1}`] ?? 0)))),
    );
  }

  /** The spaces among these where no piece is still to land. */
  lying(spaces: string[], seat: number): string[] {
    return spaces.filter((space) => !this.flying[`${seat} ${space}`]);
  }

  /** `placed` is the space where the viewer's own piece is drawn already, dragged or as a preview. */
  protected animate(events: GameEvent[], first: boolean, viewer: number | null, placed: string): void {
    if (first) return;
    for (const event of events) this.plan(event, viewer, placed);
    if (events.length > MAX_EVENTS) this.stage.skip();
  }

  protected override reset(): void {
    super.reset();
    this.flying = {};
  }

  private plan(event: GameEvent, viewer: number | null, placed: string): void {
    switch (event.event) {
      case "place":
      case "arrange":
        if (event.seat === viewer && placed === event.space) this.stage.add(async () => play("place"));
        else this.piece(event.seat, event.space, event.colour);
        break;
      case "take":
      case "take_tokens":
        this.card(event.card, String(event.place), event.seat === viewer);
        break;
      case "top":
        this.card(event.card, "pile", event.seat === viewer);
        break;
      case "refill":
        if (event.card !== null) this.refill(event.card, String(event.place));
        break;
      case "score":
        if (event.points > 0) this.stage.add(() => this.score(event));
    }
  }

  private async fly(art: HTMLElement | null | undefined, from: HTMLElement | null, to: HTMLElement | null): Promise<void> {
    if (art && from && to && !this.stage.skipping) await fly(art, from, to);
  }

  private piece(seat: number, space: string, colour: string): void {
    const key = `${seat} ${space}`;
    const add = (number: number): void => {
      this.flying = { ...this.flying, [key]: Math.max(0, (this.flying[key] ?? 0) + number) };
    };
    if (!still()) add(1);
    this.stage.add(async () => {
      const art = this.find(`[data-art=${colour}] svg`);
      const [from, to] = [this.find(`[data-from="${seat}"]`), this.find(`[data-board="${seat}"] [data-land=${space}]`)];
      await this.fly(art, from, to);
      add(-1);
      if (!this.stage.skipping) play("place");
    });
  }

  private card(card: number | null, slot: string, toViewer: boolean): void {
    const art = this.find(`[data-slot="${slot}"] [data-card="${card}"] .card`)?.cloneNode(true) as HTMLElement | undefined;
    const visible = toViewer && card !== null;
    if (visible && !still()) this.setAway(card, true);
    this.stage.add(async () => {
      const from = this.find(`[data-slot="${slot}"]`);
      if (visible) {
        await this.fly(art, from, this.find(`[data-dock] [data-card="${card}"]`));
        this.setAway(card, false);
      } else if (art && from && !this.stage.skipping) {
        // Not across the board to the other player, whose turn has its own line of text.
        await leave(art, from);
      }
    });
  }

  private refill(card: number, slot: string): void {
    if (!still()) this.setAway(card, true);
    this.stage.add(async () => {
      const to = this.find(`[data-slot="${slot}"] [data-card="${card}"]`);
      const from = this.find(`[data-slot="pile"]`);
      const art = to?.querySelector<HTMLElement>(".card");
      await this.fly(art, from, to);
      this.setAway(card, false);
    });
  }

  private async score(event: ScoreEvent): Promise<void> {
    if (this.stage.skipping) return;
    const each = event.points / event.spaces.length;
    const rings = event.spaces.map((spaces) => ({ spaces, points: each }));
    this.scored = { seat: event.seat, rings };
    play("score");
    await this.stage.wait(RING_TIME);
    this.scored = null;
  }
}
