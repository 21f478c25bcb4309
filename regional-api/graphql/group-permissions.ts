/** The permission tabs of a group: what they show, and saving it (PERM). */
import { z } from "zod/v4";
import { noEdition } from "../domain/editions";
import { archived, forbidden, invalid, notFound } from "../domain/errors";
import { newUuid } from "../domain/ids";
import { policyOf, wrongIn, type PermissionForm } from "../domain/permission-form";
import { pairChange } from "../domain/permission-impact";
import { sectionActions, templateActions, templateOptions } from "../domain/permissions";
import { parseStatements, type StoredStatement } from "../domain/policy";
import { recordEvent } from "../store/audit-events";
import { findGroup, membersAlike } from "../store/groups";
import { findPolicy, groupsOfPolicy, insertPolicy, policyOfGroup, updatePolicy } from "../store/policies";
import type { Row } from "../store/tables";
import { customersGranted, type CustomerAccess, type CustomerCall } from "./access";
import { keepsAdministrator } from "./administrators";
import { builder } from "./builder";
import { requireOn } from "./department-access";
import { Edition, editionAfter, versionArg, versionRule } from "./editions";
import { mutation, query } from "./operation";
import { CustomerSummary } from "./org";
import { alikeOf, Change, changeOf } from "./permission-changes";
import {
  FormState,
  FormStateInput,
  homeOf,
  isEditable,
  Policy,
  readOf,
  StatementInput,
} from "./policy-types";
import { placesOf, requireChange, requireVisible } from "./rights";

const GroupIdFilter = builder.inputType("CommonGroupIdFilter", {
  fields: (t) => ({ groupId: t.id({ required: true }) }),
});
const groupArgs = builder.args((t) => ({ filter: t.field({ type: GroupIdFilter, required: true }) }));

/** Access of an operation on one group: the call names no customer, it is that of the group. */
export const accessTo = <Args>(code: "org:listUser" | "org:editUser", idOf: (args: Args) => string) =>
  ({
    code,
    scope: (args: Args, ctx) => ({ customerId: findGroup(ctx.db, idOf(args))?.customerId ?? "" }),
    anyDepartment: true,
  }) as const satisfies CustomerAccess<Args>;

/** A group that the caller may read, or change. */
export function groupFor(
  call: CustomerCall,
  id: string,
  code: "org:listUser" | "org:editUser",
): Row<"groups"> {
  const group = requireOn(call, findGroup(call.ctx.db, id), code, "org:listUser");
  requireVisible(call, id);
  return group;
}

interface TabStateShape {
  readonly policy: Row<"policies"> | undefined;
  readonly formState: PermissionForm;
  readonly isEditable: boolean;
}

const TabState = builder.objectRef<TabStateShape>("CommonPermissionTabState").implement({
  description: "The Talent Hub tab's rules, and what both tabs choose from.",
  fields: (t) => ({
    formState: t.field({ type: FormState, resolve: ({ formState }) => formState }),
    edition: t.field({ type: Edition, resolve: ({ policy }) => policy ?? noEdition }),
    isEditable: t.exposeBoolean("isEditable"),
    SECTION_ACTIONS_MAPPINGS: t.field({ type: "JSON", resolve: () => sectionActions }),
    ROLE_ACTION_STATE_MAPPINGS: t.field({ type: "JSON", resolve: () => templateActions }),
    ROLE_TEMPLATE_OPTIONS: t.field({ type: "JSON", resolve: () => templateOptions }),
  }),
});

const ofGroup = ({ filter }: { filter: { groupId: string } }) => filter.groupId;

query("CommonGetPermissionTabState", {
  type: TabState,
  args: groupArgs,
  access: accessTo("org:listUser", ofGroup),
  resolve: ({ filter: { groupId } }, call) => {
    const { ctx } = call;
    const { customerId } = groupFor(call, groupId, "org:listUser");
    const policy = policyOfGroup(ctx.db, groupId, "TALENT_HUB");
    const own = policyOfGroup(ctx.db, groupId, "OWN");
    const { form } = readOf(ctx, policy ?? { customerId, statements: "[]" });
    return { policy, formState: form, isEditable: own ? isEditable(own) : true };
  },
});

query("ORGGetGroupPolicy", {
  type: Policy,
  args: groupArgs,
  access: accessTo("org:listUser", ofGroup),
  resolve: ({ filter: { groupId } }, call) => {
    groupFor(call, groupId, "org:listUser");
    const policy = policyOfGroup(call.ctx.db, groupId, "OWN");
    if (!policy) throw notFound();
    return policy;
  },
});

