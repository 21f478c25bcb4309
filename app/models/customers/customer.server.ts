import type { ListState } from "~/models/list/list-state";
import { moveOf } from "~/models/list/move.server";
import type { PageOf } from "~/models/list/paging";
import type { AwsRegion } from "~/regions";
import type { ConsoleArgs } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const customersFields = graphql(`
  fragment CustomersFields on Customer @_unmask {
    _id
    displayName
    uniqueName
    createdAt
    archivedAt
    canViewSettings
  }
`);
const fetchList = queryOf("ORGGetCustomers", customersFields);

const pageDocument = graphql(
  `
    query CustomersPage($filter: ORGCustomersFilter!) {
      ORGGetCustomers(filter: $filter) {
        ...CustomersFields
      }
      ORGCountCustomers(filter: $filter)
    }
  `,
  [customersFields],
);

const fetchOne = queryOf("ORGGetCustomer", "displayName uniqueName createdAt");

const sendCreate = mutationOf("ORGCreateCustomer", "_id uniqueName awsRegion createdAt updatedAt");

export type CustomerRow = ResultOf<typeof customersFields>;

/** The organisation's active customers in the API client's region (CUST-02). */
export const getCustomers = (api: CustomerApi) =>
  fetchList(api, { filter: { organizationId: api.ids.organizationId, activeOnly: true } });

/** The organisation's archived customers in the API client's region (CUST-15). */
export const getArchivedCustomers = async (api: CustomerApi) =>
  (await fetchList(api, { filter: { organizationId: api.ids.organizationId, activeOnly: false } })).filter(
    ({ archivedAt }) => archivedAt !== null,
  );

/** A page of an organisation's active or archived customers, by default of the current one, searched and sorted by the API (CUST-49). Throws ApiError. */
export async function getCustomerPage(
  api: CustomerApi,
  { page, size, sort, order, search }: ListState & { search: string | undefined },
  isArchived: boolean,
  organizationId = api.ids.organizationId,
): Promise<PageOf<CustomerRow>> {
  const filter = {
    organizationId,
    ...(isArchived ? { archivedOnly: true } : { activeOnly: true }),
    searchText: search,
    sort: { fieldName: sort, order },
    limitEq: size,
  };
  const fetchFrom = async (from: number) => {
    const answer = await api.query(pageDocument, { filter: { ...filter, skipEq: (from - 1) * size } });
    const totalItems = answer.ORGCountCustomers;
    return {
      data: answer.ORGGetCustomers,
      totalItems,
      totalPages: Math.max(1, Math.ceil(totalItems / size)),
    };
  };
  const result = await fetchFrom(page);
  // Beyond the last page, show the last one (GEN-03).
  const { data, ...pages } = page > result.totalPages ? await fetchFrom(result.totalPages) : result;
  return { data, pagination: { ...pages, currentPage: Math.min(page, pages.totalPages) } };
}

/** Names of these customers of the organisation, archived or not. Throws ApiError. */
export async function customerNames(api: CustomerApi, ids: readonly string[]): Promise<string[]> {
  const customers = await fetchList(api, {
    filter: { organizationId: api.ids.organizationId, activeOnly: false },
  });
  return customers.filter(({ _id }) => ids.includes(_id)).map(({ displayName }) => displayName);
}

/** The customer in the URL, for the settings header (SET-02); loaded once per page. Throws ApiError. */
export const customerOfAddress = ({ api, scope: { customerId: _id }, once }: ConsoleArgs) =>
  once("customer", () => fetchOne(api, { filter: { _id } }));

export type NewCustomer = {
  organizationId: string;
  uniqueName: string;
  displayName: string;
  awsRegion: AwsRegion;
};

/** Creates a customer through its own region's endpoint (CUST-39). Throws ApiError. */
export async function createCustomer(
  api: FormApi,
  { awsRegion, ...customer }: NewCustomer,
): Promise<{ _id: string; awsRegion: string }> {
  return await sendCreate(api.in(awsRegion), customer);
}

/** Archives customers, all or none (CUST-10, ORG-10). Throws ApiError. */
export const archiveCustomers = moveOf("ORGArchiveCustomers");

/** Restores customers, all or none (CUST-17, ORG-10). Throws ApiError. */
export const restoreCustomers = moveOf("ORGRestoreCustomers");
