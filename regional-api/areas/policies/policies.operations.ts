/** Access policies: list, details, creation and edit (POL). */
import { z } from "zod/v4";
import { validate } from "../../core/validate";
import { linesRule, lineRule } from "../../core/text-rules";
import { noEdition } from "../../core/optimistic-lock";
import { archived, conflict, forbidden, invalid, notFound } from "../../core/errors";
import { pageOf, searchTextOf } from "../../core/paging";
import {
  actionCodes,
  actionNotes,
  sectionActions,
  templateActions,
  templateOptions,
} from "../../core/permissions";
import { parseStatements, type StoredStatement } from "../../core/policy";
import { maxStatements, readStatements } from "../permissions/policy-form";
import { searchKey } from "../../core/text";
import { findPolicy, insertPolicy, policyAmong } from "../policies/policies.store";
import { groupsOfPolicy } from "../permissions/group-grants.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { builder, inputOf, argsOf } from "../../core/builder";
import { editionAfter, versionArg } from "../../core/versioned-type";
import { holdsOn } from "../../core/department-access";
import { groupFor } from "../permissions/group-access";
import { mutation, query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import { Change, changeFor, countInexpressible } from "../permissions/permission-changes";
import { onPolicy, policiesNamed, policyFor } from "./policy-access";
import {
  toStoredStatements,
  requireExistingPlaces,
  requirePolicyChange,
  savePolicy,
  statementRules,
  statementsAfter,
} from "./policy-saving";
import { formsOf, FormStateInput, isEditable, Policy, StatementInput } from "./policy-types";
import { hiddenGroupIds, requireChange } from "../permissions/rights";
import { atMost, declareBounds, pageNumber, pageSize } from "../../core/bounds";
import { policyKind } from "./policies.record";

declareBounds({
  lists: {
    "CommonAddPolicyInput.statements": atMost(200, "statements"),
    "CommonGetPolicyChange.statements": atMost(200, "statements"),
    "CommonPolicyUpdateInput.statements": atMost(200, "statements"),
  },
  pages: {
    "CommonPoliciesFilter.skip": pageNumber,
    "CommonPoliciesFilter.limit": pageSize,
  },
});

const PolicyPage = pageType("CommonPolicyPage", Policy);

const PolicyKind = builder.enumType("CommonPolicyKind", {
  values: ["SHARED", "OWN"] as const,
  description: "Whether groups can share the policy, or it belongs to a single group.",
});

const PoliciesFilter = builder.inputType("CommonPoliciesFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    skip: t.int({ required: true, description: "How many pages to skip: the page number minus 1." }),
    limit: t.int({ required: true }),
    sort: t.field({ type: Sort }),
    searchText: t.string(),
    kind: t.field({ type: PolicyKind }),
  }),
});

query("CommonGetPolicies", {
  description: "A page of the access policies of a customer.",
  type: PolicyPage,
  args: builder.args((t) => ({ filter: t.field({ type: PoliciesFilter, required: true }) })),
  access: {
    code: "org:listUser",
    scope: ({ filter: { customerId, organizationId } }) => ({ customerId, organizationId }),
  },
  resolve: async ({ filter: { skip, limit, sort, searchText, kind } }, call) => {
    const { ctx } = call;
    const field = sort?.fieldName ?? "name";
    if (field !== "name" && field !== "updatedAt") throw invalid("The list cannot be sorted by this field");
    const key = searchKey(searchTextOf(searchText) ?? "");
    const sign = sort?.order === "desc" ? -1 : 1;
    const by = field === "name" ? "nameKey" : "updatedAt";
    const found = (await policiesNamed(call, key))
      .filter(({ isOwn }) => kind == null || (kind === "OWN") === (isOwn === 1))
      .sort((a, b) => sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.id < b.id ? -1 : 1));
    const { offset, ...pagination } = pageOf(found.length, skip * limit, limit);
    const page = found.slice(offset, offset + pagination.pageSize);
    const hiddenGroups = await hiddenGroupIds(call, undefined);
    const policies = await Promise.all(page.map(({ id }) => policyAmong(ctx.db, id)));
    return {
      data: policies.flatMap((policy) => (policy ? [{ ...policy, hiddenGroups }] : [])),
      pagination,
    };
  },
});

