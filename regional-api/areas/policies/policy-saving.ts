/**
 * Saving a policy's statements, for every operation: the checks beforehand and the audit entry afterwards
 * (PERM-26, PERM-60).
 */
import { z } from "zod/v4";
import { forbidden, invalid, notFound } from "../../core/errors";
import { policyOf, formProblem, type PermissionForm } from "../permissions/permission-form";
import { Grants, parseStatements, type StoredStatement } from "../../core/policy";
import { maxResources } from "../permissions/policy-form";
import { updatePolicy } from "../policies/policies.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { keepingAdministrator } from "../permissions/administrators";
import { readersOf } from "../../core/context";
import { customersInDirectory } from "../../core/customers.store";
import { removedAmong } from "../../core/departments.store";
import { editionAfter } from "../../core/versioned-type";
import { someSequentially } from "../../store/sequential";
import { homeOf, isEditable, formView } from "./policy-types";
import { requireNoLockout } from "../permissions/permission-changes";
import type { Reader, Writer } from "../../store/engine";
import { placesWithIds } from "../permissions/known-places";
import { requireChange } from "../permissions/rights";

const resourcesOf = (statements: readonly Pick<StoredStatement, "resources">[]) =>
  statements.reduce((sum, { resources }) => sum + resources.length, 0);

/** Schema of statements in requests (POL-30). */
export const statementRules = z
  .array(
    z.object({
      actions: z
        .array(
          z
            .string()
            .max(100, "Unknown action")
            .regex(/^(\*|[a-z]+:(\*|[A-Za-z]+))$/, "Unknown action"),
        )
        .min(1, "Please select an action"),
      resources: z.array(z.string().max(500, "Unknown resource")).min(1, "Please select a department"),
      effect: z.enum(["Allow", "Deny"]),
      rule: z.int().min(0, "Unknown rule").max(200, "Unknown rule").nullish(),
    }),
  )
  .refine(
    (sent) => resourcesOf(sent) <= maxResources,
    `A policy can have at most ${maxResources.toLocaleString("en")} resources`,
  );

type SentStatement = Omit<StoredStatement, "rule"> & { readonly rule?: number | null | undefined };

/** Converts statements from a request to their stored form. */
export const toStoredStatements = (sent: readonly SentStatement[]): StoredStatement[] =>
  sent.map(({ rule, ...statement }) => (rule == null ? statement : { ...statement, rule }));

/** Throws for customers and departments that do not exist or belong to another organisation. */
async function requirePlaces(call: CustomerCall, { basic, advanced }: PermissionForm): Promise<void> {
  const named = [basic, ...advanced].flatMap(({ customers }) => customers);
  const places = await placesWithIds(call.ctx, {
    customers: named.map(({ customerId }) => customerId),
    departments: named.flatMap(({ hierarchyIds }) => hierarchyIds),
  });
  for (const { awsRegion, organizationId, customerId, hierarchyIds } of named) {
    if (organizationId !== call.customer.organizationId) throw notFound();
    if (customerId === "*") {
      if (awsRegion !== "*" || hierarchyIds.some((id) => id !== "*"))
        throw invalid("A rule for any customer must apply to any department");
      continue;
    }
    const customer = places.customer(customerId);
    const isThere = customer?.organizationId === organizationId && customer.awsRegion === awsRegion;
    if (!isThere || hierarchyIds.some((id) => places.department(id)?.customerId !== customerId))
      throw notFound();
  }
}

/**
 * Returns the statements to store for a form. The form replaces full wildcards (PERM-56); Denies stay
 * (POL-25).
 */
export async function statementsAfter(
  call: CustomerCall,
  policy: Pick<Row<"policies">, "customerId" | "statements">,
  form: PermissionForm,
): Promise<StoredStatement[]> {
  const { ctx } = call;
  const { form: stored, kept } = await formView(ctx, policy);
  const wrong = formProblem(form, await homeOf(ctx, policy.customerId), stored.advanced.length);
  if (wrong !== undefined) throw invalid(wrong);
  await requirePlaces(call, form);
  const statements = policyOf(form, kept, ctx.config.policyPrefix);
  if (resourcesOf(statements) > maxResources)
    throw invalid("Please select fewer departments, or fewer actions for so many departments");
  return statements;
}

/** Returns the ids of the customers and departments that statements name. */
function placesNamed(statements: readonly StoredStatement[], policyPrefix: string): Set<string> {
  const places = new Grants(statements, policyPrefix).rules().flatMap(({ groups }) => groups);
  return new Set(places.flatMap(({ customerId, hierarchyIds }) => [customerId, ...hierarchyIds]));
}

/**
 * Throws if a change adds an archived customer or a removed department, which would grant nothing; those
 * named before may stay (POL-41). Check the caller's rights first, because the error reveals the state of
 * places by their ids.
 */
export async function requireExistingPlaces(
  { ctx }: CustomerCall,
  before: readonly StoredStatement[],
  after: readonly StoredStatement[],
): Promise<void> {
  const known = placesNamed(before, ctx.config.policyPrefix);
  const named = [...placesNamed(after, ctx.config.policyPrefix)].filter((id) => id !== "*" && !known.has(id));
  if (named.length === 0) return;
  const customers = await customersInDirectory(ctx.db, named);
  if ([...customers.values()].some(({ archivedAt }) => archivedAt !== null))
    throw invalid("This customer has since been archived. Please select another one");
  const isOneRemoved = async (db: Reader) => (await removedAmong(db, named)).length > 0;
  if (await someSequentially(readersOf(ctx), isOneRemoved))
    throw invalid("This department has since been removed. Please select another one");
}

/**
 * Throws if a change of a stored policy would grant or revoke more than the caller holds, or deny something
 * to users with more rights than the caller (PERM-60, GRP-53).
 */
export async function requirePolicyChange(
  call: CustomerCall,
  policy: Pick<Row<"policies">, "id" | "statements">,
  after: readonly StoredStatement[],
): Promise<void> {
  await requireChange(call, parseStatements(policy.statements), after);
  await requireNoLockout(call, { policy: { id: policy.id, statements: after } });
}

/**
 * Stores a policy with the given name and new statements, after all checks of a change. Returns the row as
 * stored. Throws FORBIDDEN; or a conflict if another version is stored, or if afterwards no one could edit
 * the customer's users (PERM-26, PERM-60, PERM-68).
 */
export async function savePolicy(
  call: CustomerCall<Writer>,
  policy: Row<"policies">,
  statements: readonly StoredStatement[],
  version: number,
): Promise<Row<"policies">> {
  const { ctx } = call;
  if (!isEditable(policy)) throw forbidden("This policy cannot be changed");
  const edition = await editionAfter(call, policy, version);
  await requirePolicyChange(call, policy, statements);
  await requireExistingPlaces(call, parseStatements(policy.statements), statements);
  const saved = { ...policy, ...edition, statements: JSON.stringify(statements), updatedAt: ctx.now };
  await keepingAdministrator(call, call.customer.id, () => updatePolicy(ctx.db, saved));
  return saved;
}
