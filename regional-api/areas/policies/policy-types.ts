/** API types of policies and permission rules (POL-05, PERM-04). */
import {
  readPolicy,
  wildcardRulesOf,
  type PermissionForm,
  type PermissionRule,
  type RuleCustomer,
  maxDepartments,
} from "../permissions/permission-form";
import { parseStatements, type PolicyStatement, type ResourceScope } from "../../core/policy";
import { readStatements, type StatementForm, maxResources } from "../permissions/policy-form";
import { customerAmong } from "../../core/customers.store";
import { type PolicyKind } from "../policies/policies.store";
import { groupsOfPolicy } from "../permissions/group-grants.store";
import type { Row } from "../../store/tables";
import { builder, inputOf } from "../../core/builder";
import { parseTags, Tag } from "../../core/shared-types";
import type { ApiContext } from "../../core/context";
import { Edited } from "../../core/versioned-type";
import { atMost, declareBounds, maxItems } from "../../core/bounds";

declareBounds({
  lists: {
    "CommonPolicyStatementInput.actions": atMost(200, "actions in a statement"),
    "CommonPolicyStatementInput.resources": maxItems(
      maxResources,
      "A policy can have at most 9,000 resources",
    ),
    "CommonPermissionTabStateInput.advanced": atMost(200, "advanced rules"),
    "CommonPermissionRuleInput.actions": atMost(200, "actions in a rule"),
    "CommonPermissionRuleInput.customers": atMost(1_000, "customers in a rule"),
    "CommonRuleCustomerInput.hierarchyIds": maxItems(
      maxDepartments,
      "Please select at most 3,000 departments in all rules together",
    ),
  },
});

const Statement = builder.objectRef<PolicyStatement>("CommonPolicyStatement").implement({
  fields: (t) => ({
    actions: t.stringList({ resolve: ({ actions }) => [...actions] }),
    resources: t.stringList({ resolve: ({ resources }) => [...resources] }),
    effect: t.exposeString("effect"),
  }),
});

/** True if a policy's tags allow changing it (PERM-27). */
export const isEditable = ({ tags }: Pick<Row<"policies">, "tags">): boolean =>
  parseTags(tags).every(({ name, value }) => name !== "editable" || value === "true");

/** Returns the name of a group's talent hub policy. */
export const hubPolicyName = (groupName: string): string => `${groupName} (Talent Hub)`;

const RuleCustomerType = builder.objectRef<RuleCustomer>("CommonRuleCustomer").implement({
  fields: (t) => ({
    customerId: t.exposeID("customerId"),
    hierarchyIds: t.idList({ resolve: ({ hierarchyIds }) => [...hierarchyIds] }),
    awsRegion: t.exposeString("awsRegion"),
    organizationId: t.exposeID("organizationId"),
  }),
});

const Rule = builder.objectRef<PermissionRule>("CommonPermissionRule").implement({
  fields: (t) => ({
    customers: t.field({ type: [RuleCustomerType], resolve: ({ customers }) => [...customers] }),
    actions: t.stringList({ resolve: ({ actions }) => [...actions] }),
  }),
});

export const FormState = builder.objectRef<PermissionForm>("CommonPermissionFormState").implement({
  fields: (t) => ({
    basic: t.field({ type: Rule, resolve: ({ basic }) => basic }),
    advanced: t.field({ type: [Rule], resolve: ({ advanced }) => [...advanced] }),
  }),
});

/** Returns the root scope of a policy's customer. */
export async function homeOf({ db }: Pick<ApiContext, "db">, customerId: string): Promise<ResourceScope> {
  const customer = await customerAmong(db, customerId);
  if (!customer) throw new Error("a policy is of a customer that is not there");
  const { awsRegion, organizationId, rootHierarchyId } = customer;
  return { awsRegion, organizationId, customerId, hierarchyId: rootHierarchyId };
}

/** Returns a policy's statements as the form shows them. */
export const formView = async (
  ctx: Pick<ApiContext, "db" | "config">,
  { customerId, statements }: Pick<Row<"policies">, "customerId" | "statements">,
) => readPolicy(parseStatements(statements), await homeOf(ctx, customerId), ctx.config.policyPrefix);

const StatementFormType = builder.objectRef<StatementForm>("CommonStatementForm").implement({
  description: "A statement as the form shows it (POL-09), or as stored if the form cannot show it (POL-25).",
  fields: (t) => ({
    effect: t.exposeString("effect"),
    actions: t.stringList({ resolve: ({ actions }) => [...actions] }),
    customers: t.field({ type: [RuleCustomerType], resolve: ({ customers }) => [...customers] }),
    isKept: t.exposeBoolean("isKept", {
      description: "Whether the statement is kept as stored because the form cannot show it.",
    }),
    rule: t.int({
      nullable: true,
      description: "The `rule` number stored with the statements. Null if there is none.",
      resolve: ({ statements }) => statements[0]?.rule,
    }),
    statements: t.field({
      type: [Statement],
      description: "The stored statements, one per service.",
      resolve: ({ statements }) => [...statements],
    }),
  }),
});