query("CommonGetPolicy", {
  description: "One access policy, by its id.",
  type: Policy,
  args: argsOf({ policyId: "ID" }),
  access: onPolicy("org:listUser"),
  resolve: async ({ policyId }, call) => ({
    ...(await policyFor(call, policyId)),
    hiddenGroups: await hiddenGroupIds(call, undefined),
  }),
});

query("CommonGetPolicyOptions", {
  description: "The actions and resources that a policy's statements can name.",
  type: builder.objectRef<object>("CommonPolicyOptions").implement({
    description: "The options of a statement, and how its actions and resources are stored.",
    fields: (t) => ({
      SECTION_ACTIONS_MAPPINGS: t.field({ type: "JSON", resolve: () => sectionActions }),
      ACTION_NOTES: t.field({
        type: "JSON",
        description:
          "WHOLE_CUSTOMER for actions that have no effect on single departments, IDLE for actions that no operation requires.",
        resolve: () => actionNotes,
      }),
      ROLE_ACTION_STATE_MAPPINGS: t.field({ type: "JSON", resolve: () => templateActions }),
      ROLE_TEMPLATE_OPTIONS: t.field({ type: "JSON", resolve: () => templateOptions }),
      ACTION_CODES: t.field({ type: "JSON", resolve: () => actionCodes }),
      resourcePrefix: t.string({ resolve: (_options, _args, ctx) => ctx.config.policyPrefix }),
    }),
  }),
  args: argsOf({ customerId: "ID" }),
  access: { code: "org:listUser", scope: ({ customerId }: { customerId: string }) => ({ customerId }) },
  resolve: () => ({}),
});

const AddPolicy = builder.inputType("CommonAddPolicyInput", {
  fields: (t) => ({
    id: t.id({ required: true }),
    name: t.string({ required: true }),
    description: t.string(),
    statements: t.field({ type: [StatementInput], required: true }),
  }),
});

// The console's form applies the same rules; the texts are those of the catalogue (POL-12..POL-14).
const addPolicyDto = z.object({
  id: z.uuid(),
  name: lineRule("policyName", 100, "the user role", "Please enter the user role"),
  description: linesRule("policyDescription", 700, "the description").nullish(),
  statements: statementRules.min(1, "Please add a statement"),
});

/** Throws if there are more statements than a policy may have, unless it already had that many (POL-11). */
function requireStatementLimit(
  { ctx, customer }: CustomerCall,
  statements: readonly StoredStatement[],
  before: number,
): void {
  const most = Math.max(maxStatements, before);
  if (readStatements(statements, customer.organizationId, ctx.config.policyPrefix).length > most)
    throw invalid(`Send at most ${maxStatements} statements`);
}

/** Throws for a policy that is locked by its tags, and for an archived group's own policy. */
async function requireOpen({ ctx }: CustomerCall, policy: Row<"policies">): Promise<void> {
  if (!isEditable(policy)) throw forbidden("This policy cannot be changed");
  for (const group of await groupsOfPolicy(ctx.db, policy.id)) {
    if (group.kind !== "ATTACHED" && group.archivedAt !== null) throw archived("group");
  }
}

