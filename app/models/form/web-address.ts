/** Parses an absolute URL; undefined if invalid. `URL.canParse` is too new for some browsers. */
export function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** True for the URL of a web page: absolute, http or https. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(addressOf(text)?.protocol ?? "");
}
