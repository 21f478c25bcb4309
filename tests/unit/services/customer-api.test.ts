import { expect, test, vi } from "vitest";
import { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";

const ids = { customerId: "c", hierarchyId: "h", organizationId: "o" };
const summary = graphql(`
  query Summary($customerId: ID!) {
    CommonGetSettingsSummary(customerId: $customerId) {
      __typename
    }
  }
`);
const leave = graphql(`
  mutation Leave {
    AuthLogout {
      isLogoutSuccess
    }
  }
`);

test("a call adds the ids its document declares, unless the caller passes others", async () => {
  const query = vi.fn().mockResolvedValue({});
  const api = new CustomerApi({ query } as unknown as RegionalApi, ids);
  await api.query(summary, {});
  await api.query(summary, { customerId: "other" });
  expect(query.mock.calls.map(([, variables]) => variables as object)).toEqual([
    { customerId: "c" },
    { customerId: "other" },
  ]);
});

test("GEN-22 a change uses its form's key in every region, unless another is given", async () => {
  const mutate = vi.fn().mockResolvedValue({});
  const regional = { mutate, in: () => regional } as unknown as RegionalApi;
  const api = CustomerApi.ofForm(new CustomerApi(regional, ids), "form");
  await api.mutate(leave, {});
  await api.in("eu-west-1").mutate(leave, {});
  await api.withKey("other").mutate(leave, {});
  expect(mutate.mock.calls.map(([, variables, key]) => [variables, key] as unknown)).toEqual([
    [{}, "form"],
    [{}, "form"],
    [{}, "other"],
  ]);
});
