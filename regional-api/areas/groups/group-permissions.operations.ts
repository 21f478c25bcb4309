/**
 * Permission tabs of a group: reading both, and saving the talent hub's (PERM). The console's tab is saved as
 * a policy.
 */
import { mapConcurrently } from "../../store/sequential";
import { noEdition } from "../../core/optimistic-lock";
import { archived, forbidden, notFound } from "../../core/errors";
import { newUuid } from "../../core/ids";
import type { PermissionForm } from "../permissions/permission-form";
import { actionNotes, sectionActions, templateActions, templateOptions } from "../../core/permissions";
import { parseStatements } from "../../core/policy";
import { insertPolicy, policyAmong, policyOfGroup } from "../policies/policies.store";
import type { Row } from "../../store/tables";
import { grantedCustomers, type CustomerCall } from "../../core/access";
import { builder, inputOf, argsOf } from "../../core/builder";
import { Edition, editionAfter, versionArg } from "../../core/versioned-type";
import { explained, Permission } from "../permissions/explained-permissions";
import { groupFor, onGroup } from "../permissions/group-access";
import { grantingPolicies } from "../permissions/group-grants.store";
import { mutation, query } from "../../core/operation";
import { CustomerSummary } from "../customers/customers.operations";
import { Change, changeFor, hubChange } from "../permissions/permission-changes";
import {
  FormState,
  FormStateInput,
  hubPolicyName,
  isEditable,
  Policy,
  formView,
} from "../policies/policy-types";
import {
  requireExistingPlaces,
  requirePolicyChange,
  savePolicy,
  statementsAfter,
} from "../policies/policy-saving";
import { requireChange } from "../permissions/rights";
import { policyKind } from "../policies/policies.record";

const GroupIdFilter = inputOf("CommonGroupIdFilter", { groupId: "ID" });
const groupArgs = builder.args((t) => ({ filter: t.field({ type: GroupIdFilter, required: true }) }));

interface TabStateShape {
  readonly policy: Row<"policies"> | undefined;
  readonly formState: PermissionForm;
  readonly isEditable: boolean;
}

const TabState = builder.objectRef<TabStateShape>("CommonPermissionTabState").implement({
  description: "The rules of the Talent Hub tab, and the options of both tabs.",
  fields: (t) => ({
    formState: t.field({ type: FormState, resolve: ({ formState }) => formState }),
    edition: t.field({ type: Edition, resolve: ({ policy }) => policy ?? noEdition }),
    isEditable: t.exposeBoolean("isEditable"),
    SECTION_ACTIONS_MAPPINGS: t.field({ type: "JSON", resolve: () => sectionActions }),
    ACTION_NOTES: t.field({
      type: "JSON",
      description:
        "WHOLE_CUSTOMER for actions that have no effect on single departments, IDLE for actions that no operation requires.",
      resolve: () => actionNotes,
    }),
    ROLE_ACTION_STATE_MAPPINGS: t.field({ type: "JSON", resolve: () => templateActions }),
    ROLE_TEMPLATE_OPTIONS: t.field({ type: "JSON", resolve: () => templateOptions }),
  }),
});

const ofGroup = ({ filter }: { filter: { groupId: string } }) => filter.groupId;

query("CommonGetPermissionTabState", {
  description: "A group's Talent Hub permissions, as the form shows them.",
  type: TabState,
  args: groupArgs,
  access: onGroup("org:listUser", ofGroup),
  resolve: async ({ filter: { groupId } }, call) => {
    const { ctx } = call;
    const { customerId } = await groupFor(call, groupId, "org:listUser");
    const policy = await policyOfGroup(ctx.db, groupId, "TALENT_HUB");
    const own = await policyOfGroup(ctx.db, groupId, "OWN");
    const { form } = await formView(ctx, policy ?? { customerId, statements: "[]" });
    return { policy, formState: form, isEditable: own ? isEditable(own) : true };
  },
});

query("ORGGetGroupPolicy", {
  description: "The group's own access policy.",
  type: Policy,
  args: groupArgs,
  access: onGroup("org:listUser", ofGroup),
  resolve: async ({ filter: { groupId } }, call) => {
    await groupFor(call, groupId, "org:listUser");
    const policy = await policyOfGroup(call.ctx.db, groupId, "OWN");
    if (!policy) throw notFound();
    return policy;
  },
});

