/** Keyboard shortcuts: single keys that act on the whole table. */

const FIELDS = "input, textarea, select, dialog";

/** Whether a key press is a shortcut: without a modifier other than Shift, and outside fields and dialogs. */
export function isShortcut(event: KeyboardEvent, fields = FIELDS): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element).closest?.(fields);
}
