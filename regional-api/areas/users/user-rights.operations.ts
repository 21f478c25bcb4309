/** A user's rights at the customer, with reasons (USER-88). */
import { explain, type ActionExplanation } from "./explanation";
import { parseStatements, type Pattern } from "../../core/policy";
import { descendantsOf, treeBelow } from "../../core/departments.store";
import { policiesOfUser, type PolicyOfUser } from "./users.store";
import { rootOf, type CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { query } from "../../core/operation";
import { groupsLeftOut } from "../permissions/rights";
import { onUser, theUser, userFilterArg } from "./users.operations";

const placeKinds = ["EVERYWHERE", "ORGANIZATION", "CUSTOMER", "DEPARTMENT"] as const;
interface Place {
  readonly kind: (typeof placeKinds)[number];
  /** Name of the department; null for other resources, which are the caller's own customer or wider. */
  readonly name: string | null;
}

interface ReasonShape {
  readonly effect: "Allow" | "Deny";
  /** Null for a group of the provider that is hidden from the caller. */
  readonly origin: PolicyOfUser | null;
  readonly places: Place[];
}

interface PermissionShape {
  readonly action: string;
  readonly verdict: ActionExplanation<unknown>["verdict"];
  readonly reasons: ReasonShape[];
}

const Verdict = builder.enumType("ORGPermissionVerdict", {
  values: ["ALLOWED", "PARTLY", "INEFFECTIVE", "DENIED"] as const,
  description:
    "Granted on all departments of the customer, on some, on some although the action requires the whole customer, or on none.",
});
const Effect = builder.enumType("ORGPolicyEffect", { values: ["Allow", "Deny"] as const });
const PlaceKind = builder.enumType("ORGPermissionPlaceKind", { values: placeKinds });

const PlaceType = builder.objectRef<Place>("ORGPermissionPlace").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: PlaceKind }),
    name: t.exposeString("name", { nullable: true }),
  }),
});

const OriginGroup = builder.objectRef<PolicyOfUser>("ORGPermissionGroup").implement({
  fields: (t) => ({ _id: t.exposeID("groupId"), name: t.exposeString("groupName") }),
});
const OriginPolicy = builder.objectRef<PolicyOfUser>("ORGPermissionPolicy").implement({
  fields: (t) => ({ id: t.exposeID("policyId"), name: t.exposeString("policyName") }),
});

const ReasonType = builder.objectRef<ReasonShape>("ORGPermissionReason").implement({
  description: "A policy that allows or denies the action, and the group that has the policy.",
  fields: (t) => ({
    effect: t.expose("effect", { type: Effect }),
    group: t.field({ type: OriginGroup, nullable: true, resolve: ({ origin }) => origin }),
    policy: t.field({ type: OriginPolicy, nullable: true, resolve: ({ origin }) => origin }),
    places: t.expose("places", { type: [PlaceType] }),
  }),
});

const Permission = builder.objectRef<PermissionShape>("ORGUserPermission").implement({
  fields: (t) => ({
    action: t.exposeString("action", { description: '"Section - Action name".' }),
    verdict: t.expose("verdict", { type: Verdict }),
    reasons: t.expose("reasons", { type: [ReasonType] }),
  }),
});

/** Returns everything that a user's policies say about the call's customer. */
async function permissionsOf(call: CustomerCall, userId: string): Promise<PermissionShape[]> {
  const { ctx, customer } = call;
  const root = rootOf(customer);
  const tree = await treeBelow(ctx.db, customer.id, customer.rootHierarchyId);
  const nodes = tree ? [tree, ...descendantsOf(tree)] : [];
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  const paths = new Map<string, string[]>();
  for (const { id, parentId } of nodes) paths.set(id, [...(paths.get(parentId ?? "") ?? []), id]);
  const departments = [...paths.values()].map((hierarchyPath) => ({ ...root, hierarchyPath }));

  const placeOf = ({ organizationId, customerId, hierarchyId }: Pattern): Place => {
    if (hierarchyId !== "*" && hierarchyId !== customer.rootHierarchyId) {
      return { kind: "DEPARTMENT", name: names.get(hierarchyId) ?? null };
    }
    if (customerId !== "*") return { kind: "CUSTOMER", name: null };
    return { kind: organizationId === "*" ? "EVERYWHERE" : "ORGANIZATION", name: null };
  };
  const hidden = new Set(await groupsLeftOut(call, undefined));
  const sources = (await policiesOfUser(ctx.db, userId)).map((origin) => ({
    origin,
    statements: parseStatements(origin.statements),
  }));
  return explain(sources, root, departments, ctx.config.policyPrefix).map(({ reasons, ...permission }) => ({
    ...permission,
    reasons: reasons.map(({ origin, effect, patterns }) => ({
      effect,
      origin: hidden.has(origin.groupId) ? null : origin,
      places: patterns.map(placeOf),
    })),
  }));
}

query("ORGGetUserPermissions", {
  description: "A user's permissions, with the groups and policies that grant or deny them.",
  type: [Permission],
  args: userFilterArg,
  access: onUser("org:viewUser"),
  resolve: async ({ filter }, call) =>
    permissionsOf(call, (await theUser(call, filter._id, "org:viewUser")).id),
});
