/** Turning a piece with the mouse wheel: a notch is one step; a touchpad sends many small ones. */

const NOTCH = 60;
const REST = 120;

export type Spin = (event: WheelEvent) => void;

/** A wheel handler that turns by notches while `turns` allows it. */
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

/** Listen to the wheel over an element without scrolling the page. */
export function wheel(node: HTMLElement | SVGElement, spin: Spin): { destroy: () => void } {
  const listener = (event: Event): void => spin(event as WheelEvent);
  node.addEventListener("wheel", listener, { passive: false });
  return { destroy: () => node.removeEventListener("wheel", listener) };
}
