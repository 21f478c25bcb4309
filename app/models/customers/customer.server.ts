import type { AwsRegion } from "~/regions";
import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const listDocument = graphql(`
  query Customers($filter: ORGCustomersFilter!) {
    ORGGetCustomers(filter: $filter) {
      _id
      displayName
      uniqueName
      createdAt
      archivedAt
    }
  }
`);

const oneDocument = graphql(`
  query Customer($filter: ORGIdFilter!) {
    ORGGetCustomer(filter: $filter) {
      displayName
      uniqueName
      createdAt
    }
  }
`);

const createDocument = graphql(`
  mutation CreateCustomer($organizationId: ID!, $uniqueName: String!, $displayName: String!) {
    ORGCreateCustomer(organizationId: $organizationId, uniqueName: $uniqueName, displayName: $displayName) {
      _id
      uniqueName
      awsRegion
      createdAt
      updatedAt
    }
  }
`);

const archiveDocument = graphql(`
  mutation ArchiveCustomers($customerIds: [ID!]!, $organizationId: ID!) {
    ORGArchiveCustomers(customerIds: $customerIds, organizationId: $organizationId) {
      _id
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreCustomers($customerIds: [ID!]!, $organizationId: ID!) {
    ORGRestoreCustomers(customerIds: $customerIds, organizationId: $organizationId) {
      _id
    }
  }
`);

export type CustomerRow = ResultOf<typeof listDocument>["ORGGetCustomers"][number];

/** The organisation's active customers in the API's region (CUST-02). */
export async function getCustomers(api: RegionalApi, organizationId: string): Promise<CustomerRow[]> {
  return (await api.query(listDocument, { filter: { organizationId, activeOnly: true } })).ORGGetCustomers;
}

/** The organisation's archived customers in the API's region (CUST-15). */
export async function getArchivedCustomers(api: RegionalApi, organizationId: string): Promise<CustomerRow[]> {
  const { ORGGetCustomers } = await api.query(listDocument, {
    filter: { organizationId, activeOnly: false },
  });
  return ORGGetCustomers.filter((customer) => customer.archivedAt !== null);
}

/** One customer, for the head of its settings (SET-02). Throws ApiError. */
export async function getCustomer(api: RegionalApi, _id: string) {
  return (await api.query(oneDocument, { filter: { _id } })).ORGGetCustomer;
}

export type NewCustomer = {
  organizationId: string;
  uniqueName: string;
  displayName: string;
  awsRegion: AwsRegion;
};

/** Creates a customer at the endpoint of its own region (CUST-39). Throws ApiError. */
export async function createCustomer(
  api: RegionalApi,
  { awsRegion, ...customer }: NewCustomer,
  idempotencyKey: string,
): Promise<{ _id: string }> {
  return (await api.in(awsRegion).mutate(createDocument, customer, idempotencyKey)).ORGCreateCustomer;
}

/** Archives customers, all or none (CUST-10, CUST-20); answers how many were changed. Throws ApiError. */
export async function archiveCustomers(
  api: RegionalApi,
  organizationId: string,
  customerIds: string[],
  idempotencyKey: string,
): Promise<number> {
  const { ORGArchiveCustomers } = await api.mutate(
    archiveDocument,
    { customerIds, organizationId },
    idempotencyKey,
  );
  return ORGArchiveCustomers.length;
}

/** Restores customers, all or none (CUST-17, CUST-20); answers how many were changed. Throws ApiError. */
export async function restoreCustomers(
  api: RegionalApi,
  organizationId: string,
  customerIds: string[],
  idempotencyKey: string,
): Promise<number> {
  const { ORGRestoreCustomers } = await api.mutate(
    restoreDocument,
    { customerIds, organizationId },
    idempotencyKey,
  );
  return ORGRestoreCustomers.length;
}
