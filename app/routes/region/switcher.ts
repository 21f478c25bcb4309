import { type SwitcherList, switcherCustomers } from "~/components/shell/customers";
import { sessionLoader } from "~/services/guard.server";

/** The number of entries that a browser can narrow at each letter without a pause. */
const limit = 1000;

/** The customers of the person as JSON, for the switcher once it opens (SHELL-09). */
export const loader = sessionLoader(({ user }) => {
  const customers = switcherCustomers(user.customers);
  return Response.json({
    customers: customers.slice(0, limit),
    hasMore: customers.length > limit,
  } satisfies SwitcherList);
});
