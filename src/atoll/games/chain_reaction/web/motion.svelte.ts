/** What happened, shown step by step: a tile is laid, and each tile of its chain is marked, lifted away, and the rest slides down. */

import { fly } from "$kit/flight";
import type { Stage } from "$kit/stage";
import type { GameEvent } from "$lib/protocol";
import { calm } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import { tick } from "svelte";
import { NO_MARKS, TOUCHING, type ChainView, type Lying, type Marks, type Take } from "./model";

const MARK = 120;
const LIFT = 220;
const SLIDE = 160;
/** From this step on everything goes twice as fast. */
const FAST = 5;
/** How long marks stay where nothing moves. */
const STILL = 900;

export class Motion {
  /** The position shown while a chain runs; its columns change step by step. */
  shown = $state.raw<ChainView | null>(null);
  marks = $state.raw<Marks>(NO_MARKS);
  leaving = $state.raw(0);
  flying = $state.raw(0);
  /** 1, or 0.5 when it goes fast. */
  pace = $state(1);
  /** The seat whose chain runs. */
  seat = $state<number | null>(null);
  /** Where things are looked up; the board gives its own element. */
  root: HTMLElement | undefined;

  private before: ChainView | undefined;
  private seen: GameEvent[] | undefined;

  constructor(private stage: Stage) {}

  /** Hear what happened between the position heard of before and this one. */
  hear(events: GameEvent[], view: ChainView): void {
    const before = this.before;
    this.before = view;
    if (events === this.seen) return;
    const first = this.seen === undefined;
    this.seen = events;
    if (events.length === 0) {
      // Something was taken back: nothing of it moves any more.
      this.stage.clear();
      this.rest();
    }
    if (first || !before || before.seats !== view.seats) return;
    if (!events.some(({ event }) => event === "place" || event === "token")) return;
    this.shown ??= before;
    events.forEach((event, at) => {
      if (event.event === "token") this.stage.add(() => this.claim(event));
      if (event.event !== "place") return;
      const rest = events.slice(at + 1);
      const end = rest.findIndex(({ event: kind }) => kind !== "match");
      this.plan(event, (end < 0 ? rest : rest.slice(0, end)) as unknown as Take[], view.seat);
    });
    this.stage.add(async () => this.rest());
  }

  private plan(event: GameEvent, takes: Take[], own: number | null): void {
    const { seat, tile, column, turn } = event;
    this.stage.add(() => this.lay(seat, column - 1, { tile, turn }, seat === own));
    if (calm()) {
      this.stage.add(() => this.markAll(takes));
      return;
    }
    takes.forEach((take, step) => this.stage.add(() => this.take(take, step, tile)));
    this.stage.add(async () => {
      this.marks = NO_MARKS;
      if (takes.length) play("score");
    });
  }

  private set(columns: Lying[][]): void {
    if (this.shown) this.shown = { ...this.shown, columns };
  }

  private async lay(seat: number, column: number, lying: Lying, own: boolean): Promise<void> {
    this.seat = seat;
    this.pace = 1;
    this.marks = NO_MARKS;
    // Our own tile is there already, as a preview.
    const travels = !own && !calm() && !this.stage.hurried;
    if (travels) this.flying = lying.tile;
    this.set((this.shown?.columns ?? []).map((tiles, at) => (at === column ? [...tiles, lying] : tiles)));
    if (travels) {
      await tick();
      const to = this.root?.querySelector<HTMLElement>(`[data-tile="${lying.tile}"] svg`);
      const from = this.root?.querySelector(`[data-from="${seat}"]`);
      if (to && from) await fly(to, from, to);
      this.flying = 0;
    }
    play("place");
  }

  private async take({ tile, column, side }: Take, step: number, laid: number): Promise<void> {
    this.pace = step + 1 >= FAST ? 0.5 : 1;
    const [own, other] = TOUCHING[side];
    this.marks = { order: new Map([[tile, step + 1]]), sides: new Map([[laid, [own]], [tile, [other]]]) };
    if (!this.stage.hurried) play("match", step);
    await this.stage.wait(MARK * this.pace);
    this.leaving = tile;
    await this.stage.wait(LIFT * this.pace);
    this.leaving = 0;
    this.marks = NO_MARKS;
    this.set((this.shown?.columns ?? []).map((tiles, at) => (at === column - 1 ? tiles.filter((one) => one.tile !== tile) : tiles)));
    await this.stage.wait(SLIDE * this.pace);
  }

  /** Nothing moves: the whole chain is marked, then it is gone. */
  private async markAll(takes: Take[]): Promise<void> {
    const order = new Map(takes.map(({ tile }, step) => [tile, step + 1]));
    this.marks = { order, sides: new Map() };
    if (takes.length) await this.stage.wait(STILL);
    this.marks = NO_MARKS;
    this.set((this.shown?.columns ?? []).map((tiles) => tiles.filter(({ tile }) => !order.has(tile))));
  }

  /** A token goes to the player who claimed it. */
  private async claim({ seat, token }: GameEvent): Promise<void> {
    if (this.stage.hurried) return;
    const from = this.root?.querySelector<HTMLElement>(`[data-tokens~="${token}"]`);
    const to = this.root?.querySelector(`[data-catch="${seat}"]`);
    if (from && to) {
      const token = from.cloneNode(true) as HTMLElement;
      // What is said about those that stay behind does not travel.
      token.querySelectorAll("small, em").forEach((note) => note.remove());
      await fly(token, from, to);
    }
    play("score");
  }

  private rest(): void {
    this.shown = null;
    this.seat = null;
    this.marks = NO_MARKS;
    this.leaving = this.flying = 0;
  }
}
