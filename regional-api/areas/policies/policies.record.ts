/** What the record of changes says of access policies. */
import { parseStatements } from "../../core/policy";
import { recordKind } from "../../core/record";
import { findPolicy } from "./policies.store";

/** An access policy, a line a statement. */
export const policyKind = recordKind({
  kind: "POLICY",
  code: "org:listUser",
  fields: { name: "shown", description: "shown", statements: "shown" },
  read: async (db, id) => {
    const policy = await findPolicy(db, id);
    return (
      policy && {
        name: policy.name,
        customerId: policy.customerId,
        version: policy.version,
        values: {
          name: policy.name,
          description: policy.description,
          statements: parseStatements(policy.statements).map(
            ({ effect, actions, resources }) => `${effect} ${actions.join(", ")} on ${resources.join(", ")}`,
          ),
        },
      }
    );
  },
});
