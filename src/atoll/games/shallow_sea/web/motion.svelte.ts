/** What happened, shown one thing after the other: pieces fly from the pools to a hand and to an ocean. */

import { fly, place, type Place } from "$kit/flight";
import type { Stage } from "$kit/stage";
import type { GameEvent } from "$lib/protocol";
import { calm } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import { TURNS_OVER } from "./model";
import { PLACES } from "./turns";

const NONE: ReadonlySet<string> = new Set();
/** More than this happened while nobody looked: nothing flies. */
const MANY = 24;
type Step = () => Promise<void>;

export class Motion {
  private latest = $state.raw<ReadonlyMap<number, ReadonlySet<string>>>(new Map());
  /** What is in the air and does not lie where it belongs yet: "0 c2", or "tile" and "fish" of the hand. */
  away = $state.raw<ReadonlySet<string>>(NONE);
  /** Where things are looked up; the board gives its own element. */
  root: HTMLElement | undefined;
  private seen: GameEvent[] | undefined;

  constructor(private stage: Stage) {}

  /** The places turned over just now. */
  fresh = (seat: number): ReadonlySet<string> => this.latest.get(seat) ?? NONE;
  /** The places of a seat where something is still to land. */
  landing = (seat: number): ReadonlySet<string> =>
    new Set([...this.away].filter((key) => key.startsWith(`${seat} `)).map((key) => key.slice(`${seat} `.length)));

  /** Hear what happened. Called before the page changes, so that what goes away can still be copied. */
  hear(events: GameEvent[], own: number | null, put: string): void {
    if (events === this.seen) return;
    const first = this.seen === undefined;
    this.seen = events;
    this.remember(events);
    if (events.length === 0) {
      // Something was taken back: nothing of it moves any more.
      this.stage.clear();
      this.away = NONE;
    }
    const kinds = events.map(({ event }) => event);
    if (kinds.some((kind) => TURNS_OVER.includes(kind))) play("score");
    else if (kinds.some((kind) => kind in PLACES)) play("place");
    if (first || calm() || events.length > MANY) return;
    for (const event of events) this.plan(event, own, put);
  }

  private remember(events: GameEvent[]): void {
    const latest = new Map<number, ReadonlySet<string>>();
    for (const event of events.filter((one) => TURNS_OVER.includes(one.event))) {
      latest.set(event.seat, new Set([...(latest.get(event.seat) ?? []), PLACES[event.event](event)]));
    }
    this.latest = latest;
  }

  private find = (selector: string): HTMLElement | null => this.root?.querySelector<HTMLElement>(selector) ?? null;

  private plan(event: GameEvent, own: number | null, put: string): void {
    const { seat, slot, pool } = event;
    const mine = seat === own;
    // What we dragged or saw as a preview is there already.
    if (mine && put === PLACES[event.event]?.(event)) return;
    const card = `[data-seat="${seat}"]`;
    const tile = (): Step[] =>
      this.fly(`[data-slot="${slot}"] [data-pool="${pool}"]`, mine ? "[data-hand=tile]" : card, mine ? "tile" : "");
    const fish = (): Step[] =>
      this.fly(`[data-slot="${slot}"] [data-pool="fish"]`, mine ? "[data-hand=fish]" : card, mine ? "fish" : "");
    switch (event.event) {
      case "take":
        this.together(...tile(), ...fish());
        break;
      case "take_tile":
      case "start_tile":
        this.together(...tile());
        break;
      case "take_fish":
        this.together(...fish());
        break;
      case "place_tile":
        this.land(seat, event.space, mine ? "[data-hand=tile]" : card);
        break;
      case "place_fish":
        this.land(seat, event.bubble, mine ? "[data-hand=fish]" : card);
        break;
      case "move_fish":
      case "move_coral":
        this.land(seat, event.to, `[data-ocean="${seat}"] [data-lies="${event.from}"]`);
    }
  }

  private together(...steps: Step[]): void {
    this.stage.add(async () => void (await Promise.all(steps.map((step) => step()))));
  }

  private hold(key: string, held: boolean): void {
    const next = new Set(this.away);
    if (held) next.add(key);
    else next.delete(key);
    this.away = next;
  }

  /** A picture that is on the page now flies to where something will be. */
  private fly(from: string, to: string, key: string): Step[] {
    const there = this.find(from);
    const art = there?.querySelector("svg")?.cloneNode(true) as SVGElement | undefined;
    const start = there && place(there);
    if (!art || !start) return [];
    if (key) this.hold(key, true);
    const step = async (): Promise<void> => {
      const end = this.find(to);
      if (end && !this.stage.hurried) await fly(art, start, end);
      if (key) this.hold(key, false);
    };
    return [step];
  }

  /** What lies on an ocean then comes from where it was. */
  private land(seat: number, where: string, from: string): void {
    const there = this.find(from);
    const start: Place | null = there && place(there);
    const key = `${seat} ${where}`;
    if (!start || !this.find(`[data-ocean="${seat}"]`)) return;
    this.hold(key, true);
    this.stage.add(async () => {
      const end = this.find(`[data-ocean="${seat}"] [data-lies="${where}"]`);
      if (end && !this.stage.hurried) await fly(picture(end), start, end);
      this.hold(key, false);
    });
  }
}

/** A piece of the ocean's drawing as a drawing of its own, for the flight. */
function picture(piece: Element): SVGElement {
  const { x, y, width, height } = (piece as SVGGraphicsElement).getBBox();
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  drawing.style.overflow = "visible";
  const copy = piece.cloneNode(true) as SVGElement;
  copy.removeAttribute("transform");
  copy.removeAttribute("class");
  drawing.append(copy);
  return drawing;
}
