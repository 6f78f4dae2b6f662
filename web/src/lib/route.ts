/** Addresses and the screens they lead to. */

export interface Route {
  screen: "home" | "new" | "table" | "replay" | "rules" | "gallery" | "achievements" | "settings" | "lost";
  id: string;
  query: URLSearchParams;
  hash: string;
}

const SCREENS = new Map<string, Route["screen"]>([
  ["new", "new"],
  ["t", "table"],
  ["r", "replay"],
  ["rules", "rules"],
  ["gallery", "gallery"],
  ["achievements", "achievements"],
  ["settings", "settings"],
]);

/** Decode a part of an address; null if it is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function read(url: URL): Route {
  const [first = "", second = "", ...rest] = url.pathname.split("/").filter(Boolean);
  const id = decoded(second);
  const found = first === "" ? "home" : SCREENS.get(first);
  const complete = found === "home" || found === "settings" ? id === "" : !!id;
  const screen = found && complete && rest.length === 0 ? found : "lost";
  const hash = url.hash.slice(1);
  return { screen, id: id ?? "", query: url.searchParams, hash: decoded(hash) ?? hash };
}
