/** Reading and saving the department tree (DEPT-04..DEPT-06, DEPT-24..DEPT-30, USER-86). */
import { mapSequentially, mapConcurrently, someSequentially } from "../../store/sequential";
import { yieldToOthers } from "../../store/event-loop";
import { z } from "zod/v4";
import { pathIn, planTree, type TreePlan } from "./department-tree";
import { noEdition } from "../../core/optimistic-lock";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { parseStatements, type StoredStatement } from "../../core/policy";
import {
  groupAmong,
  grantingPolicies,
  statementTextsNaming,
  type GrantingPolicy,
} from "../permissions/group-grants.store";
import {
  descendantsOf,
  treeBelow,
  type HierarchyTree,
  activeHierarchies,
  findHierarchy,
  removedAmong,
} from "../../core/departments.store";
import {
  archiveHierarchies,
  hierarchyChanges,
  insertHierarchies,
  listedIn,
  recordHierarchyChanges,
  setTreeEdition,
  treeEdition,
  treeEditionAmong,
  updateHierarchies,
  usageOf,
  type Usage,
} from "./departments.store";
import type { NewRow, Row } from "../../store/tables";
import { departmentsGranted, type CustomerCall, type Scope } from "../../core/access";
import { permissionCodes } from "../../core/permissions";
import { builder, rowType, inputOf, argsOf } from "../../core/builder";
import { parseTags, Tag } from "../../core/shared-types";
import { readersOf, type ApiContext } from "../../core/context";
import { Edition, editionAfter, versionArg, personField } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { locksOut } from "../permissions/permission-changes";
import { exceedsOwnRightsMessage, holdsEverything, holdsPolicies } from "../permissions/rights";
import { atMost, declareBounds, maxItems } from "../../core/bounds";
import { departmentsKind } from "./departments.record";

declareBounds({
  lists: {
    "ORGGetHierarchyChanges.hierarchyIds": atMost(5_000, "departments"),
    "ORGGetHierarchyUsage.hierarchyIds": atMost(5_000, "departments"),
    "ORGGetHierarchyMovesBeyond.hierarchies": maxItems(5_000, "A save changes at most 5,000 departments."),
    "ORGGetRemovedHierarchies.hierarchyIds": atMost(9_000, "departments"),
    "ORGUpdateHierarchies.hierarchies": maxItems(5_000, "A save changes at most 5,000 departments."),
  },
});

/** A department with its descendants. `isHeld` is set if the caller's rights were requested. */
interface HeldTree extends HierarchyTree {
  readonly isHeld?: boolean;
  readonly children: HeldTree[];
}

const HierarchyNode = builder.objectRef<HeldTree>("HierarchyNode");
HierarchyNode.implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    parentId: t.exposeID("parentId", { nullable: true }),
    organizationId: t.exposeID("organizationId"),
    customerId: t.exposeID("customerId"),
    name: t.exposeString("name"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    children: t.expose("children", { type: [HierarchyNode] }),
    tags: t.field({ type: [Tag], resolve: (node) => parseTags(node.tags) }),
    isHeld: t.boolean({
      description:
        "Whether the caller has the permission `heldCode` on the department; true without `heldCode`.",
      resolve: ({ isHeld }) => isHeld ?? true,
    }),
    edition: t.field({
      type: Edition,
      description: "The version of the customer's whole department tree, which is saved as a unit.",
      resolve: async ({ customerId }, _args, { db }) => (await treeEditionAmong(db, customerId)) ?? noEdition,
    }),
  }),
});

const ChildrenShape = builder.enumType("ORGChildrenShape", { values: ["tree", "flatArray"] });

const HierarchyFilter = inputOf("ORGHierarchyFilter", { _id: "ID?", customerId: "ID?" });

interface HierarchyArgs {
  filter: { _id?: string | null; customerId?: string | null };
  childrenShape?: "tree" | "flatArray" | null;
  heldCode?: string | null;
}

const hierarchyArgs = builder.args((t) => ({
  filter: t.field({ type: HierarchyFilter, required: true }),
  childrenShape: t.field({ type: ChildrenShape }),
  heldCode: t.string({ description: "The permission code that `isHeld` reports on." }),
}));

/**
 * Returns the scope of a filter that names a department, its customer, or both; if both, they must belong
 * together.
 */
async function hierarchyScope({ filter }: HierarchyArgs, ctx: ApiContext): Promise<Scope> {
  if (!filter._id && !filter.customerId) throw invalid("filter needs _id or customerId");
  const customerId = filter.customerId ?? (await findHierarchy(ctx.db, filter._id ?? ""))?.customerId;
  if (!customerId) throw notFound();
  return { customerId, hierarchyId: filter._id };
}

