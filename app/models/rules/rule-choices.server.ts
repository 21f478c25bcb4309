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
import { anyPlace, type Mistakes, type Rule } from "./rule-draft";
import { getGlobalCustomers, type GlobalCustomer } from "./rules.server";

/**
 * A customer that may be chosen, with its departments once it is, and with those that were removed and rules still name; or
 * one that is archived and that rules still name.
 */
export type CustomerChoice = {
  id: string;
  name: string;
  departments: Department[] | null;
  removed?: { _id: string; name: string }[];
  isArchived?: true;
};

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

/** Those of the chosen departments that were removed: they are in no tree. */
async function removedOf(
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

/** Those of the customers that are archived: they are not to choose from. */
async function archivedAmong({ api }: ConsoleArgs, ids: string[]): Promise<CustomerChoice[]> {
  const found = ids.length === 0 ? [] : await optional(findArchivedCustomers(api, ids), []);
  return found.map(({ _id, displayName }) => ({
    ...{ id: _id, name: displayName },
    ...{ departments: null, isArchived: true },
  }));
}

/** The customers to choose from, with the departments of those that a draft names; last the archived ones that it names. */
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
          ...(departments && (await removedOf(args, customer, departments, chosen))),
        };
      }),
    ),
    // Without the customers nothing is known of those that are missing among them.
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
 * What of a draft was removed or archived and is not stored already: it would grant nothing (POL-41). `first` is the number of
 * the first rule.
 */
export function goneIn(
  { rules }: Rules,
  stored: Rules,
  choices: readonly CustomerChoice[],
  first: number,
): Mistakes {
  const before = stored.rules.flatMap(({ rows }) => rows);
  const mistakes: Mistakes = {};
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

/** The notice when the departments of a customer in the draft cannot be loaded (PERM-12). */
export function departmentsMissing(
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
