import { type ScopeIds, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

const packsDocument = graphql(`
  query AccessPacks($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    RETGetPacks(
      _id: $_id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
      state
      askedAt
      askedBy
      endsAt
    }
  }
`);

export type Pack = ResultOf<typeof packsDocument>["RETGetPacks"][number];

/** The access packs of an application's candidate, newest first (RET-12). Throws ApiError. */
export const getPacks = async (api: RegionalApi, scope: ScopeIds, applicationId: string): Promise<Pack[]> =>
  (await api.query(packsDocument, { _id: applicationId, ...scopeIds(scope) })).RETGetPacks;

/** Asks for an access pack. Throws ApiError. */
export const makePack = mutationOf(
  graphql(`
    mutation MakeAccessPack($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETMakePack(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        _id
      }
    }
  `),
);

/** The file of an access pack, in Base64. Throws ApiError. */
export const fetchPack = mutationOf(
  graphql(`
    mutation FetchAccessPack($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETFetchPack(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        content
      }
    }
  `),
);
