/** The animation of Shallow Sea: pieces fly from the pools to a hand and on to an ocean. */

import { fly, place, type Place } from "$kit/flight";
import { Motion } from "$kit/motion.svelte";
import { still } from "$lib/settings.svelte";
import { play } from "$lib/sound";
import { turnsOver } from "./model";
import { placeOf } from "./turns";
import type { GameEvent, Pool } from "./types";

const NONE: ReadonlySet<string> = new Set();
/** With more events than this nothing flies. */
const MAX_EVENTS = 24;
type Step = () => Promise<void>;

/** Pieces in the air: "0 c2" for what lands on a seat's ocean, "tile" and "fish" for the hand. */
export class SeaMotion extends Motion<GameEvent, [viewer: number | null, placed: string], string> {
  private turnedOver = $state.raw<ReadonlyMap<number, ReadonlySet<string>>>(new Map());

  /** The places turned over just now. */
  fresh = (seat: number): ReadonlySet<string> => this.turnedOver.get(seat) ?? NONE;
  /** The places of a seat where a piece is still to land. */
  landing = (seat: number): ReadonlySet<string> =>
    new Set([...this.away].filter((key) => key.startsWith(`${seat} `)).map((key) => key.slice(`${seat} `.length)));

  /** `placed` is the place where the viewer's own piece is drawn already, dragged or as a preview. */
  protected animate(events: GameEvent[], first: boolean, viewer: number | null, placed: string): void {
    this.remember(events);
    if (events.some(turnsOver)) play("score");
    else if (events.some((event) => placeOf(event) !== null)) play("place");
    if (first || still() || events.length > MAX_EVENTS) return;
    for (const event of events) this.plan(event, viewer, placed);
  }

  private remember(events: GameEvent[]): void {
    const turnedOver = new Map<number, ReadonlySet<string>>();
    for (const { seat, space } of events.filter(turnsOver)) turnedOver.set(seat, new Set([...(turnedOver.get(seat) ?? []), space]));
    this.turnedOver = turnedOver;
  }

  private plan(event: GameEvent, viewer: number | null, placed: string): void {
    if (!("seat" in event)) return;
    const { seat } = event;
    const mine = seat === viewer;
    if (mine && placed === placeOf(event)) return;
    const card = `[data-seat="${seat}"]`;
    const taken = (piece: "tile" | "fish", pool: Pool, slot: number | null): Step[] =>
      this.fly(`[data-slot="${slot}"] [data-pool="${pool}"]`, mine ? `[data-hand=${piece}]` : card, mine ? piece : "");
    switch (event.event) {
      case "take":
        this.together(...taken("tile", event.pool, event.slot), ...taken("fish", "fish", event.slot));
        break;
      case "take_tile":
      case "start_tile":
        this.together(...taken("tile", event.pool, event.slot));
        break;
      case "take_fish":
        this.together(...taken("fish", "fish", event.slot));
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

  /** Let the picture at `from` fly to an element that will be there once the page has changed. */
  private fly(from: string, to: string, key: string): Step[] {
    const there = this.find(from);
    const art = there?.querySelector("svg")?.cloneNode(true) as SVGElement | undefined;
    const start = there && place(there);
    if (!art || !start) return [];
    if (key) this.setAway(key, true);
    const step = async (): Promise<void> => {
      const end = this.find(to);
      if (end && !this.stage.skipping) await fly(art, start, end);
      if (key) this.setAway(key, false);
    };
    return [step];
  }

  /** Let what will lie on an ocean fly there from where it is now. */
  private land(seat: number, where: string, from: string): void {
    const there = this.find(from);
    const start: Place | null = there && place(there);
    const key = `${seat} ${where}`;
    if (!start || !this.find(`[data-ocean="${seat}"]`)) return;
    this.setAway(key, true);
    this.stage.add(async () => {
      const end = this.find(`[data-ocean="${seat}"] [data-lies="${where}"]`);
      if (end && !this.stage.skipping) await fly(picture(end), start, end);
      this.setAway(key, false);
    });
  }
}

/** A copy of a piece of the ocean's drawing, as an image that can fly. */
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