query("ORGGetOrganizationGlobalCustomers", {
  type: [CustomerSummary],
  description: "The organisation's customers of all regions whose people the caller sees, by name (PERM-10).",
  args: builder.args((t) => ({ _id: t.id({ required: true }) })),
  access: { code: "org:listUser", organization: ({ _id }: { _id: string }) => _id },
  resolve: (_args, call) => customersGranted(call, "org:listUser", call.organization.id),
});

// ---- saving ----

/** Refuses customers and departments that are not there, or not the organisation's. */
function requirePlaces(call: CustomerCall, { basic, advanced }: PermissionForm): void {
  const places = placesOf(call.ctx);
  for (const { awsRegion, organizationId, customerId, hierarchyIds } of [basic, ...advanced].flatMap(
    ({ customers }) => customers,
  )) {
    if (organizationId !== call.customer.organizationId) throw notFound();
    if (customerId === "*") {
      if (awsRegion !== "*" || hierarchyIds.some((id) => id !== "*"))
        throw invalid("Any customer means any department");
      continue;
    }
    const customer = places.customer(customerId);
    const isThere = customer?.organizationId === organizationId && customer.awsRegion === awsRegion;
    if (!isThere || hierarchyIds.some((id) => places.department(id)?.customerId !== customerId))
      throw notFound();
  }
}

/** The statements that a form makes of what is stored. Wildcards over everything do not stay beside it (PERM-56). */
export function statementsAfter(
  call: CustomerCall,
  policy: Pick<Row<"policies">, "customerId" | "statements">,
  form: PermissionForm,
): StoredStatement[] {
  const { ctx } = call;
  const wrong = wrongIn(form, homeOf(ctx, policy.customerId));
  if (wrong !== undefined) throw invalid(wrong);
  requirePlaces(call, form);
  const { kept, isWildcard } = readOf(ctx, policy);
  return policyOf(form, isWildcard ? [] : kept, ctx.config.policyPrefix);
}

/** Refuses a change that would leave the customer without anyone who may edit its users. */
export function requireAdministrator(
  call: CustomerCall,
  policyId: string,
  after: readonly StoredStatement[],
): void {
  if (!keepsAdministrator(call, call.customer, { policyId, statements: after }))
    throw forbidden(lastAdministrator);
}

const lastAdministrator = "Nobody would be left who may edit users";

/** Records what was done to a policy. */
export function record(
  call: CustomerCall,
  event: "POLICY_CHANGED" | "POLICY_CREATED",
  policyId: string,
): void {
  recordEvent(call.ctx.db, call.ctx, {
    event,
    outcome: "SUCCESS",
    actorId: call.caller.user.id,
    subject: policyId,
    customerId: call.customer.id,
  });
}

/** Stores a policy's new statements after every check of a change (PERM-26, PERM-60). */
export function savePolicy(
  call: CustomerCall,
  policy: Row<"policies">,
  statements: readonly StoredStatement[],
  version: number,
): void {
  const { ctx } = call;
  if (!isEditable(policy)) throw forbidden("This policy cannot be changed");
  const edition = editionAfter(call, policy, version);
  requireChange(call, parseStatements(policy.statements), statements);
  requireAdministrator(call, policy.id, statements);
  const { id, name, description } = policy;
  const text = JSON.stringify(statements);
  updatePolicy(ctx.db, { ...edition, id, name, description, statements: text, updatedAt: ctx.now });
  record(call, "POLICY_CHANGED", id);
}

const TabPoliciesInput = builder.inputType("CommonPermissionTabPoliciesInput", {
  fields: (t) => ({
    groupId: t.id({ required: true }),
    permissionTabState: t.field({ type: FormStateInput, required: true }),
  }),
});

type TabPolicies = { update: { groupId: string; permissionTabState: PermissionForm } };

