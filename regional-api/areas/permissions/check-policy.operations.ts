/** The console's access check. */
import { mapSequentially } from "../../store/sequential";
import { z } from "zod/v4";
import { forbidden, invalid } from "../../core/errors";
import { findInDirectory } from "../../core/customers.store";
import { heldSomewhere, rootOf, type SessionCall } from "../../core/access";
import { builder, inputOf } from "../../core/builder";
import { query } from "../../core/operation";
import { atMost, declareBounds } from "../../core/bounds";

declareBounds({
  lists: {
    "CommonPolicyIdentityInput.groupIds": atMost(500, "groups", "Name"),
  },
});

const PolicyIdentity = inputOf("CommonPolicyIdentityInput", { userId: "ID", groupIds: ["ID"] });

const CheckPolicy = builder.inputType("CommonCheckPolicyInput", {
  fields: (t) => ({
    identity: t.field({ type: PolicyIdentity, required: true }),
    todos: t.field({
      type: "JSON",
      required: true,
      description:
        'Actions by resource: {"{awsRegion}:{organizationId}:{customerId}:{rootHierarchyId}": ["edge:access"]}',
    }),
  }),
});

/** Extent of the caller's wildcard over organisations (see `Grants.hasWildcard`), in ascending order. */
const reaches = ["SOME", "THIS", "EVERY"] as const;

const ProviderReach = builder.enumType("CommonProviderReach", {
  values: reaches,
  description: "Which organisations the caller manages as a whole: at least one, the resource's, or all.",
});

interface GrantedActions {
  readonly resource: string;
  readonly actions: readonly string[];
  readonly somewhere: readonly string[];
  readonly providerOf: readonly (typeof reaches)[number][];
}

const Granted = builder.objectRef<GrantedActions>("CommonGrantedActions").implement({
  fields: (t) => ({
    resource: t.exposeString("resource"),
    actions: t.stringList({ resolve: ({ actions }) => [...actions] }),
    somewhere: t.stringList({
      description: "The actions granted on at least one department of the customer.",
      resolve: ({ somewhere }) => [...somewhere],
    }),
    providerOf: t.field({ type: [ProviderReach], resolve: ({ providerOf }) => [...providerOf] }),
  }),
});

interface CheckResult {
  readonly policyResult: boolean;
  readonly granted: GrantedActions[];
}

const CheckPolicyResult = builder.objectRef<CheckResult>("CommonCheckPolicyResult").implement({
  fields: (t) => ({
    policyResult: t.exposeBoolean("policyResult", {
      description: "Whether all requested actions are granted.",
    }),
    granted: t.expose("granted", {
      type: [Granted],
      description: "The requested actions that are granted, by resource (PERM-66).",
    }),
  }),
});

const todoList = z.record(z.string(), z.array(z.string()).min(1)).refine((todos) => {
  const count = Object.keys(todos).length;
  return count > 0 && count <= 100;
});

/**
 * Returns the caller's granted actions on a resource; none on a customer that is unknown, archived or in
 * another organisation (SHELL-41).
 */
async function grantedOf(
  call: SessionCall,
  resource: string,
  actions: readonly string[],
): Promise<GrantedActions> {
  const { ctx, caller } = call;
  const [awsRegion, organizationId, customerId = "", rootHierarchyId, ...rest] = resource.split(":");
  const customer = await findInDirectory(ctx.db, customerId);
  const isInPlace =
    customer?.archivedAt === null &&
    rest.length === 0 &&
    customer.awsRegion === awsRegion &&
    customer.organizationId === organizationId &&
    customer.rootHierarchyId === rootHierarchyId;
  if (!isInPlace) return { resource, actions: [], somewhere: [], providerOf: [] };
  const place = { SOME: undefined, THIS: customer.organizationId, EVERY: "*" };
  return {
    resource,
    actions: actions.filter((action) => caller.grants.allows(action, rootOf(customer))),
    somewhere: await heldSomewhere(call, customer, actions),
    providerOf: reaches.filter((reach) => caller.grants.hasWildcard(place[reach])),
  };
}

// Ignores the groups in the request and uses the caller's stored ones (SHELL-40).
query("CommonCheckPolicy", {
  description: "Which of the requested actions the caller may perform.",
  type: CheckPolicyResult,
  args: { policy: builder.args((t) => ({ policy: t.field({ type: CheckPolicy, required: true }) })).policy },
  access: "session",
  resolve: async ({ policy }, call) => {
    if (policy.identity.userId !== call.caller.user.id) throw forbidden("The identity is not the caller's");
    const todos = todoList.safeParse(policy.todos);
    if (!todos.success) throw invalid("todos must map resources to actions");
    const requested = Object.entries(todos.data);
    const granted = await mapSequentially(requested, ([resource, actions]) =>
      grantedOf(call, resource, actions),
    );
    const policyResult = requested.every(
      ([, actions], index) => granted[index]?.actions.length === actions.length,
    );
    return { policyResult, granted };
  },
});
