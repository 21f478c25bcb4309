/** What a change of permissions means to people, before it is saved (PERM-68, POL-26): asked by tabs, policies and groups alike. */
import { impactOf, maxImpacts, type Alike, type Impact, type PairChange } from "../domain/permission-impact";
import { Grants, parseStatements, type PolicyStatement } from "../domain/policy";
import { type Alikes, grantingPolicies } from "../store/groups";
import { rootOf, type CustomerCall } from "./access";
import { builder } from "./builder";
import { placesOf } from "./rights";

const ImpactType = builder.objectRef<Impact>("CommonPermissionImpact").implement({
  fields: (t) => ({
    action: t.exposeString("action"),
    customerId: t.string({ resolve: ({ scope }) => scope.customerId }),
    hierarchyId: t.string({ resolve: ({ scope }) => scope.hierarchyId }),
    isAdded: t.exposeBoolean("isAdded"),
    people: t.exposeInt("people"),
    isCallerAmong: t.exposeBoolean("isCallerAmong"),
  }),
});

interface ChangeShape {
  readonly impacts: readonly Impact[];
  readonly isComplete: boolean;
  readonly members: number;
  readonly losesOwnAccess: boolean;
  readonly losesLastAdministrator: boolean;
  readonly unsaid: number;
}

export const Change = builder.objectRef<ChangeShape>("CommonPermissionChange").implement({
  fields: (t) => ({
    impacts: t.field({ type: [ImpactType], resolve: ({ impacts }) => [...impacts] }),
    isComplete: t.exposeBoolean("isComplete"),
    members: t.exposeInt("members"),
    losesOwnAccess: t.exposeBoolean("losesOwnAccess", {
      description: "Whether the caller could not come into the console any more, or not edit users.",
    }),
    losesLastAdministrator: t.exposeBoolean("losesLastAdministrator"),
    unsaid: t.exposeInt("unsaid", {
      description: "How many statements without words come or go; `impacts` says nothing of them.",
    }),
  }),
});

/** People by what they hold beside the policies that change; `isOther` says which of their groups' policies do not. */
export function alikeOf(
  { ctx }: CustomerCall,
  members: readonly Alikes[],
  isOther: (groupId: string, policyId: string) => boolean,
): Alike[] {
  const known = new Map<string, readonly PolicyStatement[]>();
  const othersOf = (groupId: string) => {
    const found =
      known.get(groupId) ??
      grantingPolicies(ctx.db, groupId)
        .filter(({ policyId }) => isOther(groupId, policyId))
        .flatMap(({ statements }) => parseStatements(statements));
    known.set(groupId, found);
    return found;
  };
  return members.map(({ count, isCallers, groupIds }) => ({
    count,
    isCallers: isCallers === 1,
    others: groupIds.split(",").map(othersOf),
  }));
}

interface Statements {
  readonly before: readonly PolicyStatement[];
  readonly after: readonly PolicyStatement[];
}

/** What a change of statements means to `members`; whether an administrator stays is told by whoever asks. */
export function changeOf(
  { ctx, customer }: CustomerCall,
  pairs: PairChange,
  { before, after }: Statements,
  members: readonly Alike[],
): ChangeShape {
  const { policyPrefix: prefix } = ctx.config;
  const places = placesOf(ctx);
  const root = rootOf(customer);
  const mine = members.find(({ isCallers }) => isCallers);
  const holds = (code: string, statements: readonly PolicyStatement[]) =>
    new Grants([...(mine?.others ?? []).flat(), ...statements], prefix).allows(code, root);
  return {
    impacts: impactOf(pairs, { before, after }, members, {
      pathOf: (id) => places.department(id)?.hierarchyPath ?? [id],
      prefix,
    }),
    isComplete: pairs.added.length + pairs.removed.length <= maxImpacts,
    members: members.reduce((sum, { count }) => sum + count, 0),
    losesOwnAccess:
      mine !== undefined &&
      ["edge:access", "org:editUser"].some((code) => holds(code, before) && !holds(code, after)),
    losesLastAdministrator: false,
    unsaid: 0,
  };
}
