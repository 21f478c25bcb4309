/** Access packs (RET-12). They require the right to edit the candidate wherever they applied. */
import type { CustomerCall } from "../../core/access";
import { requireFreeSlot } from "../../core/concurrency";
import { builder, idArgs } from "../../core/builder";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { conflict, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { personField } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { IdResult } from "../../core/shared-types";
import { editCandidateCodes, requireApplication, requireCandidate } from "../applications/application-access";
import { candidateKind } from "../applications/applications.record";
import { findApplication } from "../applications/applications.store";
import { dayMs } from "../holds/holds.rules";
import {
  findPack,
  findPackContent,
  insertPack,
  pendingPackRequesters,
  packsOfCandidate,
  type Pack,
} from "./packs.store";

/** Time for which a pack stays available. */
const packKeptMs = 7 * dayMs;

/** Maximum number of available packs per candidate. */
const maxPacks = 5;

const PackState = builder.enumType("RETPackState", { values: ["WAITING", "READY", "FAILED"] as const });

const PackType = builder.objectRef<Pack>("RETPack").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    state: t.expose("state", { type: PackState }),
    askedAt: t.expose("askedAt", { type: "DateTime" }),
    askedBy: t.string(
      personField(({ askedBy }) => askedBy, "The display name. Null if the user has been removed."),
    ),
    readyAt: t.expose("readyAt", { type: "DateTime", nullable: true }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When the pack expires." }),
  }),
});

interface FileShape {
  readonly id: string;
  readonly content: string;
}

const PackFile = builder.objectRef<FileShape>("RETPackFile").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    content: t.exposeString("content", { description: "The ZIP file, Base64-encoded." }),
  }),
});

const applicationArgs = {
  ...builder.args((t) => ({ _id: t.id({ required: true, description: "The id of the application." }) })),
  ...scopeArgs,
};

/** Returns the candidate of an application. Throws if the caller may not have their packs. */
async function requirePackable(call: CustomerCall, applicationId: string) {
  const { candidateId } = await requireApplication(call, applicationId, editCandidateCodes);
  return requireCandidate(call, candidateId, editCandidateCodes);
}

query("RETGetPacks", {
  type: [PackType],
  description: "A candidate's access packs, newest first, without expired ones.",
  args: applicationArgs,
  access: inAnyDepartment("apps:editApplication"),
  resolve: async ({ _id }, call) =>
    packsOfCandidate(call.ctx.db, (await requirePackable(call, _id)).id, call.ctx.now),
});

mutation("RETMakePack", {
  type: IdResult,
  description: "Requests an access pack, which is created in the background.",
  args: applicationArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: candidateKind,
    ids: async ({ _id }, { db }) => [(await findApplication(db, _id))?.candidateId],
    action: "PACK_MADE",
  },
  resolve: async ({ _id }, call) => {
    const { ctx, caller, customer } = call;
    const candidate = await requirePackable(call, _id);
    if (candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    const packs = await packsOfCandidate(ctx.db, candidate.id, ctx.now);
    if (packs.length >= maxPacks) throw conflict("This candidate already has 5 access packs");
    const waiting = await pendingPackRequesters(ctx.db, customer.id);
    requireFreeSlot("ACCESS_PACK", {
      ofPerson: waiting.filter(({ askedBy }) => askedBy === caller.user.id).length,
      ofCustomer: waiting.length,
    });
    const id = newId(ctx.now);
    await insertPack(ctx.db, {
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

/**
 * Returns the pack with this id. Throws a Not Found Error if the caller may not have it or it has expired.
 */
async function requirePack(call: CustomerCall, id: string): Promise<Pack> {
  const pack = await findPack(call.ctx.db, id);
  if (pack?.customerId !== call.customer.id || pack.endsAt <= call.ctx.now) throw notFound();
  await requireCandidate(call, pack.candidateId, editCandidateCodes);
  return pack;
}

mutation("RETFetchPack", {
  type: PackFile,
  description: "Downloads the file of an access pack. Each download is recorded in the audit log.",
  args: { ...idArgs("_id"), ...scopeArgs },
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: candidateKind,
    ids: async ({ _id }, { db }) => [(await findPack(db, _id))?.candidateId],
    action: "PACK_FETCHED",
  },
  resolve: async ({ _id }, call) => {
    const { id, state } = await requirePack(call, _id);
    if (state !== "READY") throw conflict("The pack is not ready");
    // The answer stored for idempotency holds only the id, so it keeps no personal data.
    return { id, content: "" };
  },
  show: async ({ id }, call) => {
    await requirePack(call, id);
    const content = await findPackContent(call.ctx.db, id);
    if (!content) throw notFound();
    return { id, content: content.toString("base64") };
  },
});
