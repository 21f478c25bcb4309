import { searchKey, sortByName } from "~/i18n/name-order";
import { isAwsRegion, regions } from "~/regions";
import type { CustomerSummary } from "~/services/identity.server";

/** `detail`: organisation and city, to distinguish customers with the same name. */
export type SwitcherCustomer = { id: string; name: string; awsRegion: string; detail: string };

/** Customers in the switcher: some of the person's, and whether there are more. */
export type SwitcherList = { customers: readonly SwitcherCustomer[]; hasMore: boolean };

/** Sorts customers by name (SHELL-09). */
export const sortCustomers = <C extends { name: string }>(customers: readonly C[]): C[] =>
  sortByName(customers, ({ name }) => name);

/** A person's customers as listed in the switcher (SHELL-09). */
export function switcherCustomers(customers: readonly CustomerSummary[]): SwitcherCustomer[] {
  return sortCustomers(
    customers.map((one) => ({
      id: one.customerId,
      name: one.customerDisplayName,
      awsRegion: one.awsRegion,
      detail: isAwsRegion(one.awsRegion)
        ? `${one.organizationDisplayName} · ${regions[one.awsRegion].city}`
        : one.organizationDisplayName,
    })),
  );
}

/** The start of a sorted list, plus the current customer wherever it is (SHELL-09). */
export function switcherPart<C extends { id: string }>(
  customers: readonly C[],
  currentId: string | undefined,
  limit: number,
): C[] {
  return customers.filter(({ id }, at) => at < limit || id === currentId);
}

/** Items that contain every typed word, in any order; all without a text. */
export function matching<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const words = searchKey(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  return all.filter((one) => {
    const text = searchKey(textOf(one));
    return words.every((word) => text.includes(word));
  });
}

/** Customers with these ids, in the order of the ids. */
export function customersByIds<C extends { id: string }>(
  customers: readonly C[],
  ids: readonly string[],
): C[] {
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
