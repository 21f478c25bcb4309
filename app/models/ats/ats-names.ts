/**
 * Turns upper snake case into words: "TALENT_BRIDGE" becomes "Talent Bridge". Words of up to three letters are kept as
 * abbreviations; other names are returned unchanged.
 */
export function humanizeName(name: string): string {
  if (!/^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(name)) return name;
  return name
    .split("_")
    .map((word) => (word.length <= 3 ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(" ");
}
