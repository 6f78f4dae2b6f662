/** The current route, and links that change it without loading the page again. */

import { read, type Route } from "./route";

const here = $state({ route: read(new URL(location.href)) });
export const route = (): Route => here.route;

const arrive = (): void => {
  here.route = read(new URL(location.href));
};
addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);

export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  if (!replace) scrollTo(0, 0);
}

/** The click handler for links within the page, used on the root element. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
