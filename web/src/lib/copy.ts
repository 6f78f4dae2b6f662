/** Copy what stands in a field; false where the browser does not let us, and the reader has to press the keys. */
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
