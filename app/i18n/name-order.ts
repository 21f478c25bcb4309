import { searchKey } from "../../shared/search-key";

export { searchKey };

// Made when something is sorted, not by every page that could.
let collator: Intl.Collator | undefined;
const startsPlain = /^[\p{L}\p{N}]/u;

/** The order of names: numbers in them by their value, letters by the plain ones that they are searched by. */
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
