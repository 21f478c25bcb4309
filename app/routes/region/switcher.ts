import { type SwitcherList, switcherCustomers } from "~/components/shell/customers";
import { sessionLoader } from "~/services/guard.server";

/** Number of entries a browser can filter at each keystroke without lag. */
const limit = 1000;

/** The person's customers as JSON, for the switcher once it opens (SHELL-09). */
export const loader = sessionLoader(({ user }) => {
  const customers = switcherCustomers(user.customers);
  return Response.json({
    customers: customers.slice(0, limit),
    hasMore: customers.length > limit,
  } satisfies SwitcherList);
});
