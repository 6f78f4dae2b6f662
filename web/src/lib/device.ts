/** Data stored on this device, as far as the browser allows it. */

export function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Data stored as JSON; `nothing` if there is none or it can't be read. */
export function loadData<T>(key: string, nothing: T): T {
  try {
    return (JSON.parse(load(key) ?? "null") as T | null) ?? nothing;
  } catch {
    return nothing;
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage everything works until the page is closed.
  }
}
