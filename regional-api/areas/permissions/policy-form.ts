/**
 * The form of an access policy and the statements it stands for (POL-09, POL-25). A statement of the form is stored as one
 * for each service, all with the same number; what the form has no words for is shown as stored.
 */
import { customersOf, labelled, sayableScopes, type RuleCustomer } from "./permission-form";
import type { ResourceScope, StoredStatement } from "../../core/policy";

/** What one statement of the form says. */
export interface StatementForm {
  readonly effect: StoredStatement["effect"];
  readonly actions: readonly string[];
  readonly customers: readonly RuleCustomer[];
  /** Whether an action or a resource has no words: then it is only shown as it is stored. */
  readonly isKept: boolean;
  /** What it is stored as. */
  readonly statements: readonly StoredStatement[];
}

/** At most so many statements are in one policy (POL-11). */
export const maxStatements = 20;

/**
 * Resources of all statements of a policy together (POL-30): 3,000 departments of three services, about what a body of 1 MB
 * holds.
 */
export const maxResources = 9_000;

interface Found {
  readonly scopes: readonly ResourceScope[];
  readonly statements: StoredStatement[];
}

/** The statements of a policy as its form says them, in their order; the organisation is the policy's. */
export function readStatements(
  statements: readonly StoredStatement[],
  organizationId: string,
  prefix: string,
): StatementForm[] {
  const found = new Map<string, Found>();
  statements.forEach((statement, index) => {
    const { actions, effect, rule } = statement;
    const scopes =
      labelled(new Set(actions)).rest.length === 0
        ? sayableScopes(statement, organizationId, prefix)
        : undefined;
    const key = scopes ? JSON.stringify([effect, rule ?? null, scopes]) : String(index);
    const same = found.get(key);
    if (same) same.statements.push(statement);
    else found.set(key, { scopes: scopes ?? [], statements: [statement] });
  });
  return [...found.values()].map(({ scopes, statements: stored }) => ({
    effect: stored[0]?.effect ?? "Allow",
    actions: labelled(new Set(scopes.length > 0 ? stored.flatMap(({ actions }) => actions) : [])).actions,
    customers: customersOf(scopes),
    isKept: scopes.length === 0,
    statements: stored,
  }));
}
