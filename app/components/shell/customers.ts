export type SwitcherCustomer = { id: string; name: string; href: string; detail?: string };

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
const startsPlain = /^[\p{L}\p{N}]/u;

/** Alphabetical, ignoring case; names that start with a special character come last (SHELL-09, GEN-09). */
export function sortCustomers<C extends { name: string }>(customers: readonly C[]): C[] {
  return [...customers].sort(
    (a, b) =>
      Number(startsPlain.test(b.name)) - Number(startsPlain.test(a.name)) || collator.compare(a.name, b.name),
  );
}

/** The start of a sorted list, as far as a panel holds it, and the customer at hand wherever that stands (SHELL-09). */
export function switcherPart<C extends { id: string }>(
  customers: readonly C[],
  currentId: string | undefined,
  limit: number,
): C[] {
  return customers.filter(({ id }, at) => at < limit || id === currentId);
}
