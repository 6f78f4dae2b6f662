/** A random text that nobody can guess; `crypto.randomUUID` is missing where a server is reached without https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
