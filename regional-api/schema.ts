/** The schema of all areas. `npm run contract` lists their operations in operations.ts. */
import type { GraphQLSchema } from "graphql";
import "./operations";
import { assertAllBounded } from "./core/bounds";
import { builder } from "./core/builder";
import { assertEveryRootFieldHasAccess } from "./core/operation";
import { simulations } from "./areas/applications/simulation.operations";

const built = new Map<boolean, GraphQLSchema>();

/**
 * Returns the executable schema, built once; the contract omits simulations. Throws if a root field has no
 * declared access, or has arguments without bounds.
 */
export function buildSchema({ withSimulations = false } = {}): GraphQLSchema {
  const known = built.get(withSimulations);
  if (known) return known;
  const schema = builder.toSchema();
  assertEveryRootFieldHasAccess(schema);
  assertAllBounded(schema);
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const name of withSimulations ? [] : simulations) delete mutations[name];
  built.set(withSimulations, schema);
  return schema;
}
