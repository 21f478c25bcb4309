/** Access policies: the list, one of them, creation, edit, and which groups have them (POL). */
import { z } from "zod/v4";
import { noEdition, type Edition as EditionShape } from "../domain/editions";
import { archived, conflict, forbidden, invalid, notFound } from "../domain/errors";
import { pageOf, type PageOf } from "../domain/paging";
import { pairChange, type Alike } from "../domain/permission-impact";
import { actionCodes, sectionActions, templateActions, templateOptions } from "../domain/permissions";
import { Grants, parseStatements, type StoredStatement } from "../domain/policy";
import { maxStatements, readStatements, type StatementForm } from "../domain/policy-form";
import { searchKey } from "../domain/text";
import { recordEvent } from "../store/audit-events";
import { findGroup, listGroups, membersAlike, statementTextsOfGroup } from "../store/groups";
import {
  attachedNames,
  attachedPolicies,
  findPolicy,
  groupsOfPolicy,
  insertPolicy,
  policiesEditionOf,
  policyMembersAlike,
  policiesOfCustomer,
  setAttached,
  updatePolicy,
} from "../store/policies";
import type { Row } from "../store/tables";
import { rootOf, type CustomerAccess, type CustomerCall } from "./access";
import { keepingAdministrator, keepsAdministrator } from "./administrators";
import { builder } from "./builder";
import { IdResult } from "./common";
import { Edition, editionAfter, versionArg, versionRule } from "./editions";
import { asStored, groupFor, record, savePolicy, statementRules } from "./group-permissions";
import { mutation, query } from "./operation";
import { Pagination, Sort } from "./paging";
import { alikeOf, Change, changeOf } from "./permission-changes";
import { formsOf, Policy, StatementInput } from "./policy-types";
import { groupsLeftOut, holdsPolicies, requireChange, requireGroup } from "./rights";

const PolicyPage = builder
  .objectRef<{ data: Row<"policies">[]; pagination: PageOf }>("CommonPolicyPage")
  .implement({
    fields: (t) => ({
      data: t.expose("data", { type: [Policy] }),
      pagination: t.expose("pagination", { type: Pagination }),
    }),
  });

const PoliciesFilter = builder.inputType("CommonPoliciesFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    skip: t.int({ required: true, description: "Pages to leave out: the page number minus 1." }),
    limit: t.int({ required: true }),
    sort: t.field({ type: Sort }),
    searchText: t.string(),
  }),
});

/** Whether it is the provider's own, which does not exist for those who hold less (GRP-53). */
const isHidden = (call: CustomerCall, { statements }: Row<"policies">) =>
  new Grants(parseStatements(statements), call.ctx.config.policyPrefix).hasWildcard() &&
  !holdsPolicies(call, [statements]);

query("CommonGetPolicies", {
  type: PolicyPage,
  args: builder.args((t) => ({ filter: t.field({ type: PoliciesFilter, required: true }) })),
  access: {
    code: "org:listUser",
    scope: ({ filter: { customerId, organizationId } }) => ({ customerId, organizationId }),
  },
  resolve: ({ filter: { skip, limit, sort, searchText } }, call) => {
    const { ctx, customer } = call;
    const field = sort?.fieldName ?? "name";
    if (field !== "name" && field !== "updatedAt") throw invalid("The list cannot be sorted by this field");
    const key = searchKey(searchText ?? "");
    const sign = sort?.order === "desc" ? -1 : 1;
    const compared = (a: Row<"policies">, b: Row<"policies">) =>
      (field === "name"
        ? a.name.localeCompare(b.name, "en", { sensitivity: "base" })
        : a.updatedAt - b.updatedAt) || (a.id < b.id ? -1 : 1);
    const found = policiesOfCustomer(ctx.db, customer.organizationId, customer.id)
      .filter((policy) => !isHidden(call, policy) && searchKey(policy.name).includes(key))
      .sort((a, b) => sign * compared(a, b));
    const { offset, ...pagination } = pageOf(found.length, skip * limit, limit);
    return { data: found.slice(offset, offset + pagination.pageSize), pagination };
  },
});

/** The policy, when it is one of the customer's list and known to the caller (POL-04). */
export function findVisiblePolicy(call: CustomerCall, id: string): Row<"policies"> | undefined {
  const { db } = call.ctx;
  const policy = findPolicy(db, id);
  if (policy?.customerId !== call.customer.id || isHidden(call, policy)) return undefined;
  return groupsOfPolicy(db, id).some(({ kind }) => kind === "TALENT_HUB") ? undefined : policy;
}