async function hierarchy(
  call: CustomerCall,
  id: string,
  { childrenShape, heldCode }: Omit<HierarchyArgs, "filter">,
): Promise<HeldTree> {
  const tree = await treeBelow(call.ctx.db, call.customer.id, id);
  if (!tree) throw notFound();
  const code = permissionCodes.find((one) => one === heldCode);
  if (heldCode != null && !code) throw invalid("Unknown permission");
  const held = code && (await departmentsGranted(call, code));
  const marked = (node: HierarchyTree): HeldTree => ({
    ...node,
    children: node.children.map(marked),
    ...(held && { isHeld: held.has(node.id) }),
  });
  const found: HeldTree = held ? marked(tree) : tree;
  if (childrenShape !== "flatArray") return found;
  return { ...found, children: descendantsOf(found).map((node) => ({ ...node, children: [] })) };
}

query("ORGGetRootHierarchy", {
  description: "A customer's whole department tree.",
  type: HierarchyNode,
  args: hierarchyArgs,
  access: { code: "edge:access", scope: hierarchyScope },
  resolve: (args, call) => hierarchy(call, call.customer.rootHierarchyId, args),
});

query("ORGGetHierarchy", {
  description: "A department and its descendants.",
  type: HierarchyNode,
  args: hierarchyArgs,
  access: { code: "edge:access", scope: hierarchyScope },
  resolve: (args, call) => hierarchy(call, call.hierarchyId, args),
});

// ---- tree for the read-only page (DEPT-04) ----

interface NamedTree {
  id: string;
  name: string;
  users: number | null;
  vacancies: number | null;
  children: NamedTree[];
}
interface TreeShape extends Pick<HierarchyTree, "createdAt" | "updatedAt" | "archivedAt"> {
  customerId: string;
  root: NamedTree;
}

const NamedNode = builder.objectRef<NamedTree>("IDPHierarchyNode");
NamedNode.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    users: t.exposeInt("users", {
      nullable: true,
      description: "Active users directly in the department; null without the right to list them there.",
    }),
    vacancies: t.exposeInt("vacancies", {
      nullable: true,
      description: "Active vacancies directly in the department; null without the right to list them there.",
    }),
    children: t.expose("children", { type: [NamedNode] }),
  }),
});
const NamedTreeType = builder.objectRef<TreeShape>("IDPHierarchyTree").implement({
  fields: (t) => ({
    customerId: t.exposeID("customerId"),
    rootHierarchy: t.field({ type: NamedNode, resolve: ({ root }) => root }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
  }),
});
const CustomerFilter = inputOf("IDPHierarchyTreeFilter", { customerId: "ID" });

query("IDPGetHierarchyTree", {
  description: "A customer's whole department tree, with what each department holds.",
  type: NamedTreeType,
  args: builder.args((t) => ({ filter: t.field({ type: CustomerFilter, required: true }) })),
  access: { code: "edge:access", scope: ({ filter }) => ({ customerId: filter.customerId }) },
  resolve: async (_args, call) => {
    const { ctx, customer } = call;
    const tree = await hierarchy(call, customer.rootHierarchyId, {});
    const mayList = {
      users: await departmentsGranted(call, "org:listUser"),
      vacancies: await departmentsGranted(call, "apps:listVacancy"),
    };
    const listed = await listedIn(ctx.db, customer.id);
    const countIn = (list: keyof typeof mayList, id: string) =>
      mayList[list].has(id) ? listed(list, id) : null;
    const named = ({ id, name, children }: HierarchyTree): NamedTree => ({
      id,
      name,
      users: countIn("users", id),
      vacancies: countIn("vacancies", id),
      children: children.map(named),
    });
    return { ...tree, customerId: customer.id, root: named(tree) };
  },
});

// ---- usage, and concurrent changes ----

interface UsageShape extends Usage {
  readonly id: string;
}
const UsageType = builder.objectRef<UsageShape>("HierarchyUsage").implement({
  description: "The contents of the department itself, including archived ones, without its descendants.",
  fields: (t) => ({
    _id: t.exposeID("id"),
    users: t.exposeInt("users"),
    groups: t.exposeInt("groups"),
    vacancies: t.exposeInt("vacancies"),
  }),
});

const RemovedType = rowType<{ id: string; name: string }>()("ORGRemovedHierarchy", {
  _id: "ID",
  name: "String",
});

query("ORGGetRemovedHierarchies", {
  type: [RemovedType],
  description: "The given departments that have been removed. Rules may still name them (POL-41).",
  args: argsOf({ customerId: "ID", hierarchyIds: ["ID"] }),
  access: { code: "org:listUser", scope: ({ customerId }) => ({ customerId }), anyDepartment: true },
  resolve: async ({ hierarchyIds }, { ctx, customer }) =>
    (await removedAmong(ctx.db, hierarchyIds)).filter(({ customerId }) => customerId === customer.id),
});

query("ORGGetHierarchyUsage", {
  type: [UsageType],
  description: "Only active departments of the customer are returned.",
  args: argsOf({ customerId: "ID", hierarchyIds: ["ID"] }),
  access: { code: "org:editUser", scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ hierarchyIds }, { ctx, customer }) => {
    const wanted = new Set(hierarchyIds);
    const found = (await activeHierarchies(ctx.db, customer.id)).filter(({ id }) => wanted.has(id));
    const ids = found.map(({ id }) => id);
    const usage = await usageOf(ctx.db, ids);
    return ids.map((id) => ({ id, ...usage(id) }));
  },
});

