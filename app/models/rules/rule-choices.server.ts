import { permissions } from "~/i18n/permissions";
import {
  type Department,
  getDepartments,
  getRemovedDepartments,
} from "~/models/departments/department.server";
import { isAwsRegion } from "~/regions";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import { findArchivedCustomers } from "~/services/identity.server";
import type { Notice } from "~/sessions.server";
import { anyPlace, type RuleErrors, type Rule } from "./rule-draft";
import { getGlobalCustomers, type GlobalCustomer } from "./rules.server";

/**
 * A selectable customer. Departments are loaded once it is chosen, including removed ones that rules still name. Also
 * archived customers that rules still name.
 */
export type CustomerChoice = {
  id: string;
  name: string;
  departments: Department[] | null;
  removed?: { _id: string; name: string }[];
  isArchived?: true;
};

export type Rules = { rules: readonly Rule[] };

/** A customer's departments, from its own region; null if they cannot be loaded (PERM-12). */
async function departmentsOf(
  { api, scope }: ConsoleArgs,
  customer: GlobalCustomer,
): Promise<Department[] | null> {
  if (!isAwsRegion(customer.awsRegion)) return null;
  const place = { ...scope, hierarchyId: customer.rootHierarchyId };
  return optional(getDepartments(api.in(customer.awsRegion), place), null);
}

/** Chosen departments that have been removed, so are not in the tree. */
async function removedDepartments(
  { api }: ConsoleArgs,
  { customerId, awsRegion }: GlobalCustomer,
  departments: readonly Department[],
  chosen: readonly string[],
) {
  const known = new Set([anyPlace, ...departments.map(({ _id }) => _id)]);
  const ids = [...new Set(chosen)].filter((id) => !known.has(id));
  if (ids.length === 0 || !isAwsRegion(awsRegion)) return {};
  return { removed: await optional(getRemovedDepartments(api.in(awsRegion), customerId, ids), []) };
}

/** Archived ones among the customers; they cannot be chosen. */
async function archivedAmong({ api }: ConsoleArgs, ids: string[]): Promise<CustomerChoice[]> {
  const found = ids.length === 0 ? [] : await optional(findArchivedCustomers(api, ids), []);
  return found.map(({ _id, displayName }) => ({
    ...{ id: _id, name: displayName },
    ...{ departments: null, isArchived: true },
  }));
}

/** Selectable customers, with departments of those in the drafts; archived ones in the drafts come last. */
export async function choicesFor(
  args: ConsoleArgs,
  customers: readonly GlobalCustomer[],
  drafts: readonly Rules[],
): Promise<CustomerChoice[]> {
  const rows = drafts.flatMap(({ rules }) => rules.flatMap((rule) => rule.rows));
  const named = new Set(rows.map(({ customer }) => customer));
  const known = new Set([anyPlace, "", ...customers.map(({ customerId }) => customerId)]);
  const [open, archived] = await Promise.all([
    Promise.all(
      customers.map(async (customer): Promise<CustomerChoice> => {
        const { customerId: id, customerDisplayName: name } = customer;
        const departments = named.has(id) ? await departmentsOf(args, customer) : null;
        const chosen = rows.flatMap((row) => (row.customer === id ? row.departments : []));
        return {
          id,
          name,
          departments,
          ...(departments && (await removedDepartments(args, customer, departments, chosen))),
        };
      }),
    ),
    // If the customers failed to load, it is unknown which of the draft's are archived.
    customers.length === 0
      ? []
      : archivedAmong(
          args,
          [...named].filter((id) => !known.has(id)),
        ),
  ]);
  return [...open, ...archived];
}

/**
 * Removed or archived places that a draft adds to what is stored; they would grant nothing (POL-41). `first` is the
 * number of the first rule.
 */
export function removedPlaceErrors(
  { rules }: Rules,
  stored: Rules,
  choices: readonly CustomerChoice[],
  first: number,
): RuleErrors {
  const before = stored.rules.flatMap(({ rows }) => rows);
  const mistakes: RuleErrors = {};
  rules.forEach(({ rows }, rule) =>
    rows.forEach(({ customer, departments }, row) => {
      const at = `${rule + first}.${row}`;
      const choice = choices.find(({ id }) => id === customer);
      const kept = before.filter((one) => one.customer === customer);
      if (choice?.isArchived && kept.length === 0) mistakes[`customer.${at}`] = "archived";
      const isGone = ({ _id }: { _id: string }) =>
        departments.includes(_id) && !kept.some((one) => one.departments.includes(_id));
      if (choice?.removed?.some(isGone)) mistakes[`department.${at}`] = "removed";
    }),
  );
  return mistakes;
}

/** Notice that a customer's departments could not be loaded (PERM-12). */
export function missingDepartmentsNotices(
  { translate }: ConsoleArgs,
  { rules }: Rules,
  choices: readonly CustomerChoice[],
): Notice[] {
  const without = new Set(
    choices.filter(({ departments, isArchived }) => departments === null && !isArchived).map(({ id }) => id),
  );
  const isMissing = rules.some(({ rows }) => rows.some(({ customer }) => without.has(customer)));
  return isMissing ? [{ tone: "error", title: translate(permissions)("departmentsFailed") }] : [];
}

/**
 * Options of a form shown again; null with the reason if they cannot be loaded, because the input must not be lost.
 * `notice` also reports departments that failed to load.
 */
export async function reloadChoices(args: ConsoleArgs, draft: Rules) {
  const words = args.translate(permissions)("customersFailed");
  const customers = await loaded(
    getGlobalCustomers(args.api, args.scope.organizationId),
    args,
    words,
    "side",
  );
  if (!customers.data) return { choices: null, problem: customers.error, notice: customers.error };
  const choices = await choicesFor(args, customers.data, [draft]);
  return { choices, problem: null, notice: missingDepartmentsNotices(args, draft, choices)[0] ?? null };
}
