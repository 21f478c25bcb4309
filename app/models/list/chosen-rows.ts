/** The end of a list's address that has rows ticked when it is opened with scripts: nobody else's, and gone with the next step. */
export const chosenFragment = (ids: readonly string[]): string =>
  ids.length > 0 ? `#chosen=${ids.join(",")}` : "";

/** The ids that such an address has ticked. */
export function chosenIn(hash: string): ReadonlySet<string> {
  const [, ids = ""] = /^#chosen=([\w,-]+)$/.exec(hash) ?? [];
  return new Set(ids.split(",").filter(Boolean));
}