const Change = builder.objectRef<Row<"hierarchy_changes">>("HierarchyChange").implement({
  fields: (t) => ({
    version: t.exposeInt("version"),
    _id: t.exposeID("hierarchyId"),
    kind: t.exposeString("kind", { description: "CREATED, RENAMED, MOVED or ARCHIVED." }),
    name: t.exposeString("name"),
    before: t.exposeString("before", { nullable: true }),
    after: t.exposeString("after", { nullable: true }),
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    changedBy: t.string(personField(({ changedBy }) => changedBy, "A display name.")),
  }),
});

/** Maximum number of changes returned. */
const maxChanges = 50;

query("ORGGetHierarchyChanges", {
  type: [Change],
  description: "The changes saved to the tree after a version, latest first, at most 50.",
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    sinceVersion: t.int({ required: true }),
    hierarchyIds: t.idList({ description: "Only changes of these departments." }),
  })),
  access: { code: "org:editUser", scope: ({ customerId }) => ({ customerId }) },
  resolve: ({ sinceVersion, hierarchyIds }, { ctx, customer }) =>
    hierarchyChanges(ctx.db, customer.id, sinceVersion, hierarchyIds ?? null, maxChanges),
});

// ---- saving ----

const HierarchyInput = builder.inputType("ORGHierarchyInput", {
  fields: (t) => ({
    _id: t.id({
      required: true,
      description: 'For a new department, a temporary id that begins with "new-".',
    }),
    parentId: t.id(),
    name: t.string({ required: true }),
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    position: t.int({
      description: "The position among its siblings. If omitted: unchanged, or last under a new parent.",
    }),
    archivedAt: t.field({
      type: "DateTime",
      description: "If set, archives the department and all its descendants.",
    }),
  }),
});

interface SavedTree {
  updated: HierarchyTree[];
  created: HierarchyTree[];
  archived: HierarchyTree[];
}
const SavedTreeType = builder.objectRef<SavedTree>("ORGUpdatedHierarchies").implement({
  fields: (t) => ({
    updated: t.expose("updated", { type: [HierarchyNode] }),
    created: t.expose("created", { type: [HierarchyNode] }),
    archived: t.expose("archived", { type: [HierarchyNode] }),
  }),
});

const savedHierarchy = z.object({
  _id: z.string().min(1).max(100),
  parentId: z.string().max(100).nullish(),
  name: z.string().max(10_000),
  organizationId: z.string(),
  customerId: z.string(),
  position: z.int().min(0).max(1_000_000).nullish(),
  archivedAt: z.number().nullish(),
});
type SentHierarchy = z.infer<typeof savedHierarchy>;

const savedHierarchies = z.array(savedHierarchy);

/** Access check of a save; the departments determine the customer. */
const onHierarchies = {
  code: "org:editUser",
  scope: ({ hierarchies }: { hierarchies: readonly { customerId: string; organizationId: string }[] }) => ({
    customerId: hierarchies[0]?.customerId ?? "",
    organizationId: hierarchies[0]?.organizationId,
  }),
} as const;

/** Throws if a department belongs to another customer. */
function requireOwn({ customer }: CustomerCall, hierarchies: readonly SentHierarchy[]): void {
  const isForeign = ({ customerId, organizationId }: SentHierarchy) =>
    customerId !== customer.id || organizationId !== customer.organizationId;
  if (hierarchies.some(isForeign)) throw notFound();
}

