/** Audit fields of access policies. */
import { parseStatements, type PolicyStatement } from "../../core/policy";
import { rowKind } from "../../core/record-kinds";
import { findPolicy } from "./policies.store";

/** Returns a statement as a line of an entry. */
export const statementLine = ({ effect, actions, resources }: PolicyStatement) =>
  `${effect} ${actions.join(", ")} on ${resources.join(", ")}`;

/** Reads a line of an entry's statements; undefined for one that was shortened. */
export function statementOfLine(line: string): PolicyStatement | undefined {
  const [, effect, actions = "", resources = ""] = /^(Allow|Deny) (.*) on (.*[^…])$/s.exec(line) ?? [];
  if (effect !== "Allow" && effect !== "Deny") return undefined;
  return { effect, actions: actions.split(", "), resources: resources.split(", ") };
}

/** Audit kind of an access policy, one line per statement. */
export const policyKind = rowKind({
  kind: "POLICY",
  code: "org:listUser",
  fields: { name: "shown", description: "shown", statements: "shown" },
  find: findPolicy,
  name: ({ name }) => name,
  values: ({ statements }) => ({ statements: parseStatements(statements).map(statementLine) }),
});
