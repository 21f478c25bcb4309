import { permissions } from "~/i18n/permissions";
import { type Department, getDepartments } from "~/models/departments/department.server";
import { isAwsRegion } from "~/regions";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import type { Notice } from "~/sessions.server";
import type { Rule } from "./rule-draft";
import { getGlobalCustomers, type GlobalCustomer } from "./rules.server";

/** A customer that may be chosen, with its departments once it is. */
export type CustomerChoice = { id: string; name: string; departments: Department[] | null };

export type Rules = { rules: readonly Rule[] };

/** The departments of a customer, from its own region; null when they cannot be had (PERM-12). */
async function departmentsOf(
  { api, scope }: ConsoleArgs,
  customer: GlobalCustomer,
): Promise<Department[] | null> {
  if (!isAwsRegion(customer.awsRegion)) return null;
  const place = { ...scope, hierarchyId: customer.rootHierarchyId };
  return optional(getDepartments(api.in(customer.awsRegion), place), null);
}

/** The customers to choose from, with the departments of those that a draft names. */
export async function choicesFor(
  args: ConsoleArgs,
  customers: readonly GlobalCustomer[],
  drafts: readonly Rules[],
) {
  const named = new Set(
    drafts.flatMap(({ rules }) => rules.flatMap(({ rows }) => rows.map((row) => row.customer))),
  );
  return Promise.all(
    customers.map(async (customer): Promise<CustomerChoice> => ({
      id: customer.customerId,
      name: customer.customerDisplayName,
      departments: named.has(customer.customerId) ? await departmentsOf(args, customer) : null,
    })),
  );
}

/** The notice when the departments of a customer in the draft cannot be loaded (PERM-12). */
export function departmentsMissing(
  { translate }: ConsoleArgs,
  { rules }: Rules,
  choices: readonly CustomerChoice[],
): Notice[] {
  const without = new Set(choices.filter(({ departments }) => departments === null).map(({ id }) => id));
  const isMissing = rules.some(({ rows }) => rows.some(({ customer }) => without.has(customer)));
  return isMissing ? [{ tone: "error", title: translate(permissions)("departmentsFailed") }] : [];
}

/**
 * The choices of a form that comes back: null, with the reason, when they cannot be read, since the form must not be lost
 * for them. `notice` also names departments that are missing.
 */
export async function choicesAgain(args: ConsoleArgs, draft: Rules) {
  const words = args.translate(permissions)("customersFailed");
  const customers = await loaded(
    getGlobalCustomers(args.api, args.scope.organizationId),
    args,
    words,
    "side",
  );
  if (!customers.data) return { choices: null, problem: customers.error, notice: customers.error };
  const choices = await choicesFor(args, customers.data, [draft]);
  return { choices, problem: null, notice: departmentsMissing(args, draft, choices)[0] ?? null };
}