/** Memoizes a value that several fields derive from the same policy. */
function memoized<Value>(of: (policy: PolicyShape, ctx: ApiContext) => Value) {
  const known = new WeakMap<PolicyShape, Value>();
  return (policy: PolicyShape, ctx: ApiContext): Value => {
    const value = known.get(policy) ?? of(policy, ctx);
    known.set(policy, value);
    return value;
  };
}

/** Returns a policy's statements as form statements. */
export const formsOf = (
  { config }: Pick<ApiContext, "config">,
  { organizationId, statements }: Pick<Row<"policies">, "organizationId" | "statements">,
) => readStatements(parseStatements(statements), organizationId, config.policyPrefix);

interface PolicyGroup {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: number | null;
  readonly kind: PolicyKind;
}

const PolicyGroupType = builder.objectRef<PolicyGroup>("CommonPolicyGroup").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    isOwn: t.boolean({
      description: "Whether it is the group's own policy, which cannot be shared (POL-28).",
      resolve: ({ kind }) => kind !== "ATTACHED",
    }),
  }),
});

/** A policy, with the ids of all groups that are hidden from the caller. */
type PolicyShape = Row<"policies"> & { readonly hiddenGroups?: readonly string[] };

const sharedForms = memoized((policy, ctx) => formsOf(ctx, policy));
const sharedFormView = memoized((policy, ctx) => formView(ctx, policy));

export const Policy = builder.objectRef<PolicyShape>("CommonPolicy").implement({
  interfaces: [Edited],
  fields: (t) => ({
    id: t.exposeID("id"),
    customerId: t.exposeID("customerId"),
    name: t.exposeString("name"),
    description: t.exposeString("description", { nullable: true }),
    tags: t.field({ type: [Tag], resolve: (policy) => parseTags(policy.tags) }),
    statements: t.field({ type: [Statement], resolve: (policy) => parseStatements(policy.statements) }),
    statementForms: t.field({
      type: [StatementFormType],
      description: "The policy's statements as the form shows them.",
      resolve: (policy, _args, ctx) => sharedForms(policy, ctx),
    }),
    statementsCount: t.int({
      description: "The number of statements that the form shows.",
      resolve: (policy, _args, ctx) => sharedForms(policy, ctx).length,
    }),
    isEditable: t.boolean({ resolve: isEditable }),
    isWildcard: t.boolean({
      description: "Whether the policy allows everything (PERM-56).",
      resolve: async (policy, _args, ctx) => (await sharedFormView(policy, ctx)).isWildcard,
    }),
    keptCount: t.int({
      description: "The number of statements that the form cannot show. Saving the form keeps them (POL-25).",
      resolve: async (policy, _args, ctx) => (await sharedFormView(policy, ctx)).kept.length,
    }),
    wideRules: t.field({
      type: [Rule],
      description: "The wildcard grants of the kept statements, one rule per statement (PERM-75).",
      resolve: async (policy, _args, ctx) => {
        const { kept, isWildcard } = await sharedFormView(policy, ctx);
        return isWildcard ? [] : wildcardRulesOf(kept, policy.organizationId, ctx.config.policyPrefix);
      },
    }),
    formState: t.field({
      type: FormState,
      description: "The policy's permissions as the form shows them.",
      resolve: async (policy, _args, ctx) => (await sharedFormView(policy, ctx)).form,
    }),
    groups: t.field({
      type: [PolicyGroupType],
      description: "The groups with this policy that the caller may see, ordered by name.",
      resolve: async ({ id, hiddenGroups = [] }, _args, { db }) =>
        (await groupsOfPolicy(db, id)).filter((group) => !hiddenGroups.includes(group.id)),
    }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

const RuleCustomerInput = inputOf("CommonRuleCustomerInput", {
  customerId: "ID",
  hierarchyIds: ["ID"],
  awsRegion: "String",
  organizationId: "ID",
});

const RuleInput = builder.inputType("CommonPermissionRuleInput", {
  fields: (t) => ({
    customers: t.field({ type: [RuleCustomerInput], required: true }),
    actions: t.stringList({ required: true }),
  }),
});

export const FormStateInput = builder.inputType("CommonPermissionTabStateInput", {
  fields: (t) => ({
    basic: t.field({ type: RuleInput, required: true }),
    advanced: t.field({ type: [RuleInput], required: true }),
  }),
});

const Effect = builder.enumType("CommonPolicyEffect", { values: ["Allow", "Deny"] as const });

export const StatementInput = builder.inputType("CommonPolicyStatementInput", {
  fields: (t) => ({
    actions: t.stringList({ required: true }),
    resources: t.stringList({ required: true }),
    effect: t.field({ type: Effect, required: true }),
    rule: t.int({
      description:
        "Statements with the same number appear as one in the form, which is stored as one statement per service.",
    }),
  }),
});
