/** URL fragment that pre-selects rows (with scripts only). Never sent to the server; gone with the next step. */
export const chosenFragment = (ids: readonly string[]): string =>
  ids.length > 0 ? `#chosen=${ids.join(",")}` : "";

/** Ids that such a fragment pre-selects. */
export function preselectedIds(hash: string): ReadonlySet<string> {
  const [, ids = ""] = /^#chosen=([\w,-]+)$/.exec(hash) ?? [];
  return new Set(ids.split(",").filter(Boolean));
}
