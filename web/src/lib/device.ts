/** What this device keeps; a browser that keeps nothing forgets it with the page. */

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Something kept as JSON; what can't be read counts as nothing. */
export function keptData<T>(key: string, nothing: T): T {
  try {
    return (JSON.parse(kept(key) ?? "null") as T | null) ?? nothing;
  } catch {
    return nothing;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is kept here: fine for as long as the page lasts.
  }
}
