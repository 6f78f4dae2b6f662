/** A page without a browser, on which a test draws one component and uses it as a person would. */

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach } from "vitest";

let drawn: object | undefined;

/** Draw a component; it is removed after the test. */
export function draw<Props extends Record<string, unknown>>(component: Component<Props, object, string>, props: Props): void {
  drawn = mount(component, { target: document.body, props });
  flushSync();
}

/** Remove the component from the page. */
export async function clear(): Promise<void> {
  if (drawn) await unmount(drawn);
  drawn = undefined;
  document.body.replaceChildren();
}
afterEach(clear);

/** The only element that a selector finds. */
export function one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelectorAll<Found>(selector);
  if (found.length !== 1) throw new Error(`${selector} is there ${found.length} times`);
  return found[0];
}

export const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());

export function click(selector: string): void {
  one(selector).click();
  flushSync();
}

/** Press a key; returns whether the page kept the browser from using it too. */
export function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  on.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

/** Set a field, as typing or choosing does. */
export function fill(selector: string, value: string, event: "input" | "change" = "input"): void {
  const field = one<HTMLInputElement>(selector);
  field.value = value;
  field.dispatchEvent(new Event(event, { bubbles: true }));
  flushSync();
}
