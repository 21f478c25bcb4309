/** Audit fields of access policies. */
import { parseStatements } from "../../core/policy";
import { rowKind } from "../../core/record-kinds";
import { findPolicy } from "./policies.store";

/** Audit kind of an access policy, one line per statement. */
export const policyKind = rowKind({
  kind: "POLICY",
  code: "org:listUser",
  fields: { name: "shown", description: "shown", statements: "shown" },
  find: findPolicy,
  name: ({ name }) => name,
  values: ({ statements }) => ({
    statements: parseStatements(statements).map(
      ({ effect, actions, resources }) => `${effect} ${actions.join(", ")} on ${resources.join(", ")}`,
    ),
  }),
});
