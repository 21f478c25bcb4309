/** Customer setting: users who must have an authenticator app (MFA-06). */
import { z } from "zod/v4";
import type { CustomerCall } from "../../core/access";
import { declareBounds, maxItems } from "../../core/bounds";
import { builder, argsOf } from "../../core/builder";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { editionOf, noEdition, type Edition } from "../../core/optimistic-lock";
import { conflict, invalid, notFound } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { settingsCodes } from "../../core/settings-codes";
import { hasPassword } from "../../core/users.store";
import { filterSequentially, mapConcurrently } from "../../store/sequential";
import { groupAmong } from "../permissions/group-grants.store";
import { isVisible, requireRightsOfPeople } from "../permissions/rights";
import { hasAuthenticator } from "./authenticators.store";
import {
  policyGroupIds,
  signInPolicyOf,
  storeSignInPolicy,
  type SignInPolicy,
} from "./sign-in-policies.store";
import { signInPolicyKind } from "./sign-in-policy.record";

const tooManyGroups = "Please select no more than 100 user groups";

declareBounds({ lists: { "AuthUpdateSignInPolicy.groupIds": maxItems(100, tooManyGroups) } });

interface PolicyShape extends Edition, Pick<SignInPolicy, "asks" | "fromDay"> {
  readonly groupIds: string[];
  readonly isCallerReady: boolean;
}

const Asked = builder.enumType("AuthAppAskedOf", { values: ["NOBODY", "GROUPS", "EVERYBODY"] as const });

const Policy = builder.objectRef<PolicyShape>("AuthSignInPolicy").implement({
  interfaces: [Edited],
  fields: (t) => ({
    asks: t.expose("asks", {
      type: Asked,
      description: "Who must have an authenticator app. Never applies to single sign-on accounts.",
    }),
    groupIds: t.exposeIDList("groupIds", {
      description: "Only for GROUPS: the groups whose members must have an app.",
    }),
    fromDay: t.expose("fromDay", {
      type: "DateTime",
      nullable: true,
      description: "The start of the UTC day from which the policy applies, by the database's clock.",
    }),
    isCallerReady: t.exposeBoolean("isCallerReady", {
      description:
        "Whether the caller may require an app: they have one themselves, or sign in by single sign-on.",
    }),
  }),
});

/**
 * True if the caller has an app: only users with an app may require one of others. SSO users cannot have one
 * and are exempt (MFA-11).
 */
const isReady = async ({ ctx, caller }: CustomerCall) =>
  !hasPassword(caller.user) || hasAuthenticator(ctx.db, caller.user.id);

const shapeOf = async (call: CustomerCall, policy: SignInPolicy | undefined): Promise<PolicyShape> => ({
  ...editionOf(policy ?? noEdition),
  asks: policy?.asks ?? "NOBODY",
  groupIds: policy ? policyGroupIds(policy) : [],
  fromDay: policy?.fromDay ?? null,
  isCallerReady: await isReady(call),
});

query("AuthGetSignInPolicy", {
  description: "Who at a customer must have an authenticator app, and from when.",
  type: Policy,
  args: argsOf({ customerId: "ID" }),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async (_args, call) => shapeOf(call, await signInPolicyOf(call.ctx.db, call.customer.id)),
});

const dayMs = 24 * 3_600_000;
const withinMs = 366 * dayMs;

const dayOf = (time: number) => time - (time % dayMs);

/**
 * Returns the UTC day on which the requirement starts. Refuses a day in the past unless it is already stored.
 */
function dayFrom(fromDay: number, now: number, stored: SignInPolicy | undefined): number {
  const today = dayOf(now);
  const day = dayOf(fromDay);
  if (day < today && !(stored?.asks !== "NOBODY" && day === stored?.fromDay))
    throw conflict("The day must not be before today");
  if (day > now + withinMs) throw conflict("The day must be within a year");
  return day;
}

/**
 * Returns the groups to store. Given groups must belong to the customer and be visible to the caller; stored
 * groups that the caller cannot see are kept, since the form does not show them.
 */
async function groupsOf(
  call: CustomerCall,
  ids: readonly string[],
  stored: SignInPolicy | undefined,
): Promise<string[]> {
  await mapConcurrently(new Set(ids), async (id) => {
    const isOwn = (await groupAmong(call.ctx.db, id))?.customerId === call.customer.id;
    if (!isOwn || !(await isVisible(call, id))) throw notFound();
  });
  const unseen = await filterSequentially(
    stored ? policyGroupIds(stored) : [],
    async (id) => !(await isVisible(call, id)),
  );
  return [...new Set([...ids, ...unseen])];
}

mutation("AuthUpdateSignInPolicy", {
  description:
    "Sets who at a customer must use an authenticator app (no one, some groups or everyone), and from which day.",
  type: Policy,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    asks: t.field({ type: Asked, required: true }),
    groupIds: t.idList({ required: true }),
    fromDay: t.field({ type: "DateTime", description: "Required unless no one must have an app." }),
    version: versionArg.version,
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  validate: z
    .object({
      asks: z.enum(["NOBODY", "GROUPS", "EVERYBODY"]),
      groupIds: z.array(z.string()),
      fromDay: z.number().nullish(),
    })
    .refine(({ asks, groupIds }) => asks !== "GROUPS" || groupIds.length > 0, "Please select a user group")
    .refine(({ asks, fromDay }) => asks === "NOBODY" || fromDay != null, "Please enter a day"),
  changes: { of: signInPolicyKind, ids: ({ customerId }) => [customerId] },
  resolve: async ({ asks, groupIds, fromDay, version }, call) => {
    const { ctx, customer } = call;
    const stored = await signInPolicyOf(ctx.db, customer.id);
    const edition = await editionAfter(call, stored, version);
    await requireRightsOfPeople(call);
    if (asks !== "NOBODY" && ctx.config.mfaSecrets.length === 0)
      throw invalid("Authenticator apps cannot be added here");
    if (asks !== "NOBODY" && !(await isReady(call)))
      throw conflict("Set up your own authenticator app first");
    const policy: SignInPolicy = {
      customerId: customer.id,
      asks,
      groupIds: JSON.stringify(asks === "GROUPS" ? await groupsOf(call, groupIds, stored) : []),
      // While the policy applies to no users, the typed day is stored unchecked for later use.
      fromDay:
        fromDay == null ? null : asks === "NOBODY" ? dayOf(fromDay) : dayFrom(fromDay, ctx.now, stored),
      updatedAt: ctx.now,
      ...edition,
    };
    await storeSignInPolicy(ctx.db, policy);
    return shapeOf(call, policy);
  },
});
