/** Draft of a permission tab: Basic and the advanced rules (PERM-02). */
import {
  anyPlace,
  postedCount,
  type RuleErrors,
  mistakesOf,
  readRule,
  type Rule,
  toDraftRules,
} from "~/models/rules/rule-draft";
import type { GlobalCustomer } from "~/models/rules/rules.server";
import type { FormState } from "./permission.server";

/**
 * Basic comes first, then the advanced rules. `isUnlocked` is true once replacing a policy that allows
 * everything was confirmed.
 */
export type PermissionDraft = { rules: Rule[]; isUnlocked: boolean };

export const maxAdvancedRules = 20;

/** Reads the draft from a post. */
export const readPermissions = (form: FormData): PermissionDraft => ({
  rules: Array.from({ length: postedCount(form, "rules") }, (_, rule) => readRule(form, rule)),
  isUnlocked: form.get("unlocked") === "1",
});

/** Validation errors of all rules. */
export const mistakesIn = ({ rules }: PermissionDraft): RuleErrors =>
  Object.assign({}, ...rules.map(mistakesOf)) as RuleErrors;

/** The stored rules in the form's shape. */
export const storedRules = ({ basic, advanced }: FormState): Rule[] => toDraftRules([basic, ...advanced]);

/** API input for saving a draft. Customers not visible to the user are kept unchanged. */
export function stateOf(
  { rules }: PermissionDraft,
  customers: readonly GlobalCustomer[],
  stored: FormState,
  organizationId: string,
): FormState {
  const known = new Map(
    [...[stored.basic, ...stored.advanced].flatMap((rule) => rule.customers), ...customers].map(
      (customer) => [customer.customerId, customer.awsRegion],
    ),
  );
  const [basic, ...advanced] = rules.map(({ rows, actions }) => ({
    actions,
    customers: rows.map(({ customer: customerId, departments: hierarchyIds }) => ({
      customerId,
      hierarchyIds,
      organizationId,
      awsRegion: customerId === anyPlace ? anyPlace : (known.get(customerId) ?? ""),
    })),
  }));
  return { basic: basic ?? stored.basic, advanced };
}