const planOf = (
  { ctx }: CustomerCall,
  stored: readonly Row<"hierarchies">[],
  hierarchies: readonly SentHierarchy[],
): TreePlan =>
  planTree(
    stored,
    hierarchies.map(({ _id, parentId, name, position, archivedAt }) => ({
      id: _id,
      parentId: parentId ?? null,
      name,
      position,
      isRemoved: archivedAt != null,
    })),
    () => newId(ctx.now),
  );

/** Groups a policy's statements by the department they name, with that id removed from their resources. */
function statementsByDepartment(text: string): Map<string, StoredStatement[]> {
  const found = new Map<string, StoredStatement[]>();
  for (const { resources, ...statement } of parseStatements(text)) {
    const places = new Map<string, string[]>();
    for (const resource of resources) {
      const at = resource.lastIndexOf(":") + 1;
      const named = resource.slice(at);
      places.set(named, [...(places.get(named) ?? []), resource.slice(0, at)]);
    }
    for (const [named, own] of places)
      found.set(named, [...(found.get(named) ?? []), { ...statement, resources: own }]);
  }
  return found;
}

/** Moves checked per batch. */
const movesPerBatch = 100;

/**
 * Returns the departments with a move that must be refused. A policy applies to everything below the
 * department it names, so a move grants and revokes rights that groups of any customer hold on the
 * departments being left or entered. The caller must hold these rights on the moved department in the current
 * tree; holding them at the target is not enough. A move is also refused if a Deny would then apply to people
 * with more rights than the caller.
 */
async function movesBeyondRights(
  call: CustomerCall,
  { updated, before, after }: TreePlan,
): Promise<string[]> {
  if (holdsEverything(call)) return [];
  const { ctx } = call;
  const moves = updated.flatMap(({ before: was, after: is }) => {
    if (was.parentId === is.parentId) return [];
    const [from, to] = [pathIn(before, was.id), pathIn(after, is.id)];
    const come = to.filter((id) => !from.includes(id));
    return [{ id: is.id, come, passed: [...from.filter((id) => !to.includes(id)), ...come] }];
  });
  const allPassed = new Set(moves.flatMap(({ passed }) => passed));
  const naming = await mapSequentially(readersOf(ctx), (region) => statementTextsNaming(region, allPassed));
  const policies = new Map(
    [...allPassed].map((id) => [id, new Map(naming.flatMap((found) => [...(found.get(id) ?? [])]))]),
  );
  const policiesNaming = (id: string) => policies.get(id) ?? new Map<string, string[]>();
  // The same policies may name thousands of departments, so the parsed statements are memoized.
  const known = new Map<string, ReturnType<typeof statementsByDepartment>>();
  /** Returns the statements about department `named`, rewritten to name `instead`. */
  const statementsOn = (texts: readonly string[], named: string, instead: string) =>
    texts.flatMap((text) => {
      const departments = known.get(text) ?? statementsByDepartment(text);
      known.set(text, departments);
      return (departments.get(named) ?? []).map(({ resources, ...statement }) => ({
        ...statement,
        resources: resources.map((place) => place + instead),
      }));
    });
  /** Returns the rights of groups as if the Deny statements on department `named` also applied to `moved`. */
  const denying = async (named: string, moved: string) =>
    mapConcurrently(
      policiesNaming(named),
      async ([groupId, texts]): Promise<[string, GrantingPolicy[]][]> => {
        const denied = statementsOn(texts, named, moved).filter(({ effect }) => effect === "Deny");
        if (denied.length === 0 || !(await groupAmong(ctx.db, groupId))) return [];
        const statements = JSON.stringify(denied);
        return [
          [groupId, [...(await grantingPolicies(ctx.db, groupId, true)), { policyId: moved, statements }]],
        ];
      },
    );
  const weigh = async ({ id, come, passed }: (typeof moves)[number]) => {
    const isBeyond = async (named: string) =>
      someSequentially(
        [...policiesNaming(named).values()],
        async (texts) => !(await holdsPolicies(call, [JSON.stringify(statementsOn(texts, named, id))])),
      );
    const groups = async () => new Map((await mapConcurrently(come, (named) => denying(named, id))).flat(2));
    return (await someSequentially(passed, isBeyond)) || (await locksOut(call, { groups: await groups() }))
      ? [id]
      : [];
  };
  // Works in batches, so that other calls run in between.
  const refused: string[][] = [];
  for (let from = 0; from < moves.length; from += movesPerBatch) {
    await yieldToOthers();
    refused.push(...(await mapConcurrently(moves.slice(from, from + movesPerBatch), weigh)));
  }
  return refused.flat();
}

