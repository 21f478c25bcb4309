/** Access packs (RET-12): for those who may correct the candidate, wherever they applied. */
import type { CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { conflict, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { mutation, query } from "../../core/operation";
import { IdResult } from "../../core/shared-types";
import { displayNameOf } from "../../core/users.store";
import { editCandidateCodes, requireApplication, requireCandidate } from "../applications/application-access";
import { candidateKind } from "../applications/applications.record";
import { findApplication } from "../applications/applications.store";
import { dayMs } from "../holds/holds.rules";
import { findPack, findPackContent, insertPack, packsOfCandidate, type Pack } from "./packs.store";

/** How long a pack is there to be fetched. */
const packKeptMs = 7 * dayMs;

/** Packs of one candidate that may be there at once. */
const mostPacks = 5;

const PackState = builder.enumType("RETPackState", { values: ["WAITING", "READY", "FAILED"] as const });

const PackType = builder.objectRef<Pack>("RETPack").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    state: t.expose("state", { type: PackState }),
    askedAt: t.expose("askedAt", { type: "DateTime" }),
    askedBy: t.string({
      nullable: true,
      description: "A display name. Null once they are removed.",
      resolve: ({ askedBy }, _args, ctx) => displayNameOf(ctx, askedBy),
    }),
    readyAt: t.expose("readyAt", { type: "DateTime", nullable: true }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When it goes." }),
  }),
});

interface FileShape {
  readonly id: string;
  readonly content: string;
}

const PackFile = builder.objectRef<FileShape>("RETPackFile").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    content: t.exposeString("content", { description: "The ZIP file in Base64." }),
  }),
});

const applicationArgs = {
  ...builder.args((t) => ({ _id: t.id({ required: true, description: "The id of the application." }) })),
  ...scopeArgs,
};

/** The candidate of an application, if the caller may have their packs. */
function requirePackable(call: CustomerCall, applicationId: string) {
  const { candidateId } = requireApplication(call, applicationId, editCandidateCodes);
  return requireCandidate(call, candidateId, editCandidateCodes);
}

query("RETGetPacks", {
  type: [PackType],
  description: "Newest first, without those that went.",
  args: applicationArgs,
  access: inAnyDepartment("apps:editApplication"),
  resolve: ({ _id }, call) => packsOfCandidate(call.ctx.db, requirePackable(call, _id).id, call.ctx.now),
});

mutation("RETMakePack", {
  type: IdResult,
  description: "Asks for a pack, which is made soon after.",
  args: applicationArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: candidateKind,
    ids: ({ _id }, { db }) => [findApplication(db, _id)?.candidateId],
    action: "PACK_MADE",
  },
  resolve: ({ _id }, call) => {
    const { ctx, caller, customer } = call;
    const candidate = requirePackable(call, _id);
    if (candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    const packs = packsOfCandidate(ctx.db, candidate.id, ctx.now);
    if (packs.length >= mostPacks) throw conflict("There are 5 packs of this candidate already");
    const id = newId(ctx.now);
    insertPack(ctx.db, {
      id,
      customerId: customer.id,
      candidateId: candidate.id,
      askedBy: caller.user.id,
      askedAt: ctx.now,
      endsAt: ctx.now + packKeptMs,
      state: "WAITING",
    });
    return { id };
  },
});

/** The pack of an id, if the caller may have it and it is not past its time. Throws a Not Found Error for any other. */
function requirePack(call: CustomerCall, id: string): Pack {
  const pack = findPack(call.ctx.db, id);
  if (pack?.customerId !== call.customer.id || pack.endsAt <= call.ctx.now) throw notFound();
  requireCandidate(call, pack.candidateId, editCandidateCodes);
  return pack;
}

mutation("RETFetchPack", {
  type: PackFile,
  description: "The file of a pack. That it was fetched is on record.",
  args: { ...builder.args((t) => ({ _id: t.id({ required: true }) })), ...scopeArgs },
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: candidateKind,
    ids: ({ _id }, { db }) => [findPack(db, _id)?.candidateId],
    action: "PACK_FETCHED",
  },
  resolve: ({ _id }, call) => {
    const { id, state } = requirePack(call, _id);
    if (state !== "READY") throw conflict("The pack is not ready");
    // What is kept of an answer for a repeat is the id alone: nothing of a person stays behind.
    return { id, content: "" };
  },
  show: ({ id }, call) => {
    requirePack(call, id);
    const content = findPackContent(call.ctx.db, id);
    if (!content) throw notFound();
    return { id, content: content.toString("base64") };
  },
});
