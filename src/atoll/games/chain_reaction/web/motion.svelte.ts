/** The animation of Chain Reaction: a tile is laid, then each tile of its chain is marked and lifted, and the rest slides down. */

import { fly } from "$kit/flight";
import { Motion } from "$kit/motion.svelte";
import { still } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import { tick } from "svelte";
import { NO_MARKS, TOUCHING, type Marks } from "./model";
import type { GameEvent, Lying, MatchEvent, PlaceEvent, TokenEvent, View } from "./types";

/** Milliseconds of each part of a step. */
const MARK = 120;
const LIFT = 220;
const SLIDE = 160;
/** From this step of a chain on everything goes twice as fast. */
const FAST_FROM = 5;
/** How long marks stay with less motion. */
const STILL = 900;

export class ChainMotion extends Motion<GameEvent, [view: View]> {
  /** The position drawn while a chain runs; its columns change step by step. */
  shown = $state.raw<View | null>(null);
  marks = $state.raw<Marks>(NO_MARKS);
  leaving = $state.raw(0);
  flying = $state.raw(0);
  /** 1, or 0.5 when it goes fast. */
  pace = $state(1);
  /** The seat whose chain runs. */
  seat = $state<number | null>(null);

  private previous: View | undefined;
  private current: View | undefined;

  override receive(events: GameEvent[], view: View): void {
    this.previous = this.current;
    this.current = view;
    super.receive(events, view);
  }

  protected animate(events: GameEvent[], first: boolean, view: View): void {
    const { previous } = this;
    if (first || !previous || previous.seats !== view.seats) return;
    if (!events.some(({ event }) => event === "place" || event === "token")) return;
    this.shown ??= previous;
    events.forEach((event, at) => {
      if (event.event === "token") this.stage.add(() => this.claim(event));
      if (event.event !== "place") return;
      const rest = events.slice(at + 1);
      const end = rest.findIndex(({ event: name }) => name !== "match");
      const takes = (end < 0 ? rest : rest.slice(0, end)).filter((next) => next.event === "match");
      this.plan(event, takes, view.seat);
    });
    this.stage.add(async () => this.reset());
  }

  private plan(event: PlaceEvent, takes: MatchEvent[], viewer: number | null): void {
    const { seat, tile, column, turn } = event;
    this.stage.add(() => this.lay(seat, column - 1, { tile, turn }, seat === viewer));
    if (still()) {
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

  private async lay(seat: number, column: number, lying: Lying, previewed: boolean): Promise<void> {
    this.seat = seat;
    this.pace = 1;
    this.marks = NO_MARKS;
    const travels = !previewed && !still() && !this.stage.skipping;
    if (travels) this.flying = lying.tile;
    this.set((this.shown?.columns ?? []).map((tiles, at) => (at === column ? [...tiles, lying] : tiles)));
    if (travels) {
      await tick();
      const to = this.find(`[data-tile="${lying.tile}"] svg`);
      const from = this.find(`[data-from="${seat}"]`);
      if (to && from) await fly(to, from, to);
      this.flying = 0;
    }
    play("place");
  }

  private async take({ tile, column, side }: MatchEvent, step: number, laid: number): Promise<void> {
    this.pace = step + 1 >= FAST_FROM ? 0.5 : 1;
    const [laidSide, touchedSide] = TOUCHING[side];
    this.marks = { order: new Map([[tile, step + 1]]), sides: new Map([[laid, [laidSide]], [tile, [touchedSide]]]) };
    if (!this.stage.skipping) play("match", step);
    await this.stage.wait(MARK * this.pace);
    this.leaving = tile;
    await this.stage.wait(LIFT * this.pace);
    this.leaving = 0;
    this.marks = NO_MARKS;
    this.set((this.shown?.columns ?? []).map((tiles, at) => (at === column - 1 ? tiles.filter((lying) => lying.tile !== tile) : tiles)));
    await this.stage.wait(SLIDE * this.pace);
  }

  /** With less motion: mark the whole chain, then remove it. */
  private async markAll(takes: MatchEvent[]): Promise<void> {
    const order = new Map(takes.map(({ tile }, step) => [tile, step + 1]));
    this.marks = { order, sides: new Map() };
    if (takes.length) await this.stage.wait(STILL);
    this.marks = NO_MARKS;
    this.set((this.shown?.columns ?? []).map((tiles) => tiles.filter(({ tile }) => !order.has(tile))));
  }

  /** A token goes to the player who claimed it. */
  private async claim({ seat, token }: TokenEvent): Promise<void> {
    if (this.stage.skipping) return;
    const from = this.find(`[data-tokens~="${token}"]`);
    const to = this.find(`[data-catch="${seat}"]`);
    if (from && to) {
      const copy = from.cloneNode(true) as HTMLElement;
      // Notes about the tokens that stay behind do not travel.
      copy.querySelectorAll("small, em").forEach((note) => note.remove());
      await fly(copy, from, to);
    }
    play("score");
  }

  protected override reset(): void {
    this.shown = null;
    this.seat = null;
    this.marks = NO_MARKS;
    this.leaving = this.flying = 0;
  }
}
