/** Looking closer at a tile or card: by a mouse that rests, by the keyboard's focus, by a long press. */

export interface Looked {
  tile?: number;
  card?: { side: "orange" | "blue"; number: number };
}
export type Pointing = (what: Looked | null) => void;

const REST = 400;

export function inspect(node: HTMLElement, given: { look: Pointing; what: Looked }): { update: (next: typeof given) => void; destroy: () => void } {
  let { look, what } = given;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const stop = (): void => {
    clearTimeout(timer);
    look(null);
  };
  const enter = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") timer = setTimeout(() => look(what), REST);
  };
  const down = (event: PointerEvent): void => {
    held = false;
    clearTimeout(timer);
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      held = true;
      look(what);
    }, REST);
  };
  const focus = (): void => {
    if (node.matches(":focus-visible")) look(what);
  };
  // A long press looks; it does not take.
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
  const heard: [string, (event: any) => void, boolean?][] = [
    ["pointerenter", enter],
    ["pointerdown", down],
    ["pointerup", stop],
    ["pointercancel", stop],
    ["pointerleave", stop],
    ["focus", focus],
    ["blur", stop],
    ["click", click, true],
    ["contextmenu", menu],
  ];
  heard.forEach(([name, act, capture]) => node.addEventListener(name, act, capture));
  return {
    update: (next) => ({ look, what } = next),
    destroy() {
      clearTimeout(timer);
      heard.forEach(([name, act, capture]) => node.removeEventListener(name, act, capture));
    },
  };
}
