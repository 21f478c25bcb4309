import { customersArea } from "~/areas/customers";
import { customers } from "~/i18n/customers";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import { type OpenedListPosition, positionInOpenedList } from "~/models/list/neighbours.server";
import { type Related, relatedOf, relatedShown } from "~/models/list/related.server";
import type { ListState } from "~/models/list/list-state";
import type { PageOf } from "~/models/list/paging";
import type { ConsoleArgs } from "~/services/console-args";
import { customerPage, customerSearch, type CustomerSort } from "./customer-list";
import {
  archiveCustomers,
  customerNames,
  type CustomerRow,
  getArchivedCustomers,
  getCustomerPage,
  getCustomers,
  restoreCustomers,
} from "./customer.server";

type State = ListState & { sort: CustomerSort; search: string | undefined };

/**
 * The page of customers that the URL requests: searched, sorted and paged by the API (CUST-49), or in memory
 * from the full list. Throws ApiError.
 */
export async function customersOf(
  { api, flags }: ConsoleArgs,
  state: State,
  isArchived: boolean,
): Promise<PageOf<CustomerRow>> {
  if (flags.edgeCustomerSearchEnabled) return getCustomerPage(api, state, isArchived);
  const all = isArchived ? getArchivedCustomers : getCustomers;
  return customerPage(await all(api), state);
}

/**
 * The current customer's position in the list it was opened from, with the previous and next customers whose settings
 * the user may see (GEN-31).
 */
export async function customerPlace(args: ConsoleArgs): Promise<OpenedListPosition | null> {
  if (!args.flags.edgeCustomerListEnabled) return null;
  const closed = new Set<string>();
  const place = await positionInOpenedList(
    args,
    args.scope.customerId,
    customerSearch(false),
    async (state) => {
      const answer = await customersOf(args, state, false);
      for (const { _id, canViewSettings } of answer.data) if (!canViewSettings) closed.add(_id);
      return answer;
    },
  );
  const open = (one: OpenedListPosition["next"]) => (one && !closed.has(one._id) ? one : null);
  return place && { ...place, previous: open(place.previous), next: open(place.next) };
}

/** The newest customers of an organisation in the region, for its page (GEN-142). */
export async function newestCustomers(args: ConsoleArgs, organizationId: string): Promise<Related | null> {
  if (!args.flags.edgeCustomerSearchEnabled) return null;
  const pageOf = (id: string) => `/region/${args.scope.awsRegion}/customers/${id}`;
  const newest = customerSearch(false).parse(new URLSearchParams());
  return relatedOf(
    args,
    customersArea.screens.list,
    getCustomerPage(args.api, { ...newest, size: relatedShown }, false, organizationId),
    {
      // The list of an organisation's customers belongs to each of them.
      allHref: ([first]) => `${pageOf(first?._id ?? args.scope.customerId)}/customers`,
      nameOf: ({ displayName }) => displayName,
      open: customersArea.screens.list,
      hrefOf: ({ _id }) => pageOf(_id),
    },
  );
}

/** Archiving and restoring customers, with texts; never the current customer. */
export const movableCustomers: Movable = {
  archive: archiveCustomers,
  restore: restoreCustomers,
  names: ({ api }, ids) => customerNames(api, ids),
  ...moveTexts(customersArea),
  failed: ({ translate }, isArchiving) => ({
    title: translate(customers)("unexpectedError"),
    description: translate(customers)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
  beforeArchiving: {
    refuse: ({ scope, translate }, chosen) =>
      chosen.includes(scope.customerId) ? translate(customers)("current") : undefined,
  },
};