function policyFor(call: CustomerCall, id: string): Row<"policies"> {
  const policy = findVisiblePolicy(call, id);
  if (!policy) throw notFound();
  return policy;
}

const accessTo = (code: "org:listUser" | "org:editUser") =>
  ({
    code,
    scope: ({ policyId }: { policyId: string }, ctx) => ({
      customerId: findPolicy(ctx.db, policyId)?.customerId ?? "",
    }),
  }) as const satisfies CustomerAccess<{ policyId: string }>;

query("CommonGetPolicy", {
  type: Policy,
  args: builder.args((t) => ({ policyId: t.id({ required: true }) })),
  access: accessTo("org:listUser"),
  resolve: ({ policyId }, call) => policyFor(call, policyId),
});

query("CommonGetPolicyOptions", {
  type: builder.objectRef<object>("CommonPolicyOptions").implement({
    description: "What a statement is chosen from, and what its actions and resources are written as.",
    fields: (t) => ({
      SECTION_ACTIONS_MAPPINGS: t.field({ type: "JSON", resolve: () => sectionActions }),
      ROLE_ACTION_STATE_MAPPINGS: t.field({ type: "JSON", resolve: () => templateActions }),
      ROLE_TEMPLATE_OPTIONS: t.field({ type: "JSON", resolve: () => templateOptions }),
      ACTION_CODES: t.field({ type: "JSON", resolve: () => actionCodes }),
      resourcePrefix: t.string({ resolve: (_options, _args, ctx) => ctx.config.policyPrefix }),
    }),
  }),
  args: builder.args((t) => ({ customerId: t.id({ required: true }) })),
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

// Twice as long as the console's rule, for characters of two signs; the texts are the catalogue's (POL-12..POL-14).
const addPolicyDto = z.object({
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, "Please enter the user role")
    .max(200, "Please keep the user role within 100 characters"),
  description: z.string().trim().max(1_400, "Please keep the description within 700 characters").nullish(),
  statements: statementRules.min(1).max(200),
});

/** Refuses more statements than a policy may have, unless it had as many before (POL-11). */
function requireFew({ ctx }: CustomerCall, statements: readonly StoredStatement[], before: number): void {
  const most = Math.max(maxStatements, before);
  if (readStatements(statements, ctx.config.policyPrefix).length > most)
    throw invalid(`Send at most ${maxStatements} statements`);
}

mutation("CommonCreatePolicy", {
  type: Policy,
  args: builder.args((t) => ({
    addPolicyDto: t.field({ type: AddPolicy, required: true }),
    customerId: t.id({ required: true }),
  })),
  access: { code: "org:editUser", scope: ({ customerId }) => ({ customerId }) },
  validate: z.object({ addPolicyDto, customerId: z.string() }),
  resolve: ({ addPolicyDto: { id, name, description, statements: sent } }, call) => {
    const { ctx, customer } = call;
    if (findPolicy(ctx.db, id)) throw conflict("A policy with this id already exists");
    const statements = asStored(sent);
    requireFew(call, statements, 0);
    requireChange(call, [], statements);
    const policy = {
      ...editionAfter(call, noEdition, 0),
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
    insertPolicy(ctx.db, policy);
    record(call, "POLICY_CREATED", id);
    return policy;
  },
});

mutation("CommonUpdatePolicy", {
  type: Policy,
  args: {
    ...builder.args((t) => ({ addPolicyDto: t.field({ type: AddPolicy, required: true }) })),
    ...versionArg,
  },
  access: {
    code: "org:editUser",
    scope: ({ addPolicyDto: { id } }: { addPolicyDto: { id: string } }, ctx) => ({
      customerId: findPolicy(ctx.db, id)?.customerId ?? "",
    }),
  },
  validate: z.object({ addPolicyDto: addPolicyDto.extend({ id: z.string() }), version: versionRule }),
  resolve: ({ addPolicyDto: { id, name, description, statements: sent }, version }, call) => {
    const { ctx } = call;
    const policy = policyFor(call, id);
    const statements = asStored(sent);
    requireFew(call, statements, formsOf(ctx, policy).length);
    for (const group of groupsOfPolicy(ctx.db, id)) {
      if (group.kind !== "ATTACHED" && group.archivedAt !== null) throw archived("group");
    }
    savePolicy(call, policy, statements, version);
    const saved = findPolicy(ctx.db, id);
    if (!saved) throw notFound();
    const changed = { ...saved, name, description: description || null };
    updatePolicy(ctx.db, changed);
    return changed;
  },
});

query("CommonGetPolicyChange", {
  type: Change,
  description:
    "What saving these statements would change, and for how many. Refused like the save itself (POL-29).",
  args: builder.args((t) => ({
    policyId: t.id({ required: true }),
    statements: t.field({ type: [StatementInput], required: true }),
  })),
  access: accessTo("org:editUser"),
  validate: z.object({ policyId: z.string(), statements: addPolicyDto.shape.statements }),
  resolve: ({ policyId, statements: sent }, call) => {
    const { ctx, caller, customer } = call;
    const before = parseStatements(policyFor(call, policyId).statements);
    const after = asStored(sent);
    requireChange(call, before, after);
    const members = alikeOf(
      call,
      policyMembersAlike(ctx.db, policyId, caller.user.id),
      (_group, id) => id !== policyId,
    );
    return {
      ...statementChange(call, before, after, members),
      losesLastAdministrator: !keepsAdministrator(call, customer, { policyId, statements: after }),
    };
  },
});

/** What a change of statements means, those without words counted. */
function statementChange(
  call: CustomerCall,
  before: readonly StoredStatement[],
  after: readonly StoredStatement[],
  members: readonly Alike[],
) {
  const prefix = call.ctx.config.policyPrefix;
  const [old, now] = [readStatements(before, prefix), readStatements(after, prefix)];
  const said = (forms: readonly StatementForm[], effect: StatementForm["effect"]) =>
    forms.filter((form) => !form.isKept && form.effect === effect);
  const [allow, deny] = (["Allow", "Deny"] as const).map((effect) =>
    pairChange(said(old, effect), said(now, effect)),
  );
  // Who is denied something loses it.
  const pairs = {
    added: [...(allow?.added ?? []), ...(deny?.removed ?? [])],
    removed: [...(allow?.removed ?? []), ...(deny?.added ?? [])],
  };
  const texts = (forms: readonly StatementForm[]) =>
    new Set(forms.filter(({ isKept }) => isKept).map(({ statements }) => textOf(statements)));
  const [kept, keeps] = [texts(old), texts(now)];
  const unsaid =
    [...kept].filter((text) => !keeps.has(text)).length + [...keeps].filter((text) => !kept.has(text)).length;
  return { ...changeOf(call, pairs, { before, after }, members), unsaid };
}

const textOf = (statements: readonly StoredStatement[]) =>
  JSON.stringify(statements.map(({ effect, actions, resources }) => [effect, actions, resources]));

// ---- which groups have them ----

const statementsOf = (policies: readonly Row<"policies">[]): StoredStatement[] =>
  policies.flatMap(({ statements }) => parseStatements(statements));

interface SetPolicies {
  groupId: string;
  policyIds: string[];
}

const setPolicies = {
  args: builder.args((t) => ({
    groupId: t.id({ required: true }),
    policyIds: t.idList({ required: true }),
  })),
  access: {
    code: "org:editUser",
    scope: ({ groupId }: { groupId: string }, ctx: CustomerCall["ctx"]) => ({
      customerId: findGroup(ctx.db, groupId)?.customerId ?? "",
    }),
    anyDepartment: true,
  },
} as const;

/** The group, the shared policies it has and those it is to have. Refuses what the caller may not do (GRP-53, POL-28). */
function setting(call: CustomerCall, { groupId, policyIds }: SetPolicies) {
  const { db } = call.ctx;
  if (policyIds.length > 100) throw invalid("Send at most 100 policies");
  const group = groupFor(call, groupId, "org:editUser");
  if (group.archivedAt !== null) throw archived("group");
  requireGroup(call, groupId);
  const wanted = [...new Set(policyIds)].map((id) => policyFor(call, id));
  for (const { id } of wanted) {
    if (groupsOfPolicy(db, id).some(({ kind }) => kind !== "ATTACHED"))
      throw forbidden("A group's own policy cannot be given to another group");
  }
  const before = attachedPolicies(db, groupId).flatMap((id) => findPolicy(db, id) ?? []);
  requireChange(call, statementsOf(before), statementsOf(wanted));
  return { group, before, wanted };
}

query("ORGGetGroupPoliciesChange", {
  type: Change,
  description: "What giving a group these shared policies, and no others, would change, and for how many.",
  ...setPolicies,
  resolve: (args, call) => {
    const { ctx, caller } = call;
    const { groupId } = args;
    const { before, wanted } = setting(call, args);
    const members = membersAlike(ctx.db, groupId, caller.user.id);
    const attached = new Set(before.map(({ id }) => id));
    const alike = alikeOf(call, members, (of, policyId) => of !== groupId || !attached.has(policyId));
    return statementChange(call, statementsOf(before), statementsOf(wanted), alike);
  },
});

mutation("ORGGroupSetPolicies", {
  type: [IdResult],
  description: "Gives a group these shared policies beside its own, and no others (POL-26).",
  ...setPolicies,
  args: { ...setPolicies.args, ...versionArg },
  resolve: (args, call) => {
    const { ctx, caller } = call;
    const { group, wanted } = setting(call, args);
    const edition = editionAfter(call, policiesEditionOf(group), args.version);
    const ids = wanted.map(({ id }) => id);
    keepingAdministrator(call, group.customerId, () => setAttached(ctx.db, group.id, ids, edition));
    recordEvent(ctx.db, ctx, {
      event: "GROUP_POLICIES_CHANGED",
      outcome: "SUCCESS",
      actorId: caller.user.id,
      subject: group.id,
      customerId: group.customerId,
      details: { policyIds: ids },
    });
    return ids.map((id) => ({ id }));
  },
});

interface UsingGroup {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: number | null;
  readonly isOwn: boolean;
  readonly canChange: boolean;
  readonly policiesEdition: EditionShape;
}

const PolicyName = builder.objectRef<{ id: string; name: string }>("CommonPolicyName").implement({
  fields: (t) => ({ _id: t.exposeID("id"), name: t.exposeString("name") }),
});

const UsingGroupType = builder.objectRef<UsingGroup>("CommonPolicyUseGroup").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    isOwn: t.exposeBoolean("isOwn", {
      description: "Whether it is the group's own policy, which no other group can have (POL-28).",
    }),
    canChange: t.exposeBoolean("canChange", {
      description: "Whether the caller may give the group policies and take them away (GRP-54).",
    }),
    policies: t.field({
      type: [PolicyName],
      description: "All shared policies that the group has.",
      resolve: ({ id }, _args, { db }) => attachedNames(db, id),
    }),
    policiesEdition: t.expose("policiesEdition", { type: Edition, description: "Of its shared policies." }),
  }),
});

