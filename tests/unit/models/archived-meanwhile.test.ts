import { expect, it } from "vitest";
import { archiveCustomers, restoreCustomers } from "~/models/customers/customer.server";
import { archiveOrganizations, restoreOrganizations } from "~/models/organizations/organization.server";
import type { FormApi } from "~/services/customer-api.server";

const changedAt = "2026-03-02T00:00:00.000Z";

/** An API that changes only the first of two rows; a colleague has already changed the other. */
const api = {
  mutate: () => Promise.resolve({ changed: [{ _id: "first", changedAt }] }),
} as unknown as FormApi;

const both = ["first", "second"];

it.each([
  ["ORG-10 ORG-40 ORG-41 organisations", archiveOrganizations, restoreOrganizations],
  ["CUST-11 CUST-18 ORG-10 customers", archiveCustomers, restoreCustomers],
])("%s that a colleague has already archived or restored are not failures", async (_, archive, restore) => {
  const done = { done: 2, already: 1, changes: { ids: ["first"], changedAt } };
  expect(await archive(api, { ids: both })).toEqual(done);
  expect(await restore(api, { ids: both })).toEqual(done);
  // Undo names the rows it left out.
  expect(await restore(api, { ids: both, unchangedSince: changedAt })).toMatchObject({
    done: 1,
  });
});
