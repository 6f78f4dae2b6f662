/** Copy the text of a field; false if the browser does not allow it. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // A page without HTTPS has no clipboard, but may still copy what is selected.
    return document.execCommand("copy");
  }
}
