import { searchKey } from "../../shared/search-key";

export { searchKey };

// Created lazily: most pages never sort.
let collator: Intl.Collator | undefined;
const startsPlain = /^[\p{L}\p{N}]/u;

/** Name order: numbers by value, letters by the folded form that search uses. */
export function compareNames(one: string, other: string): number {
  const { compare } = (collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true }));
  return compare(searchKey(one), searchKey(other));
}

/** Alphabetical, ignoring case; names that start with a special character come last (SHELL-09). */
export function sortByName<Named>(all: readonly Named[], nameOf: (one: Named) => string): Named[] {
  const isSpecial = (name: string) => Number(!startsPlain.test(name));
  return [...all].sort((one, other) => {
    const [a, b] = [nameOf(one), nameOf(other)];
    return isSpecial(a) - isSpecial(b) || compareNames(a, b);
  });
}