interface PolicyUse {
  readonly groups: readonly UsingGroup[];
  readonly attachable: readonly UsingGroup[];
}

const PolicyUseType = builder.objectRef<PolicyUse>("CommonPolicyUse").implement({
  fields: (t) => ({
    groups: t.field({
      type: [UsingGroupType],
      description: "The groups that have the policy, by name.",
      resolve: ({ groups }) => [...groups],
    }),
    attachable: t.field({
      type: [UsingGroupType],
      description: "The active groups that the caller may give it to, by name.",
      resolve: ({ attachable }) => [...attachable],
    }),
  }),
});

query("CommonGetPolicyUse", {
  type: PolicyUseType,
  description: "Which groups have a policy, and which could get it (POL-26).",
  args: builder.args((t) => ({ policyId: t.id({ required: true }) })),
  access: accessTo("org:listUser"),
  resolve: ({ policyId }, call) => {
    const { ctx, caller, customer } = call;
    const policy = policyFor(call, policyId);
    const hidden = new Set(groupsLeftOut(call, undefined));
    const mayEdit = caller.grants.allows("org:editUser", rootOf(customer));
    const mayGive = mayEdit && holdsPolicies(call, [policy.statements]);
    const having = groupsOfPolicy(ctx.db, policyId).filter(({ id }) => !hidden.has(id));
    const groups = having.map(({ kind, ...group }) => ({
      ...group,
      policiesEdition: policiesEditionOf(group),
      isOwn: kind !== "ATTACHED",
      canChange:
        mayGive &&
        kind === "ATTACHED" &&
        group.archivedAt === null &&
        holdsPolicies(call, statementTextsOfGroup(ctx.db, group.id)),
    }));
    const isShared = having.every(({ kind }) => kind === "ATTACHED");
    if (!mayGive || !isShared) return { groups, attachable: [] };
    const without = [...groupsLeftOut(call, "PERSON"), ...having.map(({ id }) => id)];
    const attachable = listGroups(
      ctx.db,
      { customerId: customer.id, state: "active", without },
      { fieldName: "name", order: "asc" },
      { limit: 1_000, offset: 0 },
    ).map((group) => ({
      ...group,
      policiesEdition: policiesEditionOf(group),
      isOwn: false,
      canChange: true,
    }));
    return { groups, attachable };
  },
});
