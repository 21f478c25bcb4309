/** All areas together. A new area is a file here and an import below. */
import type { GraphQLSchema } from "graphql";
import "./auth";
import { builder } from "./builder";
import "./common";
import { assertEveryRootFieldHasAccess } from "./operation";
import "./org";
import "./session";

/** The executable schema. Throws when a root field was declared without access. */
export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema();
  assertEveryRootFieldHasAccess(schema);
  return schema;
}
