/**
 * Converts between an access policy's form and stored statements (POL-09, POL-25). A form statement is stored
 * as one statement per service, all with the same number; statements that the form cannot express are shown
 * as stored.
 */
import { customersOf, splitByLabel, expressibleScopes, type RuleCustomer } from "./permission-form";
import type { ResourceScope, StoredStatement } from "../../core/policy";

/** One statement of the form. */
export interface StatementForm {
  readonly effect: StoredStatement["effect"];
  readonly actions: readonly string[];
  readonly customers: readonly RuleCustomer[];
  /** True if the form cannot express an action or resource; the statement is then shown as stored. */
  readonly isKept: boolean;
  /** The stored statements of this form statement. */
  readonly statements: readonly StoredStatement[];
}

/** Maximum number of statements in a policy (POL-11). */
export const maxStatements = 20;

/**
 * Maximum resources over all statements of a policy (POL-30): 3,000 departments for three services, which is
 * about what fits in a body of 1 MB.
 */
export const maxResources = 9_000;

interface Found {
  readonly scopes: readonly ResourceScope[];
  readonly statements: StoredStatement[];
}

/** Returns a policy's statements as form statements, in order; `organizationId` is the policy's. */
export function readStatements(
  statements: readonly StoredStatement[],
  organizationId: string,
  prefix: string,
): StatementForm[] {
  const found = new Map<string, Found>();
  statements.forEach((statement, index) => {
    const { actions, effect, rule } = statement;
    const scopes =
      splitByLabel(new Set(actions)).rest.length === 0
        ? expressibleScopes(statement, organizationId, prefix)
        : undefined;
    const key = scopes ? JSON.stringify([effect, rule ?? null, scopes]) : String(index);
    const same = found.get(key);
    if (same) same.statements.push(statement);
    else found.set(key, { scopes: scopes ?? [], statements: [statement] });
  });
  return [...found.values()].map(({ scopes, statements: stored }) => ({
    effect: stored[0]?.effect ?? "Allow",
    actions: splitByLabel(new Set(scopes.length > 0 ? stored.flatMap(({ actions }) => actions) : [])).actions,
    customers: customersOf(scopes),
    isKept: scopes.length === 0,
    statements: stored,
  }));
}
