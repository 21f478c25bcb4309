/** The search of the top bar: users, groups, access policies, workflows and workflow sets by name (SRCH-20). */
import { searchTextOf } from "../../core/paging";
import { searchKey } from "../../core/text";
import { heldSomewhere, type CustomerCall } from "../../core/access";
import { textArgs } from "../../core/builder";
import { departmentsFor, holdsOn, inAnyDepartment, scopeArgs } from "../../core/department-access";
import { query } from "../../core/operation";
import { listGroups } from "../groups/groups.store";
import { hiddenGroupIds } from "../permissions/rights";
import { policiesNamed } from "../policies/policy-access";
import { orderedPage } from "../users/user-list.store";
import { workflowSets } from "../workflow-sets/workflow-sets.entity";
import { workflows } from "../workflows/workflows.entity";
import { FoundRecord, userRecord, type RecordShape } from "./search.operations";

/** Maximum records per kind; for more, people refine the text or search the kind's own list. */
const most = 5;

async function usersNamed(call: CustomerCall, searchText: string): Promise<RecordShape[]> {
  const { customer, ctx } = call;
  const viewed = new Set(await departmentsFor(call, "org:viewUser"));
  const hierarchyIds = (await departmentsFor(call, "org:listUser")).filter((id) => viewed.has(id));
  if (hierarchyIds.length === 0) return [];
  const wanted = { customerId: customer.id, hierarchyIds, state: "active", searchText } as const;
  const users = await ctx.db.all(orderedPage(wanted, { sort: "firstName", order: "asc" }, most, 0));
  return users.map(userRecord);
}

async function groupsNamed(call: CustomerCall, searchText: string): Promise<RecordShape[]> {
  const { customer, ctx } = call;
  const hierarchyIds = await departmentsFor(call, "org:listUser");
  if (hierarchyIds.length === 0) return [];
  const without = await hiddenGroupIds(call, undefined);
  const wanted = { customerId: customer.id, hierarchyIds, state: "active", without, searchText } as const;
  const order = { fieldName: "name", order: "asc" } as const;
  const groups = await listGroups(ctx.db, wanted, order, { limit: most, offset: 0 });
  return groups.map(({ id, name }) => ({ kind: "GROUP", id, name }));
}

async function policiesWith(call: CustomerCall, searchText: string): Promise<RecordShape[]> {
  if (!(await holdsOn(call, "org:listUser", call.customer.rootHierarchyId))) return [];
  const named = await policiesNamed(call, searchKey(searchText));
  return named
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id, name }) => ({ kind: "POLICY", id, name }));
}

/** A workflow belongs to the whole customer, so a right in any department shows all of them, as in their lists. */
async function workflowsNamed(call: CustomerCall, searchText: string): Promise<RecordShape[]> {
  const { ctx, customer } = call;
  const codes = ["apps:listWorkflow", "apps:viewWorkflow"];
  if ((await heldSomewhere(call, customer, codes)).length < codes.length) return [];
  const wanted = {
    customerId: customer.id,
    isArchived: false,
    sort: "name",
    order: "asc",
    searchText,
  } as const;
  const found = await workflows.lists.rows(ctx.db, wanted, most, 0);
  const sets = await workflowSets.lists.rows(ctx.db, wanted, most, 0);
  return [
    ...found.map(({ id, name }) => ({ kind: "WORKFLOW" as const, id, name })),
    ...sets.map(({ id, name }) => ({ kind: "WORKFLOW_SET" as const, id, name })),
  ];
}

query("CommonSearchRecords", {
  description:
    "The active users (also by part of their email), groups, access policies, workflows and workflow sets whose name contains a text and that the caller may list and open: at most five of each, by name.",
  type: [FoundRecord],
  args: { ...textArgs("searchText"), ...scopeArgs },
  access: inAnyDepartment("edge:access"),
  resolve: async ({ searchText: given }, call) => {
    const text = searchTextOf(given);
    // A text of invisible marks only has an empty key, which every name contains.
    if (text === undefined || searchKey(text) === "") return [];
    return [
      ...(await usersNamed(call, text)),
      ...(await groupsNamed(call, text)),
      ...(await policiesWith(call, text)),
      ...(await workflowsNamed(call, text)),
    ];
  },
});
