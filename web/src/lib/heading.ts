/** The heading of a screen takes the focus after a change of screens, so that screen readers announce it. */

let first = true;

/** For `{@attach heading}` on the h1 of a screen. */
export function heading(element: HTMLElement): void {
  element.tabIndex = -1;
  // The page was just loaded: the browser has set the focus.
  if (!first) element.focus({ preventScroll: true });
  first = false;
}
