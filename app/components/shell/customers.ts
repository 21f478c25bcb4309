import { searchKey, sortByName } from "~/i18n/name-order";
import { isAwsRegion, regions } from "~/regions";
import type { CustomerSummary } from "~/services/identity.server";

/** `detail`: organisation and city, which tell customers of one name apart. */
export type SwitcherCustomer = { id: string; name: string; awsRegion: string; detail: string };

/** The switcher's customers: a part of the person's, and whether there are others. */
export type SwitcherList = { customers: readonly SwitcherCustomer[]; hasMore: boolean };

/** Customers in the order of their names (SHELL-09). */
export const sortCustomers = <C extends { name: string }>(customers: readonly C[]): C[] =>
  sortByName(customers, ({ name }) => name);

/** A person's customers as the switcher lists them (SHELL-09). */
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

/** The start of a sorted list, and the customer at hand wherever that stands (SHELL-09). */
export function switcherPart<C extends { id: string }>(
  customers: readonly C[],
  currentId: string | undefined,
  limit: number,
): C[] {
  return customers.filter(({ id }, at) => at < limit || id === currentId);
}

/** Those of which every word that was typed is part, in any order; all of them when nothing was. */
export function matching<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const words = searchKey(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  return all.filter((one) => {
    const text = searchKey(textOf(one));
    return words.every((word) => text.includes(word));
  });
}

/** Those with these ids, in the order of the ids. */
export function chosenBy<C extends { id: string }>(customers: readonly C[], ids: readonly string[]): C[] {
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
