/** What a change of permissions means to people, before it is saved (PERM-68, POL-26): asked by tabs, policies and groups alike. */
import {
  impactOf,
  maxImpacts,
  pairChange,
  type Alike,
  type Impact,
  type PairChange,
} from "../domain/permission-impact";
import { Grants, parseStatements, type PolicyStatement, type StoredStatement } from "../domain/policy";
import { readStatements, type StatementForm } from "../domain/policy-form";
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

/** What a change of statements means, those without words counted. */
export function statementChange(
  call: CustomerCall,
  before: readonly StoredStatement[],
  after: readonly StoredStatement[],
  members: readonly Alike[],
) {
  const formsOf = (statements: readonly StoredStatement[]) =>
    readStatements(statements, call.customer.organizationId, call.ctx.config.policyPrefix);
  const [old, now] = [formsOf(before), formsOf(after)];
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