mutation("CommonUpdatePermissionTabPolicies", {
  type: FormState,
  description: "Saves the Talent Hub tab (PERM-06).",
  args: {
    ...builder.args((t) => ({ update: t.field({ type: TabPoliciesInput, required: true }) })),
    ...versionArg,
  },
  access: accessTo("org:editUser", ({ update }: TabPolicies) => update.groupId),
  resolve: ({ update: { groupId, permissionTabState: form }, version }, call) => {
    const { ctx } = call;
    const group = groupFor(call, groupId, "org:editUser");
    if (group.archivedAt !== null) throw archived("group");
    const own = policyOfGroup(ctx.db, groupId, "OWN");
    if (own && !isEditable(own)) throw forbidden("This policy cannot be changed");
    const { customerId, organizationId } = group;
    const stored = policyOfGroup(ctx.db, groupId, "TALENT_HUB");
    const statements = statementsAfter(call, stored ?? { customerId, statements: "[]" }, form);
    if (stored) savePolicy(call, stored, statements, version);
    else {
      requireChange(call, [], statements);
      const id = newUuid();
      const policy = {
        ...editionAfter(call, noEdition, version),
        id,
        organizationId,
        customerId,
        name: `${group.name} (Talent Hub)`,
        description: null,
        statements: JSON.stringify(statements),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      insertPolicy(ctx.db, policy, { groupId, kind: "TALENT_HUB" });
      record(call, "POLICY_CREATED", id);
    }
    return form;
  },
});

const PolicyIdFilter = builder.inputType("CommonPolicyIdFilter", {
  fields: (t) => ({ policyId: t.id({ required: true }) }),
});

const PolicyUpdate = builder.inputType("CommonPolicyUpdateInput", {
  description: "The statements, or the form that they are made of.",
  fields: (t) => ({
    statements: t.field({ type: [StatementInput] }),
    permissionTabState: t.field({ type: FormStateInput }),
  }),
});

type UpdateV2 = { filter: { policyId: string } };

/** Statements as they may be sent. */
export const statementRules = z.array(
  z.object({
    actions: z.array(z.string().regex(/^(\*|[a-z]+:(\*|[A-Za-z]+))$/, "Unknown action")).min(1),
    resources: z.array(z.string().max(500)).min(1),
    effect: z.enum(["Allow", "Deny"]),
    rule: z.int().min(0).max(200).nullish(),
  }),
);

type SentStatement = Omit<StoredStatement, "rule"> & { readonly rule?: number | null | undefined };

/** Statements that were sent, as they are stored. */
export const asStored = (sent: readonly SentStatement[]): StoredStatement[] =>
  sent.map(({ rule, ...statement }) => (rule == null ? statement : { ...statement, rule }));

mutation("CommonUpdatePolicyV2", {
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
    scope: ({ filter: { policyId } }: UpdateV2, ctx) => ({
      customerId: findPolicy(ctx.db, policyId)?.customerId ?? "",
    }),
    anyDepartment: true,
  },
  resolve: ({ filter: { policyId }, update, version }, call) => {
    versionRule.parse(version);
    const { db } = call.ctx;
    const policy = findPolicy(db, policyId);
    if (!policy) throw notFound();
    for (const { id, kind } of groupsOfPolicy(db, policyId)) {
      const group = groupFor(call, id, "org:editUser");
      if (kind !== "ATTACHED" && group.archivedAt !== null) throw archived("group");
    }
    const { permissionTabState: form, statements: given } = update;
    const sent = statementRules.safeParse(given).data;
    const statements = form ? statementsAfter(call, policy, form) : sent && asStored(sent);
    if (!statements) throw invalid("Send statements with actions and resources");
    savePolicy(call, policy, statements, version);
    const saved = findPolicy(db, policyId);
    if (!saved) throw notFound();
    return saved;
  },
});

// ---- what a change would mean ----

const Tab = builder.enumType("CommonPermissionTab", { values: ["CONSOLE", "TALENT_HUB"] as const });

query("CommonGetPermissionChange", {
  type: Change,
  description: "What saving a tab would change, and for how many (PERM-68).",
  args: builder.args((t) => ({
    groupId: t.id({ required: true }),
    tab: t.field({ type: Tab, required: true }),
    permissionTabState: t.field({ type: FormStateInput, required: true }),
  })),
  access: accessTo("org:editUser", ({ groupId }: { groupId: string }) => groupId),
  resolve: ({ groupId, tab, permissionTabState: form }, call) => {
    const { ctx } = call;
    const { customerId } = groupFor(call, groupId, "org:editUser");
    const isConsole = tab === "CONSOLE";
    const policy = policyOfGroup(ctx.db, groupId, isConsole ? "OWN" : "TALENT_HUB");
    const stored = policy ?? { customerId, statements: "[]" };
    const before = parseStatements(stored.statements);
    const after = statementsAfter(call, stored, form);
    const found = membersAlike(ctx.db, groupId, call.caller.user.id);
    // What the Talent Hub tab's rules grant counts nowhere but there.
    const members = alikeOf(call, found, (_group, policyId) => isConsole && policyId !== policy?.id);
    const { form: old } = readOf(ctx, stored);
    const pairs = pairChange([old.basic, ...old.advanced], [form.basic, ...form.advanced]);
    const change = changeOf(call, pairs, { before, after }, members);
    if (!isConsole) return { ...change, losesOwnAccess: false };
    return {
      ...change,
      losesLastAdministrator:
        policy !== undefined &&
        !keepsAdministrator(call, call.customer, { policyId: policy.id, statements: after }),
    };
  },
});
