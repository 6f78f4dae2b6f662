/** Inspecting a tile or card: by resting the mouse on it, by keyboard focus, or by a long press. */

export interface Inspected {
  tile?: number;
  card?: { side: "orange" | "blue"; number: number };
}
export type Inspect = (what: Inspected | null) => void;

const REST = 400;

export function inspect(node: HTMLElement, given: { onInspect: Inspect; what: Inspected }): { update: (next: typeof given) => void; destroy: () => void } {
  let { onInspect, what } = given;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const stop = (): void => {
    clearTimeout(timer);
    onInspect(null);
  };
  const enter = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") timer = setTimeout(() => onInspect(what), REST);
  };
  const down = (event: PointerEvent): void => {
    held = false;
    clearTimeout(timer);
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      held = true;
      onInspect(what);
    }, REST);
  };
  const focus = (): void => {
    if (node.matches(":focus-visible")) onInspect(what);
  };
  // A long press inspects the tile and does not take it.
  const click = (event: MouseEvent): void => {
    if (held) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    held = false;
  };
  const menu = (event: Event): void => {
    if (held) event.preventDefault();
  };
  const listening = new AbortController();
  const { signal } = listening;
  node.addEventListener("pointerenter", enter, { signal });
  node.addEventListener("pointerdown", down, { signal });
  node.addEventListener("pointerup", stop, { signal });
  node.addEventListener("pointercancel", stop, { signal });
  node.addEventListener("pointerleave", stop, { signal });
  node.addEventListener("focus", focus, { signal });
  node.addEventListener("blur", stop, { signal });
  node.addEventListener("click", click, { signal, capture: true });
  node.addEventListener("contextmenu", menu, { signal });
  return {
    update: (next) => ({ onInspect, what } = next),
    destroy() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}
