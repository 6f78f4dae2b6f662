/** Turning something by the wheel: a notch is one step; a touchpad sends many small ones. */

const NOTCH = 60;
const REST = 120;

export type Spin = (event: WheelEvent) => void;

/** What to do with the events of a wheel while something can be turned. */
export function notches(turns: () => boolean, rotate: (by: number) => void): Spin {
  let wheeled = 0;
  let last = 0;
  return (event) => {
    if (!turns() || event.ctrlKey) return;
    event.preventDefault();
    wheeled += event.deltaY;
    if (Math.abs(wheeled) < NOTCH || event.timeStamp - last < REST) return;
    rotate(Math.sign(wheeled));
    wheeled = 0;
    last = event.timeStamp;
  };
}

/** Hear the wheel over an element, and keep the page where it is. */
export function wheel(node: HTMLElement | SVGElement, spin: Spin): { destroy: () => void } {
  const hear = (event: Event): void => spin(event as WheelEvent);
  node.addEventListener("wheel", hear, { passive: false });
  return { destroy: () => node.removeEventListener("wheel", hear) };
}
