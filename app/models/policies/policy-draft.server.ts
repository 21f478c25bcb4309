/** Form state of an access policy: from the stored policy, and from a post. */
import { data } from "@remix-run/node";
import { z } from "zod/v4";
import { postedCount, emptyRow } from "~/models/rules/rule-draft";
import type { GlobalCustomer } from "~/models/rules/rules.server";
import {
  effects,
  newStatement,
  type PolicyDraft,
  readStatement,
  type StatementDraft,
  type StatementContext,
} from "./policy-form";
import type { Policy } from "./policy.server";

const effectOf = (text: string) => (text === "Deny" ? "Deny" : "Allow");

/** A stored policy in the form's shape. */
export const policyDraft = ({ name, description, statementForms }: Policy): PolicyDraft => {
  const rules = statementForms.map(
    ({ effect, isKept, rule, actions, customers, statements }): StatementDraft => ({
      effect: effectOf(effect),
      actions: [...actions],
      rows: customers.map(({ customerId, hierarchyIds }) => ({
        customer: customerId,
        departments: [...hierarchyIds],
      })),
      rule,
      kept: isKept
        ? statements.map((one) => ({
            effect: effectOf(one.effect),
            actions: [...one.actions],
            resources: [...one.resources],
            ...(rule !== null && { rule }),
          }))
        : [],
    }),
  );
  return { name, description: description ?? "", rules: rules.length > 0 ? rules : [newStatement()] };
};

/** Context for building statements. Customers not visible to the user stay as stored. */
export function writingOf(
  organizationId: string,
  { codes, prefix }: Pick<StatementContext, "codes" | "prefix">,
  customers: readonly GlobalCustomer[],
  stored: Policy | null,
): StatementContext {
  const known = [...(stored?.statementForms ?? []).flatMap((form) => form.customers), ...customers];
  const regions = Object.fromEntries(known.map((one) => [one.customerId, one.awsRegion]));
  return { codes, prefix, organizationId, regions };
}

const storedStatements = z
  .array(
    z.object({
      actions: z.array(z.string()).min(1),
      resources: z.array(z.string()).min(1),
      effect: z.enum(effects),
      rule: z.int().min(0).max(200).optional(),
    }),
  )
  .min(1);

function readRawStatements(form: FormData, number: number): StatementDraft["kept"] {
  const text = form.get(`kept.${number}`);
  if (typeof text !== "string" || text === "") return [];
  try {
    return storedStatements.parse(JSON.parse(text));
  } catch {
    // No form field can contain this, so the console did not make the post.
    throw data({ screen: "failed" }, { status: 400 });
  }
}

/** Reads the draft from a post. */
export function readPolicyDraft(form: FormData): PolicyDraft {
  const count = Math.max(1, postedCount(form, "rules"));
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 10_000);
  return {
    name: text("name"),
    description: text("description"),
    rules: Array.from({ length: count }, (_, at): StatementDraft => {
      const kept = readRawStatements(form, at + 1);
      if (kept.length > 0) return { effect: kept[0]?.effect ?? "Allow", rows: [], actions: [], kept };
      const statement = readStatement(form, at + 1);
      return { ...statement, rows: statement.rows.length > 0 ? statement.rows : [emptyRow] };
    }),
  };
}
