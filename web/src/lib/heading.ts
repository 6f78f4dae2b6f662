/** The heading of a screen takes the focus when one comes to it from another screen, so that a screen reader says where one is. */

let first = true;

/** For `{@attach heading}` on the one h1 of a screen. */
export function heading(element: HTMLElement): void {
  element.tabIndex = -1;
  // The page itself was just loaded: the browser has put the focus where it belongs.
  if (!first) element.focus({ preventScroll: true });
  first = false;
}
