import { initGraphQLTada } from "gql.tada";
import type { introspection } from "../../contract/graphql-env";

/** Creates a document typed by the contract: wrong fields or variables do not compile. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown };
}>();
