/** Legal holds: viewing, placing and releasing, with rights on the whole customer (RET-09 to RET-11). */
import { z } from "zod/v4";
import type { CustomerCall } from "../../core/access";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder, idArgs, textArgs } from "../../core/builder";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { conflict, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { personField } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { pageOf } from "../../core/paging";
import { IdResult } from "../../core/shared-types";
import { findVacancy } from "../vacancies/vacancies.store";
import { dayOf, holdReason, reviewDay } from "./holds.rules";
import { holdKind } from "./holds.record";
import {
  countHolds,
  findHeldApplication,
  findHeldPerson,
  findHold,
  insertHold,
  isHeldFor,
  listHolds,
  releaseHold,
  type Hold,
  type HoldFilter,
} from "./holds.store";

declareBounds({ pages: { "RETGetHolds.skipEq": firstRow, "RETGetHolds.limitEq": pageSize } });

const HoldKind = builder.enumType("RETHoldKind", { values: ["CANDIDATE", "VACANCY", "CUSTOMER"] as const });

const HoldObject = builder.objectRef<Hold>("RETHoldObject").implement({
  description: "The object of a hold, with current details.",
  fields: (t) => ({
    kind: t.field({
      type: HoldKind,
      resolve: ({ candidateId, vacancyId }) =>
        candidateId !== null ? "CANDIDATE" : vacancyId !== null ? "VACANCY" : "CUSTOMER",
    }),
    name: t.string({
      nullable: true,
      description: "Null for a hold on the whole customer, and for a de-identified candidate.",
      resolve: async ({ candidateId, vacancyId }, _args, { db }) => {
        if (vacancyId !== null) return (await findVacancy(db, vacancyId))?.title ?? null;
        const person = candidateId === null ? undefined : await findHeldPerson(db, candidateId);
        if (!person || person.deidentifiedAt !== null) return null;
        return `${person.firstName} ${person.lastName}`.trim();
      },
    }),
    candidateId: t.exposeID("candidateId", { nullable: true }),
    vacancyId: t.id({
      nullable: true,
      description: "Candidates only: a vacancy they applied for.",
      resolve: async ({ candidateId, vacancyId }, _args, { db }) =>
        candidateId === null ? vacancyId : ((await findHeldApplication(db, candidateId))?.vacancyId ?? null),
    }),
    applicationId: t.id({
      nullable: true,
      description: "Candidates only: their application to that vacancy.",
      resolve: async ({ candidateId }, _args, { db }) =>
        candidateId === null ? null : ((await findHeldApplication(db, candidateId))?.id ?? null),
    }),
  }),
});

export const HoldType = builder.objectRef<Hold>("RETHold").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    on: t.field({ type: HoldObject, resolve: (hold) => hold }),
    reason: t.exposeString("reason", { description: "Empty once the candidate has been de-identified." }),
    placedBy: t.string(
      personField(({ placedBy }) => placedBy, "The display name. Null if the user has been removed."),
    ),
    placedAt: t.expose("placedAt", { type: "DateTime" }),
    reviewAt: t.expose("reviewAt", {
      type: "DateTime",
      description: "The start of the UTC day of the review.",
    }),
    isPastReview: t.boolean({
      resolve: ({ reviewAt, releasedAt }, _args, { now }) => releasedAt === null && reviewAt <= dayOf(now),
    }),
    releasedAt: t.expose("releasedAt", { type: "DateTime", nullable: true }),
    releasedBy: t.string(personField(({ releasedBy }) => releasedBy)),
    releaseReason: t.exposeString("releaseReason", { nullable: true }),
  }),
});

/** Filter for active holds with a review that is due. */
export const overdueReviews = (customerId: string, now: number): HoldFilter => ({
  customerId,
  isReleased: false,
  dueBy: dayOf(now),
});

const HoldPage = pageType("RETHoldPage", HoldType);

query("RETGetHolds", {
  type: HoldPage,
  description: "Active holds, earliest review first, or released ones, latest release first.",
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      isReleased: t.boolean({ required: true }),
      isPastReview: t.boolean({ description: "Only active holds whose review is due." }),
      skipEq: t.int({ required: true }),
      limitEq: t.int({ required: true }),
    })),
  },
  access: onRootDepartment("org:viewHold"),
  resolve: async ({ isReleased, isPastReview, skipEq, limitEq }, { ctx, customer }) => {
    const customerId = customer.id;
    const filter = isPastReview ? overdueReviews(customerId, ctx.now) : { customerId, isReleased };
    const page = pageOf(await countHolds(ctx.db, filter), skipEq, limitEq);
    return { data: await listHolds(ctx.db, filter, limitEq, page.offset), pagination: page };
  },
});

const oneArgs = { ...idArgs("_id"), ...scopeArgs };

/** Returns a hold of the call's customer. Throws a Not Found Error for any other. */
async function requireHold({ ctx, customer }: CustomerCall, id: string): Promise<Hold> {
  const hold = await findHold(ctx.db, id);
  if (hold?.customerId !== customer.id) throw notFound();
  return hold;
}

query("RETGetHold", {
  description: "One hold, by its id.",
  type: HoldType,
  args: oneArgs,
  access: onRootDepartment("org:viewHold"),
  resolve: ({ _id }, call) => requireHold(call, _id),
});

mutation("RETPlaceHold", {
  type: IdResult,
  description:
    "Places a hold on a candidate, on a vacancy with all its candidates, or, if neither is given, on the whole customer.",
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      candidateId: t.id(),
      vacancyId: t.id(),
      reason: t.string({ required: true }),
      reviewAt: t.field({
        type: "DateTime",
        required: true,
        description: "The UTC day of the review. Must be after today.",
      }),
    })),
  },
  access: onRootDepartment("org:editHold"),
  validate: z.object({ reason: holdReason }),
  changes: { of: holdKind, made: ({ id }) => [id] },
  resolve: async ({ candidateId, vacancyId, reason, reviewAt }, { ctx, caller, customer }) => {
    const { db, now } = ctx;
    if (candidateId != null && vacancyId != null)
      throw invalid("Send either a candidate or a vacancy, not both");
    if (candidateId != null) {
      const person = await findHeldPerson(db, candidateId);
      if (person?.customerId !== customer.id) throw notFound();
      if (person.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    }
    if (vacancyId != null && (await findVacancy(db, vacancyId))?.customerId !== customer.id) throw notFound();
    const object = {
      customerId: customer.id,
      candidateId: candidateId ?? null,
      vacancyId: vacancyId ?? null,
    };
    if (await isHeldFor(db, object, reason)) throw conflict("A hold with this reason is already in place");
    const id = newId(now);
    await insertHold(db, {
      id,
      ...object,
      reason,
      placedBy: caller.user.id,
      placedAt: now,
      reviewAt: reviewDay(reviewAt, now),
    });
    return { id };
  },
});

mutation("RETReleaseHold", {
  description: "Releases a hold.",
  type: IdResult,
  args: { ...oneArgs, ...textArgs("reason") },
  access: onRootDepartment("org:editHold"),
  validate: z.object({ reason: holdReason }),
  changes: { of: holdKind, ids: ({ _id }) => [_id], action: "RELEASED" },
  resolve: async ({ _id, reason }, call) => {
    const { id } = await requireHold(call, _id);
    const { ctx, caller } = call;
    const release = { id, releasedBy: caller.user.id, releasedAt: ctx.now, releaseReason: reason };
    if (!(await releaseHold(ctx.db, release))) throw conflict("The hold has already been released");
    return { id };
  },
});
