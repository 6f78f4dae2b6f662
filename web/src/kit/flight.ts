/** Flights: a copy of a piece flies over the page from its old place to the new one. */

import { still, settings } from "$lib/settings.svelte";

const TIME = { off: 0, quick: 420, calm: 700 };
const EASE = "cubic-bezier(.6, 0, .3, 1)";
const running = new Set<Animation>();

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The place of an element in page units: on very large screens the page is magnified. */
export function place(element: Element): Place {
  const zoom = Number(getComputedStyle(document.body).zoom) || 1;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left / zoom, top: top / zoom, width: width / zoom, height: height / zoom };
}

/** Let a copy of `piece` fly from an element or a place to another element; resolves when it has landed. */
export async function fly(piece: SVGElement | HTMLElement, from: Element | Place, to: Element): Promise<void> {
  if (still() || settings.pace === "off") return;
  const start = from instanceof Element ? place(from) : from;
  const end = place(to);
  if (!start.width || !end.width) return;
  const dx = start.left - end.left;
  const dy = start.top - end.top;
  const scale = start.width / end.width;
  await show(piece, end, [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - 24}px) scale(${(1.06 * (1 + scale)) / 2})`, offset: 0.5 },
    { transform: "none" },
  ]);
}

/** Let a copy of `piece` rise and fade; resolves when it is gone. */
export async function leave(piece: SVGElement | HTMLElement, from: Element): Promise<void> {
  if (still() || settings.pace === "off") return;
  await show(piece, place(from), [
    { transform: "none", opacity: 1 },
    { transform: "translateY(-24px) scale(1.06)", opacity: 0 },
  ]);
}

async function show(piece: SVGElement | HTMLElement, at: Place, frames: Keyframe[]): Promise<void> {
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.style.cssText = `position:fixed;left:${at.left}px;top:${at.top}px;width:${at.width}px;height:${at.height}px;z-index:50;pointer-events:none;margin:0;transform-origin:0 0`;
  copy.setAttribute("aria-hidden", "true");
  document.body.append(copy);
  const flight = copy.animate(frames, { duration: TIME[settings.pace], easing: EASE });
  running.add(flight);
  try {
    await flight.finished;
  } finally {
    running.delete(flight);
    copy.remove();
  }
}

export const finishFlights = (): void => running.forEach((flight) => flight.finish());
