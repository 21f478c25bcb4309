/** "May this person …?": what the guard decides about a user, the policies behind it, and who gave them (USER-122). */
import { type CustomerCall, departmentsGranted } from "../../core/access";
import { builder } from "../../core/builder";
import { callerWithoutSession } from "../../core/caller";
import { holdsOn } from "../../core/department-access";
import { activePaths, pathTo } from "../../core/departments.store";
import { invalid, notFound } from "../../core/errors";
import { query } from "../../core/operation";
import { codesOf, type PermissionCode, wholeCustomerCodes } from "../../core/permissions";
import { displayNameOf } from "../../core/users.store";
import { everySequentially, mapSequentially } from "../../store/sequential";
import type { Row } from "../../store/tables";
import { explained, type PermissionShape, ReasonType, Verdict } from "../permissions/explained-permissions";
import { onUser, requireVisibleUser, userFilterArg } from "../users/users.operations";
import { policiesOfUser } from "../users/users.store";
import { readableRecord, type Step, stepsOf } from "./permission-answer";

const StepKind = builder.enumType("ORGPermissionStepKind", {
  values: {
    MEMBERSHIP: { description: "The user was added to the group." },
    ATTACHMENT: { description: "The shared policy was added to the group." },
    POLICY: { description: "The policy was given the action." },
  } as const,
});

const StepType = builder.objectRef<Step>("ORGPermissionStep").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: StepKind }),
    at: t.expose("at", {
      type: "DateTime",
      nullable: true,
      description: "Null if the audit log does not tell.",
    }),
    entryId: t.id({
      nullable: true,
      description: "The audit entry. Null if there is none that the caller may read.",
      resolve: ({ entry }) => entry?.id ?? null,
    }),
    by: t.string({
      nullable: true,
      description: "The person's name. Null for a change by the platform, and without an entry.",
      resolve: async ({ entry }, _args, ctx) =>
        entry?.actorId == null ? null : displayNameOf(ctx, entry.actorId),
    }),
  }),
});

interface AnswerReason {
  readonly reason: PermissionShape["reasons"][number];
  readonly steps: readonly Step[];
}

const AnswerReasonType = builder.objectRef<AnswerReason>("ORGPermissionAnswerReason").implement({
  fields: (t) => ({
    reason: t.expose("reason", { type: ReasonType }),
    steps: t.field({ type: [StepType], resolve: ({ steps }) => [...steps] }),
  }),
});

interface AnswerShape {
  readonly verdict: PermissionShape["verdict"];
  readonly canReadRecord: boolean;
  readonly reasons: readonly AnswerReason[];
}

const Answer = builder.objectRef<AnswerShape>("ORGPermissionAnswer").implement({
  fields: (t) => ({
    verdict: t.expose("verdict", { type: Verdict }),
    canReadRecord: t.exposeBoolean("canReadRecord", {
      description: "Whether the caller may read the audit log; without it the reasons have no steps.",
    }),
    reasons: t.field({
      type: [AnswerReasonType],
      description: "Of an answer that is not a plain yes: what denies the action, or allows it elsewhere.",
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
});

/** Decides with the guard's own functions, as for a call of the user. */
async function decided(
  call: CustomerCall,
  userId: string,
  codes: readonly PermissionCode[],
  departmentId: string | undefined,
): Promise<"ALLOWED" | "PARTLY" | "DENIED"> {
  const { ctx, customer } = call;
  const theirs = { ...call, caller: await callerWithoutSession(ctx, ctx.awsRegion, userId) };
  if (departmentId !== undefined) {
    const isHeld = await everySequentially(codes, (code) => holdsOn(theirs, code, departmentId));
    return isHeld ? "ALLOWED" : "DENIED";
  }
  const [first, ...others] = await mapSequentially(codes, (code) => departmentsGranted(theirs, code));
  const held = [...(first ?? [])].filter((id) => others.every((other) => other.has(id))).length;
  const all = (await activePaths(ctx.db, customer.id, customer.rootHierarchyId)).size;
  return held === 0 ? "DENIED" : held < all ? "PARTLY" : "ALLOWED";
}

type Explained = Pick<PermissionShape, "verdict" | "reasons">;

/** Answers for one department, or for all; an action on the whole customer is decided on its root. */
async function answerFor(
  call: CustomerCall,
  user: Row<"users">,
  action: string,
  asked: string | undefined,
): Promise<Explained> {
  const { ctx, customer } = call;
  const codes = codesOf(action);
  if (!codes) throw invalid("There is no such action");
  if (asked !== undefined && !(await pathTo(ctx.db, customer.id, asked))) throw notFound();
  if (user.archivedAt !== null) return { verdict: "DENIED", reasons: [] };
  const departmentId = codes.some((code) => wholeCustomerCodes.has(code)) ? customer.rootHierarchyId : asked;
  const verdict = await decided(call, user.id, codes, departmentId);
  const policies = await policiesOfUser(ctx.db, user.id);
  const about = async (at?: string): Promise<Explained> =>
    (await explained(call, policies, { actions: [action], departmentId: at }))[0] ?? { verdict, reasons: [] };
  const { reasons } = await about(departmentId);
  if (verdict === "PARTLY") return { verdict, reasons };
  const deciding = reasons.filter(({ effect }) => effect === (verdict === "ALLOWED" ? "Allow" : "Deny"));
  if (verdict === "ALLOWED" || deciding.length > 0) return { verdict, reasons: deciding };
  // Nothing denies it: the nearest reason is what allows it elsewhere.
  const elsewhere = await about();
  return {
    verdict: elsewhere.verdict === "PARTLY" ? verdict : elsewhere.verdict,
    reasons: elsewhere.reasons.filter(({ effect }) => effect === "Allow"),
  };
}

query("ORGGetPermissionAnswer", {
  description: "Whether a user may perform an action at the customer or one of its departments, and why.",
  type: Answer,
  args: {
    ...userFilterArg,
    ...builder.args((t) => ({
      action: t.string({ required: true, description: '"Section - Action name".' }),
      departmentId: t.id({ description: "Defaults to all departments." }),
    })),
  },
  access: onUser("org:viewUser"),
  resolve: async ({ filter, action, departmentId }, call) => {
    const user = await requireVisibleUser(call, filter._id, "org:viewUser");
    const { verdict, reasons } = await answerFor(call, user, action, departmentId ?? undefined);
    const sight = await readableRecord(call);
    return {
      verdict,
      canReadRecord: sight !== undefined,
      reasons: await mapSequentially(reasons, async (reason) => ({
        reason,
        steps: sight ? await stepsOf(call, sight, user.id, codesOf(action) ?? [], reason) : [],
      })),
    };
  },
});
