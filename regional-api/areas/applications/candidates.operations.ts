/** Correcting, deleting and de-identifying candidates (CAND). */
import { normalizeEmail } from "../../core/users.store";
import { candidateChanges } from "./candidates.rules";
import { validate } from "../../core/validate";
import { conflict } from "../../core/errors";
import {
  deidentifyCandidate,
  deleteCandidate,
  findCandidateByEmail,
  updateCandidate,
  vacanciesOfCandidate,
} from "./candidates.store";
import {
  editCandidateCodes,
  removeCandidateCodes,
  requireApplication,
  requireCandidate,
} from "./application-access";
import { builder, idArgs, inputOf } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { scopeArgs, inAnyDepartment } from "../../core/department-access";
import { editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { findApplication } from "./applications.store";
import { candidateKind } from "./applications.record";

const CandidateVacancy = builder
  .objectRef<{ id: string; title: string }>("AppsCandidateVacancy")
  .implement({ fields: (t) => ({ _id: t.exposeID("id"), title: t.exposeString("title") }) });

query("AppsGetVacancyListByCandidateId", {
  description: "The vacancies that a candidate has applied to.",
  type: [CandidateVacancy],
  args: { ...idArgs("candidateId"), ...scopeArgs },
  access: inAnyDepartment("apps:viewCandidate"),
  resolve: async ({ candidateId }, call) => {
    const { id } = await requireCandidate(call, candidateId, ["apps:viewCandidate"]);
    return vacanciesOfCandidate(call.ctx.db, id);
  },
});

const CoordinateInput = inputOf("AppsCoordinateInput", { lat: "Float", lng: "Float" });
const LocationInput = builder.inputType("AppsCandidateLocationInput", {
  fields: (t) => ({ address: t.string({ required: true }), coordinate: t.field({ type: CoordinateInput }) }),
});

/** Omits null values: null means "unchanged", like an absent field. */
const omitNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

mutation("AppsUpdateApplicationCandidate", {
  description: "Corrects the details of an application's candidate.",
  type: IdResult,
  args: {
    ...builder.args((t) => ({ _id: t.id({ required: true, description: "The id of the application." }) })),
    ...scopeArgs,
    ...versionArg,
    ...builder.args((t) => ({
      firstName: t.string(),
      lastName: t.string(),
      email: t.string(),
      phoneNumber: t.string(),
      location: t.field({ type: LocationInput }),
    })),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: candidateKind,
    ids: async ({ _id }, { db }) => [(await findApplication(db, _id))?.candidateId],
  },
  resolve: async ({ _id, firstName, lastName, email, phoneNumber, location, version }, call) => {
    const { db, now } = call.ctx;
    const application = await requireApplication(call, _id, editCandidateCodes);
    const candidate = await requireCandidate(call, application.candidateId, editCandidateCodes);
    // CAND-04, INV-05: invites allow longer emails than this form. An unchanged email is not validated again.
    const newEmail = normalizeEmail(email ?? "") === candidate.email ? undefined : email;
    // Numbering plans change over the years: an unchanged number is not validated again.
    const newPhone = phoneNumber?.trim() === candidate.phoneNumber ? undefined : phoneNumber;
    const entered = { firstName, lastName, email: newEmail, phoneNumber: newPhone, location };
    const changes = validate(candidateChanges, omitNulls(entered));
    if (candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    const namesake = changes.email && (await findCandidateByEmail(db, call.customer.id, changes.email));
    if (namesake && namesake.id !== candidate.id) throw conflict("Another candidate has this email");
    const edition = await editionAfter(call, candidate, version);
    await updateCandidate(db, candidate, changes, edition, now);
    return { id: application.id };
  },
});

mutation("AppsDeleteCandidateById", {
  description: "Removes a candidate with all their applications and messages.",
  type: IdResult,
  args: { ...idArgs("candidateId"), ...scopeArgs },
  access: inAnyDepartment("apps:deleteApplication"),
  changes: { of: candidateKind, ids: ({ candidateId }) => [candidateId] },
  resolve: async ({ candidateId }, call) => {
    const candidate = await requireCandidate(call, candidateId, removeCandidateCodes);
    await deleteCandidate(call.ctx.db, candidate);
    return { id: candidate.id };
  },
});

mutation("AppsPurgeApplicationCandidate", {
  description: "Removes the data that identifies an application's candidate.",
  type: IdResult,
  args: {
    ...builder.args((t) => ({ _id: t.id({ required: true, description: "The id of the application." }) })),
    ...scopeArgs,
  },
  access: inAnyDepartment("apps:deleteApplication"),
  changes: {
    of: candidateKind,
    ids: async ({ _id }, { db }) => [(await findApplication(db, _id))?.candidateId],
    action: "DEIDENTIFIED",
  },
  resolve: async ({ _id }, call) => {
    const application = await requireApplication(call, _id, removeCandidateCodes);
    const candidate = await requireCandidate(call, application.candidateId, removeCandidateCodes);
    if (candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    await deidentifyCandidate(call.ctx.db, candidate, { changedBy: call.caller.user.id, now: call.ctx.now });
    return { id: application.id };
  },
});
