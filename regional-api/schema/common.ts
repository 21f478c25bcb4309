/** Types that several areas use, and the access check of the console. */
import { z } from "zod/v4";
import { forbidden, invalid } from "../domain/errors";
import { findInDirectory } from "../store/customers";
import { rootOf, type SessionCall } from "./access";
import { builder } from "./builder";
import { query } from "./operation";

const tagList = z.array(z.object({ name: z.string(), value: z.string() }));

export type TagShape = z.infer<typeof tagList>[number];

/** The tags column of a row. */
export const parseTags = (text: string): TagShape[] => (text === "[]" ? [] : tagList.parse(JSON.parse(text)));

export const Tag = builder.objectRef<TagShape>("Tag").implement({
  fields: (t) => ({ name: t.exposeString("name"), value: t.exposeString("value") }),
});

/** The id of a row that was changed. */
export const IdResult = builder.objectRef<{ id: string }>("IdResult").implement({
  fields: (t) => ({ _id: t.exposeID("id") }),
});

const PolicyIdentity = builder.inputType("CommonPolicyIdentityInput", {
  fields: (t) => ({
    userId: t.id({ required: true }),
    groupIds: t.idList({ required: true }),
  }),
});

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

const CheckPolicyResult = builder.objectRef<{ policyResult: boolean }>("CommonCheckPolicyResult").implement({
  fields: (t) => ({ policyResult: t.exposeBoolean("policyResult") }),
});

const todoList = z.record(z.string(), z.array(z.string()).min(1)).refine((todos) => {
  const count = Object.keys(todos).length;
  return count > 0 && count <= 100;
});

/** Whether the caller may do `actions` on a resource. Unknown, archived and misplaced customers are denied (SHELL-41). */
function isAllowed({ ctx, caller }: SessionCall, resource: string, actions: readonly string[]): boolean {
  const [awsRegion, organizationId, customerId = "", rootHierarchyId, ...rest] = resource.split(":");
  const customer = findInDirectory(ctx.db, customerId);
  if (!customer || customer.archivedAt !== null || rest.length > 0) return false;
  const isInPlace =
    customer.awsRegion === awsRegion &&
    customer.organizationId === organizationId &&
    customer.rootHierarchyId === rootHierarchyId;
  return isInPlace && actions.every((action) => caller.grants.allows(action, rootOf(customer)));
}

// SHELL-40. The groups sent are not believed: the caller's own, as stored, count.
query("CommonCheckPolicy", {
  type: CheckPolicyResult,
  args: { policy: builder.args((t) => ({ policy: t.field({ type: CheckPolicy, required: true }) })).policy },
  access: "session",
  resolve: ({ policy }, call) => {
    if (policy.identity.userId !== call.caller.user.id) throw forbidden("The identity is not the caller's");
    const todos = todoList.safeParse(policy.todos);
    if (!todos.success) throw invalid("todos must map resources to actions");
    const policyResult = Object.entries(todos.data).every(([resource, actions]) =>
      isAllowed(call, resource, actions),
    );
    return { policyResult };
  },
});
