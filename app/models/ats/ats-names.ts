/** A name in upper snake case as people write it: "TALENT_BRIDGE" is "Talent Bridge". Up to three letters are an abbreviation. */
export function inWords(name: string): string {
  return name
    .split("_")
    .filter(Boolean)
    .map((word) => (word.length <= 3 ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(" ");
}
