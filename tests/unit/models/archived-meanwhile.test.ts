import { expect, it } from "vitest";
import { archiveCustomers, restoreCustomers } from "~/models/customers/customer.server";
import { archiveOrganizations, restoreOrganizations } from "~/models/organizations/organization.server";
import type { RegionalApi } from "~/services/regional-api.server";

const changedAt = "2026-03-02T00:00:00.000Z";

/** An API that had to change the first of two rows alone: the other was so already, by a colleague. */
const api = {
  mutate: () => {
    const rows = [{ _id: "first", changedAt }];
    return Promise.resolve({
      ORGArchiveOrganizations: rows,
      ORGRestoreOrganizations: rows,
      ORGArchiveCustomers: rows,
      ORGRestoreCustomers: rows,
    });
  },
} as unknown as RegionalApi;

const both = ["first", "second"];
const done = { done: 2, already: 1, changes: { ids: ["first"], changedAt } };

it("ORG-10 ORG-40 ORG-41 organisations that a colleague archived or restored meanwhile are no failure", async () => {
  const chosen = { organizationIds: both };
  expect(await archiveOrganizations(api, { ...chosen, customerId: "open" }, "key")).toEqual(done);
  expect(await restoreOrganizations(api, chosen, "key")).toEqual(done);
  // Undo tells of those that it left out.
  expect(await restoreOrganizations(api, { ...chosen, unchangedSince: changedAt }, "key")).toMatchObject({
    done: 1,
  });
});

it("CUST-11 CUST-18 CUST-20 customers that a colleague archived or restored meanwhile are no failure", async () => {
  expect(await archiveCustomers(api, "organisation", both, "key")).toEqual(done);
  expect(await restoreCustomers(api, "organisation", both, "key")).toEqual(done);
  expect(await restoreCustomers(api, "organisation", both, "key", changedAt)).toMatchObject({ done: 1 });
});