query("ORGGetHierarchyMovesBeyond", {
  type: ["ID"],
  description:
    "The moved departments that a save would refuse, because the move would grant or remove permissions that the caller does not hold (DEPT-36).",
  args: builder.args((t) => ({ hierarchies: t.field({ type: [HierarchyInput], required: true }) })),
  access: onHierarchies,
  validate: z.object({ hierarchies: savedHierarchies }),
  resolve: async ({ hierarchies }, call) => {
    requireOwn(call, hierarchies);
    const plan = planOf(call, await activeHierarchies(call.ctx.db, call.customer.id), hierarchies);
    return movesBeyondRights(call, plan);
  },
});

/** Returns the change log of a save, in the order created, renamed and moved, archived. */
function treeChanges({ created, updated, archived, before, after }: TreePlan) {
  type Change = Pick<NewRow<"hierarchy_changes">, "hierarchyId" | "kind" | "name" | "before" | "after">;
  const nameIn = (nodes: TreePlan["after"], id: string | null) => nodes.get(id ?? "")?.name ?? null;
  return [
    ...created.map(({ id, name, parentId }): Change => {
      return { hierarchyId: id, kind: "CREATED", name, before: null, after: nameIn(after, parentId) };
    }),
    ...updated.flatMap(({ before: was, after: is }): Change[] => [
      ...(was.name === is.name
        ? []
        : [
            { hierarchyId: is.id, kind: "RENAMED" as const, name: is.name, before: was.name, after: is.name },
          ]),
      ...(was.parentId === is.parentId && was.position === is.position
        ? []
        : [
            {
              hierarchyId: is.id,
              kind: "MOVED" as const,
              name: is.name,
              before: nameIn(before, was.parentId),
              after: nameIn(after, is.parentId),
            },
          ]),
    ]),
    ...archived.map(({ id, name, parentId }): Change => {
      return { hierarchyId: id, kind: "ARCHIVED", name, before: nameIn(before, parentId), after: null };
    }),
  ];
}

mutation("ORGUpdateHierarchies", {
  description: "Saves a customer's department tree.",
  type: SavedTreeType,
  args: builder.args((t) => ({
    hierarchies: t.field({ type: [HierarchyInput], required: true }),
    ...versionArg,
  })),
  access: onHierarchies,
  validate: z.object({ hierarchies: savedHierarchies }),
  alone: "because policies of other customers name departments",
  changes: { of: departmentsKind, ids: ({ hierarchies }) => [hierarchies[0]?.customerId] },
  resolve: async ({ hierarchies, version }, call) => {
    const { ctx, caller, customer } = call;
    requireOwn(call, hierarchies);
    const edition = await editionAfter(call, await treeEdition(ctx.db, customer.id), version);
    const stored = await activeHierarchies(ctx.db, customer.id);
    const plan = planOf(call, stored, hierarchies);
    if ((await movesBeyondRights(call, plan)).length > 0) throw forbidden(exceedsOwnRightsMessage);
    const closed = plan.archived.map(({ id }) => id);
    const usage = await usageOf(ctx.db, closed);
    if (closed.some((id) => Object.values(usage(id)).some((count) => count > 0)))
      throw conflict("This department is still in use.");

    const now = ctx.now;
    const rows = new Map(stored.map((row) => [row.id, row]));
    const rowOf = (id: string) => {
      const row = rows.get(id);
      if (!row) throw notFound();
      return { ...row, updatedAt: now, children: [] };
    };
    const { id: customerId, organizationId } = customer;
    const times = { createdAt: now, updatedAt: now, archivedAt: null };
    const made = plan.created.map((node) => ({ ...node, customerId, organizationId, tags: "[]", ...times }));
    const changed = plan.updated.map(({ after }) => ({ ...after, updatedAt: now }));
    await insertHierarchies(ctx.db, made);
    await updateHierarchies(ctx.db, changed);
    await archiveHierarchies(ctx.db, closed, now);
    const created = made.map((row) => ({ ...row, children: [] }));
    const updated = changed.map((after) => ({ ...rowOf(after.id), ...after }));
    const archived = closed.map((id) => ({ ...rowOf(id), archivedAt: now }));
    await setTreeEdition(ctx.db, customer.id, edition);
    const saved = { customerId, version: edition.version, changedAt: now, changedBy: caller.user.id };
    await recordHierarchyChanges(
      ctx.db,
      treeChanges(plan).map((change) => ({ ...saved, ...change })),
    );
    return { updated, created, archived };
  },
});