mutation("CommonCreatePolicy", {
  description: "Creates an access policy.",
  type: Policy,
  args: builder.args((t) => ({
    addPolicyDto: t.field({ type: AddPolicy, required: true }),
    customerId: t.id({ required: true }),
  })),
  access: { code: "org:editUser", scope: ({ customerId }) => ({ customerId }) },
  validate: z.object({ addPolicyDto, customerId: z.string() }),
  alone: "because policies name customers and departments of others, and rights are weighed with them",
  changes: { of: policyKind, made: ({ id }) => [id] },
  resolve: async ({ addPolicyDto: { id, name, description, statements: sent } }, call) => {
    const { ctx, customer } = call;
    if (await findPolicy(ctx.db, id)) throw conflict("A policy with this id already exists");
    const statements = toStoredStatements(sent);
    requireStatementLimit(call, statements, 0);
    await requireChange(call, [], statements);
    await requireExistingPlaces(call, [], statements);
    const policy = {
      ...(await editionAfter(call, noEdition, 0)),
      id,
      name,
      description: description || null,
      organizationId: customer.organizationId,
      customerId: customer.id,
      tags: JSON.stringify([{ name: "editable", value: "true" }]),
      statements: JSON.stringify(statements),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await insertPolicy(ctx.db, policy);
    return policy;
  },
});

mutation("CommonUpdatePolicy", {
  description: "Replaces an access policy.",
  type: Policy,
  args: {
    ...builder.args((t) => ({ addPolicyDto: t.field({ type: AddPolicy, required: true }) })),
    ...versionArg,
  },
  access: {
    code: "org:editUser",
    scope: async ({ addPolicyDto: { id } }: { addPolicyDto: { id: string } }, ctx) => ({
      customerId: (await findPolicy(ctx.db, id))?.customerId ?? "",
    }),
  },
  validate: z.object({ addPolicyDto: addPolicyDto.extend({ id: z.string() }) }),
  alone: "because policies name customers and departments of others, and rights are weighed with them",
  changes: { of: policyKind, ids: ({ addPolicyDto: { id } }) => [id] },
  resolve: async ({ addPolicyDto: { id, name, description, statements: sent }, version }, call) => {
    const { ctx } = call;
    const policy = await policyFor(call, id);
    const statements = toStoredStatements(sent);
    requireStatementLimit(call, statements, formsOf(ctx, policy).length);
    await requireOpen(call, policy);
    const named = { ...policy, name, description: description || null };
    return {
      ...(await savePolicy(call, named, statements, version)),
      hiddenGroups: await hiddenGroupIds(call, undefined),
    };
  },
});

const PolicyIdFilter = inputOf("CommonPolicyIdFilter", { policyId: "ID" });

const PolicyUpdate = builder.inputType("CommonPolicyUpdateInput", {
  description: "Either the statements, or the form that produces them.",
  fields: (t) => ({
    statements: t.field({ type: [StatementInput] }),
    permissionTabState: t.field({ type: FormStateInput }),
  }),
});

mutation("CommonUpdatePolicyV2", {
  description: "Changes only the given parts of an access policy.",
  type: Policy,
  args: {
    ...builder.args((t) => ({
      filter: t.field({ type: PolicyIdFilter, required: true }),
      update: t.field({ type: PolicyUpdate, required: true }),
    })),
    ...versionArg,
  },
  access: {
    code: "org:editUser",
    scope: async ({ filter: { policyId } }: { filter: { policyId: string } }, ctx) => ({
      customerId: (await findPolicy(ctx.db, policyId))?.customerId ?? "",
    }),
    anyDepartment: true,
  },
  alone: "because policies name customers and departments of others, and rights are weighed with them",
  changes: { of: policyKind, ids: ({ filter: { policyId } }) => [policyId] },
  resolve: async ({ filter: { policyId }, update, version }, call) => {
    const { db } = call.ctx;
    const policy = await findPolicy(db, policyId);
    if (!policy) throw notFound();
    const groups = await groupsOfPolicy(db, policyId);
    // A policy that is not a group's own belongs to the customer, as in CommonUpdatePolicy.
    if (groups.every(({ kind }) => kind === "ATTACHED")) {
      await policyFor(call, policyId);
      if (!(await holdsOn(call, "org:editUser", call.customer.rootHierarchyId))) throw forbidden();
    }
    for (const { id, kind } of groups) {
      const group = await groupFor(call, id, "org:editUser");
      if (kind !== "ATTACHED" && group.archivedAt !== null) throw archived("group");
    }
    const { permissionTabState: form, statements: given } = update;
    const sent = given && validate(statementRules, given);
    const statements = form ? await statementsAfter(call, policy, form) : sent && toStoredStatements(sent);
    if (!statements) throw invalid("Send statements with actions and resources");
    if (!form) requireStatementLimit(call, statements, formsOf(call.ctx, policy).length);
    return savePolicy(call, policy, statements, version);
  },
});

query("CommonGetPolicyChange", {
  type: Change,
  description:
    "What saving these statements would change, and for how many people. Refused if the save itself would be refused (PERM-60).",
  args: builder.args((t) => ({
    policyId: t.id({ required: true }),
    statements: t.field({ type: [StatementInput], required: true }),
  })),
  access: onPolicy("org:editUser"),
  // Accepts an empty list, as CommonUpdatePolicyV2 does.
  validate: z.object({ statements: statementRules }),
  resolve: async ({ policyId, statements: sent }, call) => {
    const policy = await policyFor(call, policyId);
    await requireOpen(call, policy);
    const before = parseStatements(policy.statements);
    const after = toStoredStatements(sent);
    await requirePolicyChange(call, policy, after);
    return {
      ...(await changeFor(
        call,
        { policy: { id: policyId, statements: after } },
        { rules: { before: [before], after: [after] } },
      )),
      unsaid: countInexpressible(call, before, after),
    };
  },
});