query("ORGGetGroupPermissions", {
  description:
    "What a group's policies, its own and shared ones, allow its members in this console; for an archived group, what they would (GRP-65).",
  type: [Permission],
  args: groupArgs,
  access: onGroup("org:listUser", ofGroup),
  resolve: async ({ filter: { groupId } }, call) => {
    const { db } = call.ctx;
    const { id, name: groupName } = await groupFor(call, groupId, "org:listUser");
    const policies = await mapConcurrently(await grantingPolicies(db, id, true), async (policy) => ({
      ...policy,
      ...{ groupId, groupName, policyName: (await policyAmong(db, policy.policyId))?.name ?? "" },
    }));
    return explained(call, policies);
  },
});

query("ORGGetOrganizationGlobalCustomers", {
  type: [CustomerSummary],
  description:
    "The organisation's customers in all regions whose users the caller may see, ordered by name (PERM-10).",
  args: argsOf({ _id: "ID" }),
  access: { code: "org:listUser", organization: ({ _id }: { _id: string }) => _id },
  resolve: (_args, call) => grantedCustomers(call, "org:listUser", call.organization.id),
});

// ---- saving ----

const TabPoliciesInput = builder.inputType("CommonPermissionTabPoliciesInput", {
  fields: (t) => ({
    groupId: t.id({ required: true }),
    permissionTabState: t.field({ type: FormStateInput, required: true }),
  }),
});

/** Returns a group if the caller may save its tabs, else throws. */
async function groupToChange(call: CustomerCall, groupId: string): Promise<Row<"groups">> {
  const group = await groupFor(call, groupId, "org:editUser");
  if (group.archivedAt !== null) throw archived("group");
  const own = await policyOfGroup(call.ctx.db, groupId, "OWN");
  if (own && !isEditable(own)) throw forbidden("This policy cannot be changed");
  return group;
}

type TabPolicies = { update: { groupId: string; permissionTabState: PermissionForm } };

mutation("CommonUpdatePermissionTabPolicies", {
  type: FormState,
  description: "Saves the Talent Hub tab (PERM-06).",
  args: {
    ...builder.args((t) => ({ update: t.field({ type: TabPoliciesInput, required: true }) })),
    ...versionArg,
  },
  access: onGroup("org:editUser", ({ update }: TabPolicies) => update.groupId),
  alone: "because policies name customers and departments of others, and rights are weighed with them",
  changes: {
    of: policyKind,
    ids: async ({ update: { groupId } }, { db }) => [(await policyOfGroup(db, groupId, "TALENT_HUB"))?.id],
    made: async (_answer, { update: { groupId } }, { db }) => [
      (await policyOfGroup(db, groupId, "TALENT_HUB"))?.id,
    ],
  },
  resolve: async ({ update: { groupId, permissionTabState: form }, version }, call) => {
    const { ctx } = call;
    const group = await groupToChange(call, groupId);
    const { customerId, organizationId } = group;
    const stored = await policyOfGroup(ctx.db, groupId, "TALENT_HUB");
    const statements = await statementsAfter(call, stored ?? { customerId, statements: "[]" }, form);
    if (stored) await savePolicy(call, stored, statements, version);
    else {
      await requireChange(call, [], statements);
      await requireExistingPlaces(call, [], statements);
      const id = newUuid();
      const policy = {
        ...(await editionAfter(call, noEdition, version)),
        id,
        organizationId,
        customerId,
        name: hubPolicyName(group.name),
        description: null,
        statements: JSON.stringify(statements),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await insertPolicy(ctx.db, policy, { groupId, kind: "TALENT_HUB" });
    }
    return form;
  },
});

// ---- preview of a change ----

const Tab = builder.enumType("CommonPermissionTab", { values: ["CONSOLE", "TALENT_HUB"] as const });

query("CommonGetPermissionChange", {
  type: Change,
  description: "What saving the tab would change, and for how many people (PERM-68).",
  args: builder.args((t) => ({
    groupId: t.id({ required: true }),
    tab: t.field({ type: Tab, required: true }),
    permissionTabState: t.field({ type: FormStateInput, required: true }),
  })),
  access: onGroup("org:editUser", ({ groupId }: { groupId: string }) => groupId),
  resolve: async ({ groupId, tab, permissionTabState: form }, call) => {
    const { ctx } = call;
    const { customerId } = await groupToChange(call, groupId);
    const isConsole = tab === "CONSOLE";
    const policy = await policyOfGroup(ctx.db, groupId, isConsole ? "OWN" : "TALENT_HUB");
    const stored = policy ?? { customerId, statements: "[]" };
    const before = parseStatements(stored.statements);
    const after = await statementsAfter(call, stored, form);
    if (policy) await requirePolicyChange(call, policy, after);
    else await requireChange(call, before, after);
    const rules = { before: [before], after: [after] };
    if (!isConsole || !policy) return hubChange(call, groupId, rules);
    return changeFor(call, { policy: { id: policy.id, statements: after } }, { rules });
  },
});
