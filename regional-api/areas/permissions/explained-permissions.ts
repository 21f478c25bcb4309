/** Explains what policies allow at a customer, action by action: for a user (USER-88) or a group (GRP-65). */
import type { CustomerCall } from "../../core/access";
import { rootOf } from "../../core/access";
import { builder } from "../../core/builder";
import { descendantsOf, treeBelow } from "../../core/departments.store";
import { actionNotes } from "../../core/permissions";
import { parseStatements, type Pattern, type Target } from "../../core/policy";
import { type ActionExplanation, explain, verdicts } from "./explanation";
import { hiddenGroupIds } from "./rights";

/** A policy and the group that has it. */
export interface PolicyOfGroup {
  readonly groupId: string;
  readonly groupName: string;
  readonly policyId: string;
  readonly policyName: string;
  /** JSON, as stored. */
  readonly statements: string;
}

const placeKinds = ["EVERYWHERE", "ORGANIZATION", "CUSTOMER", "DEPARTMENT"] as const;
interface Place {
  readonly kind: (typeof placeKinds)[number];
  /** The department; null for other resources, which are the caller's own customer or wider. */
  readonly id: string | null;
  readonly name: string | null;
}

export interface ReasonShape {
  readonly effect: "Allow" | "Deny";
  /** Null for a group of the provider that is hidden from the caller. */
  readonly origin: PolicyOfGroup | null;
  readonly places: Place[];
  /** A department that the first of the places covers. */
  readonly target: Target;
}

export interface PermissionShape {
  readonly action: string;
  readonly verdict: ActionExplanation<unknown>["verdict"];
  readonly reasons: ReasonShape[];
}

export const Verdict = builder.enumType("ORGPermissionVerdict", {
  values: verdicts,
  description:
    "Granted on all departments of the customer, on some, on some although the action requires the whole customer, on none, or named by no policy.",
});
const Effect = builder.enumType("ORGPolicyEffect", { values: ["Allow", "Deny"] as const });
const PlaceKind = builder.enumType("ORGPermissionPlaceKind", { values: placeKinds });
const Note = builder.enumType("ORGActionNote", {
  values: ["WHOLE_CUSTOMER", "IDLE"] as const,
  description: "The action has no effect on single departments; no operation requires it.",
});

const PlaceType = builder.objectRef<Place>("ORGPermissionPlace").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: PlaceKind }),
    _id: t.exposeID("id", { nullable: true }),
    name: t.exposeString("name", { nullable: true }),
  }),
});

const OriginGroup = builder.objectRef<PolicyOfGroup>("ORGPermissionGroup").implement({
  fields: (t) => ({ _id: t.exposeID("groupId"), name: t.exposeString("groupName") }),
});
const OriginPolicy = builder.objectRef<PolicyOfGroup>("ORGPermissionPolicy").implement({
  fields: (t) => ({ id: t.exposeID("policyId"), name: t.exposeString("policyName") }),
});

export const ReasonType = builder.objectRef<ReasonShape>("ORGPermissionReason").implement({
  description: "A policy that allows or denies the action, and the group that has the policy.",
  fields: (t) => ({
    effect: t.expose("effect", { type: Effect }),
    group: t.field({ type: OriginGroup, nullable: true, resolve: ({ origin }) => origin }),
    policy: t.field({ type: OriginPolicy, nullable: true, resolve: ({ origin }) => origin }),
    places: t.expose("places", { type: [PlaceType] }),
  }),
});

export const Permission = builder.objectRef<PermissionShape>("ORGUserPermission").implement({
  fields: (t) => ({
    action: t.exposeString("action", { description: '"Section - Action name".' }),
    note: t.field({ type: Note, nullable: true, resolve: ({ action }) => actionNotes[action] ?? null }),
    verdict: t.expose("verdict", { type: Verdict }),
    reasons: t.expose("reasons", { type: [ReasonType] }),
  }),
});

/**
 * Returns what the policies say about the call's customer, by action: all actions or `actions`, and with
 * `departmentId` only what reaches this department.
 */
export async function explained(
  call: CustomerCall,
  policies: readonly PolicyOfGroup[],
  { actions, departmentId }: { actions?: readonly string[]; departmentId?: string | undefined } = {},
): Promise<PermissionShape[]> {
  const { ctx, customer } = call;
  const root = rootOf(customer);
  const tree = await treeBelow(ctx.db, customer.id, customer.rootHierarchyId);
  const nodes = tree ? [tree, ...descendantsOf(tree)] : [];
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  const targets = new Map<string, Target>();
  for (const { id, parentId } of nodes) {
    const above = targets.get(parentId ?? "")?.hierarchyPath ?? [];
    targets.set(id, { ...root, hierarchyPath: [...above, id] });
  }
  const reaching = new Set(
    departmentId === undefined ? targets.keys() : targets.get(departmentId)?.hierarchyPath,
  );
  const departments = [...targets].flatMap(([id, target]) => (reaching.has(id) ? [target] : []));

  const placeOf = ({ organizationId, customerId, hierarchyId }: Pattern): Place => {
    if (hierarchyId !== "*" && hierarchyId !== customer.rootHierarchyId)
      return { kind: "DEPARTMENT", id: hierarchyId, name: names.get(hierarchyId) ?? null };
    const kind = customerId !== "*" ? "CUSTOMER" : organizationId === "*" ? "EVERYWHERE" : "ORGANIZATION";
    return { kind, id: null, name: null };
  };
  const hidden = new Set(await hiddenGroupIds(call, undefined));
  const sources = policies.map((origin) => ({ origin, statements: parseStatements(origin.statements) }));
  return explain(sources, root, departments, ctx.config.policyPrefix, actions).map(
    ({ reasons, ...permission }) => ({
      ...permission,
      reasons: reasons.map(({ origin, effect, patterns }) => ({
        effect,
        origin: hidden.has(origin.groupId) ? null : origin,
        places: patterns.map(placeOf),
        target: targets.get(departmentId ?? patterns[0]?.hierarchyId ?? "") ?? root,
      })),
    }),
  );
}
