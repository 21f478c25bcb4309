/**
 * A name in upper snake case as people write it: "TALENT_BRIDGE" is "Talent Bridge". Up to three letters are an abbreviation.
 * Any other name is shown as it came.
 */
export function inWords(name: string): string {
  if (!/^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(name)) return name;
  return name
    .split("_")
    .map((word) => (word.length <= 3 ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(" ");
}
