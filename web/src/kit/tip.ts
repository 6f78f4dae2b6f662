/**
 * Tips: a sentence beside an element, shown when the mouse rests on it, on keyboard focus, and on a long press.
 *
 *     <span use:tip={words.say("supply.tip")}>
 *
 * Where the mouse often rests for other reasons, data-rest sets a longer delay in milliseconds. The page has one bubble.
 * It is hidden from assistive technology: the element's accessible name says the same.
 */

interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

const REST = 400;
/** A finger that moves farther scrolls or drags. */
const STEADY = 10;
const GAP = 8;
const MARGIN = 8;

let bubble: HTMLElement | undefined;
/** The element whose tip is shown or about to be. */
let target: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let press: { x: number; y: number } | null = null;
/** A long press has shown a tip, so its release must not click. */
let pressed = false;
/** The element pressed with the mouse: its tip stays hidden until the pointer leaves it. */
let dismissed: HTMLElement | null = null;

/** Where a bubble of this size goes: above the element, or below it where there is no room; inside the screen. */
export function bubblePlace(around: Box, size: Size, screen: Size): { left: number; top: number } {
  const fit = (wanted: number, most: number): number => Math.max(MARGIN, Math.min(wanted, most - MARGIN));
  const above = around.top - GAP - size.height;
  const below = around.top + around.height + GAP;
  const top = above >= MARGIN || below + size.height > screen.height - MARGIN ? above : below;
  return {
    left: fit(around.left + (around.width - size.width) / 2, screen.width - size.width),
    top: fit(top, screen.height - size.height),
  };
}

/** Give an element a tip; an empty text gives it none. */
export function tip(node: HTMLElement | SVGElement, text: string): { update: (text: string) => void; destroy: () => void } {
  listen();
  const update = (next: string): void => {
    if (next) node.dataset.tip = next;
    else delete node.dataset.tip;
    if (node === target && bubble?.matches(":popover-open")) show();
  };
  update(text);
  return {
    update,
    destroy: () => {
      if (node === target) hide();
    },
  };
}

const tipped = (element: EventTarget | null): HTMLElement | null =>
  element instanceof Element ? element.closest<HTMLElement>("[data-tip]") : null;

function show(): void {
  const text = target?.dataset.tip;
  if (!target?.isConnected || !text) return hide();
  if (!bubble) {
    bubble = document.createElement("div");
    bubble.className = "tip";
    bubble.popover = "manual";
    bubble.ariaHidden = "true";
  }
  document.body.append(bubble);
  bubble.textContent = text;
  if (!bubble.matches(":popover-open")) bubble.showPopover();
  const { left, top } = bubblePlace(target.getBoundingClientRect(), bubble.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
  // On very large screens the page is magnified, and so are its lengths.
  const zoom = Number(getComputedStyle(document.body).zoom) || 1;
  bubble.style.translate = `${left / zoom}px ${top / zoom}px`;
}

function hide(): void {
  clearTimeout(timer);
  target = press = null;
  bubble?.remove();
}

function showSoon(node: HTMLElement): void {
  hide();
  target = node;
  timer = setTimeout(show, Number(node.dataset.rest ?? REST));
}

function down(event: PointerEvent): void {
  hide();
  pressed = false;
  const node = tipped(event.target);
  dismissed = event.pointerType === "mouse" ? node : null;
  if (event.pointerType === "mouse" || !node) return;
  press = { x: event.clientX, y: event.clientY };
  target = node;
  timer = setTimeout(() => {
    pressed = true;
    show();
  }, REST);
}

let listening = false;

function listen(): void {
  if (listening || typeof document === "undefined") return;
  listening = true;
  const on = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(name, act, { capture: true, passive: name === "scroll" });
  on("pointerover", (event) => {
    const node = tipped(event.target);
    if (event.pointerType !== "mouse" || event.buttons) return;
    // Compared by text: a press may replace the element with a new one.
    if (dismissed && node?.dataset.tip === dismissed.dataset.tip) return;
    dismissed = null;
    if (node === target) return;
    if (node) showSoon(node);
    else if (!target?.contains(document.querySelector(":focus-visible"))) hide();
  });
  on("pointerdown", down);
  on("pointermove", (event) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STEADY) hide();
  });
  on("pointerup", () => {
    if (pressed) press = null;
    else if (press) hide();
  });
  on("pointercancel", hide);
  on("focusin", (event) => {
    const node = tipped(event.target);
    if (node?.matches(":focus-visible")) showSoon(node);
  });
  on("focusout", (event) => target && tipped(event.target) === target && hide());
  on("scroll", hide);
  on("keydown", (event) => event.key === "Escape" && hide());
  on("click", (event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  on("contextmenu", (event) => (press || pressed) && event.preventDefault());
}
