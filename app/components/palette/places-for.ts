import {
  customersByIds,
  matching,
  type SwitcherCustomer,
  switcherCustomers,
} from "~/components/shell/customers";
import { customerPath } from "~/services/customer-path";
import type { CustomerSummary } from "~/services/identity.server";
import type { SavedView } from "~/models/list/saved-views.server";
import { type PaletteEntry, placeText } from "./palette-entry";
import { placesOf, type PaletteContext, viewPlaces } from "./places";

const customerLimit = 30;

type PlaceFacts = PaletteContext & {
  customers: readonly CustomerSummary[];
  /** Ids of recently opened customers. */
  recentIds: readonly string[];
  /** The person's list views. */
  views?: readonly SavedView[];
};

/** Every screen, the person's views and the first customers that match a text; all without a text. */
export function placesFor(known: PlaceFacts, q: string): { places: PaletteEntry[]; hasMore: boolean } {
  const all = [...placesOf(known), ...viewPlaces(known.views ?? [], known)];
  const places = matching(all, q, placeText);
  const every = switcherCustomers(known.customers).map(placeOf);
  const recent = customersByIds(
    every,
    known.recentIds.map((id) => `customer:${id}`),
  );
  const customers = matching([...recent, ...every.filter((one) => !recent.includes(one))], q, placeText);
  return {
    places: [...places, ...customers.slice(0, customerLimit)],
    hasMore: customers.length > customerLimit,
  };
}

const placeOf = ({ id, name, detail, awsRegion }: SwitcherCustomer): PaletteEntry => ({
  id: `customer:${id}`,
  group: "customers",
  label: name,
  detail,
  icon: "building",
  href: customerPath({ awsRegion, customerId: id }),
});
