/** Roving focus: a row has one Tab stop, and arrow keys move inside it. */

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Handle a key in a row: move the focus between the elements that match, wrapping around. */
export function rove(event: KeyboardEvent, row: HTMLElement, selector = "button"): void {
  const step = STEPS[event.key];
  const things = [...row.querySelectorAll<HTMLElement>(selector)];
  const at = things.indexOf((event.target as HTMLElement).closest<HTMLElement>(selector)!);
  const next = event.key === "Home" ? 0 : event.key === "End" ? things.length - 1 : step ? at + step : -2;
  if (at < 0 || next === -2) return;
  things[(next + things.length) % things.length].focus();
  event.preventDefault();
}
