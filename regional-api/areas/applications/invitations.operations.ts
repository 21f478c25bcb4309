/** Inviting a candidate to a stage of a vacancy (INV-11 to INV-13). */
import { normalizeEmail } from "../../core/users.store";
import { z } from "zod/v4";
import type { MessageOutcome } from "../candidate-messages/candidate-messages.rules";
import { applicantId, invitedPerson } from "./candidates.rules";
import { validate } from "../../core/validate";
import { conflict, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { insertApplication, messageAbout, orderAssessment } from "./application-moves.store";
import { applicationsOfCandidate, findApplication } from "./applications.store";
import { sendToCandidate } from "../candidate-messages/candidate-messages.store";
import {
  findCandidate,
  findCandidateByEmail,
  insertCandidate,
  nameKeyOf,
  updateCandidate,
} from "./candidates.store";
import type { Row } from "../../store/tables";
import { findVacancyByExternalId } from "../vacancies/vacancies.store";
import type { CustomerCall } from "../../core/access";
import { candidateCheck, changeCodes, requireDepartment } from "./application-access";
import { MessageOutcomeType } from "./application-types";
import { builder, inputOf } from "../../core/builder";
import { editionAfter } from "../../core/versioned-type";
import { mutation } from "../../core/operation";
import { declareBounds, maxItems } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { applicationKind, candidateKind } from "./applications.record";

declareBounds({
  lists: {
    "CommonCohortInfoInput.hiringManagers": maxItems(100, "A vacancy has at most 100 people of a type"),
  },
});

const ManagerInput = inputOf("CommonHiringManagerInput", {
  firstName: "String",
  lastName: "String",
  email: "String",
  externalId: "String?",
});
const CohortInput = builder.inputType("CommonCohortInfoInput", {
  fields: (t) => ({
    customerId: t.id({ required: true }),
    externalId: t.string({ description: "The vacancy's externalVacancyId." }),
    title: t.string({ required: true }),
    description: t.string(),
    hiringManagers: t.field({ type: [ManagerInput] }),
  }),
});
const PersonInput = inputOf("CommonPersonalInformationInput", {
  email: "String",
  firstName: "String",
  lastName: "String?",
  phoneNumber: "String?",
});
const CandidateInput = builder.inputType("CommonCandidateInfoInput", {
  fields: (t) => ({ personalInformation: t.field({ type: PersonInput, required: true }) }),
});
const MetadataInput = inputOf("CommonAtsMetadataInput", { invitedBy: "String", workflowId: "ID" });
const AtsInput = builder.inputType("CommonAtsInfoInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    metadata: t.field({ type: MetadataInput, required: true }),
  }),
});
const ApplicationInput = builder.inputType("CommonAtsApplicationInput", {
  fields: (t) => ({
    predictorMasterId: t.string({ required: true, description: "The stage's externalAssessmentPackageId." }),
    hierarchyId: t.id({ required: true }),
    organizationId: t.id({ required: true }),
    externalApplicantId: t.string({ required: true }),
    externalApplicationId: t.string({ required: true }),
    externalAssessmentId: t.string({ required: true }),
    cohortInfo: t.field({ type: CohortInput, required: true }),
    candidateInfo: t.field({ type: CandidateInput, required: true }),
    atsInfo: t.field({ type: AtsInput, required: true }),
  }),
});

interface InvitationShape {
  assessmentId: string;
  applicationId?: string;
  /** Absent in stored answers from before these fields existed. */
  mail?: MessageOutcome;
  text?: MessageOutcome;
  isNameKept?: boolean;
  isPhoneKept?: boolean;
}

const Invitation = builder.objectRef<InvitationShape>("CommonInvitation").implement({
  fields: (t) => ({
    assessmentId: t.exposeID("assessmentId"),
    applicationId: t.id({ nullable: true, resolve: ({ applicationId }) => applicationId ?? null }),
    mail: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "The email outcome of the invitation.",
      resolve: ({ mail }) => mail ?? null,
    }),
    text: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "The SMS outcome of the invitation.",
      resolve: ({ text }) => text ?? null,
    }),
    isNameKept: t.boolean({
      description:
        "True if the email is already known under another name, which is kept. Always false if the caller may not see the candidate.",
      resolve: ({ isNameKept }) => isNameKept === true,
    }),
    isPhoneKept: t.boolean({
      description:
        "True if the candidate is already known with another phone number, or none, which is kept and used for messages. Always false if the caller may not see the candidate.",
      resolve: ({ isPhoneKept }) => isPhoneKept === true,
    }),
  }),
});

// Data passed to the provider; the console shortens texts first (INV-08), and ids are short.
const externalReference = z.object({
  externalApplicationId: z.string().min(1).max(100),
  externalAssessmentId: z.string().min(1).max(100),
  cohortInfo: z.object({ title: z.string().max(100), description: z.string().max(700).nullish() }),
});

type Person = z.infer<typeof invitedPerson>;

/** Flags the fields with a stored value other than the typed one. Blank input does not count as different. */
const keptFlags = (known: Row<"candidates">, { firstName, lastName, phoneNumber }: Person) => ({
  isNameKept: known.firstName !== firstName || (lastName !== "" && known.lastName !== lastName),
  isPhoneKept: phoneNumber !== null && known.phoneNumber !== phoneNumber,
});

/**
 * Returns the name and number to store on an application as typed, for callers who may not see the known
 * candidate.
 */
const invitedAsJson = ({ firstName, lastName, phoneNumber }: Person) =>
  JSON.stringify({ firstName, lastName, phoneNumber, nameKey: nameKeyOf(firstName, lastName) });

/** Returns the customer's candidate with this email: unchanged if known, else newly created. */
async function candidateFor(call: CustomerCall<Writer>, person: Person): Promise<Row<"candidates">> {
  const { ctx, customer } = call;
  const { db, now } = ctx;
  const known = await findCandidateByEmail(db, customer.id, person.email);
  const id = known?.id ?? newId(now);
  if (!known) {
    await insertCandidate(db, {
      id,
      customerId: customer.id,
      externalApplicantId: applicantId(customer.id, person.email),
      ...person,
      ...(await editionAfter(call, undefined, 0)),
      locationAddress: null,
      locationLat: null,
      locationLng: null,
      createdAt: now,
      updatedAt: now,
      deidentifiedAt: null,
    });
  } else if (known.phoneNumber === null && person.phoneNumber) {
    // Overwrites nothing, but a concurrent edit did not see the new number, so the version must change.
    const edition = await editionAfter(call, known, known.version);
    await updateCandidate(db, known, { phoneNumber: person.phoneNumber }, edition, now);
  }
  const candidate = await findCandidate(db, id);
  if (!candidate) throw notFound();
  return candidate;
}

mutation("CommonInviteCandidate", {
  description: "Creates an application for a candidate and invites them to it.",
  type: Invitation,
  args: builder.args((t) => ({ atsApplicationInput: t.field({ type: ApplicationInput, required: true }) })),
  access: {
    code: "apps:createApplication",
    scope: ({ atsApplicationInput: { hierarchyId, organizationId, cohortInfo } }) => ({
      hierarchyId,
      organizationId,
      customerId: cohortInfo.customerId,
    }),
    anyDepartment: true,
  },
  changes: {
    of: applicationKind,
    made: ({ applicationId }) => [applicationId],
    also: [
      {
        of: candidateKind,
        ids: async ({ atsApplicationInput: { cohortInfo, candidateInfo } }, { db }) => [
          (
            await findCandidateByEmail(
              db,
              cohortInfo.customerId,
              normalizeEmail(candidateInfo.personalInformation.email ?? ""),
            )
          )?.id,
        ],
        made: async ({ applicationId }, _args, { db }) => [
          applicationId ? (await findApplication(db, applicationId))?.candidateId : undefined,
        ],
      },
    ],
  },
  resolve: async ({ atsApplicationInput: input }, call) => {
    const { db, now } = call.ctx;
    const { customer } = call;
    if (!input.cohortInfo.externalId) throw invalid("The vacancy has no external id");
    const vacancy = await findVacancyByExternalId(db, customer.id, input.cohortInfo.externalId);
    if (!vacancy) throw notFound();
    await requireDepartment(call, vacancy.hierarchyId, changeCodes);
    if (vacancy.archivedAt !== null) throw conflict("The vacancy is archived");
    const { stages } = parseWorkflowCopy(vacancy.workflow);
    const stage = stages.find((one) => one.externalAssessmentPackageId === input.predictorMasterId);
    if (!stage) throw invalid("The vacancy has no such stage");
    validate(externalReference, input);
    const person = validate(invitedPerson, input.candidateInfo.personalInformation);
    if (input.externalApplicantId !== applicantId(customer.id, person.email))
      throw invalid("externalApplicantId is not the digest of customer and email");

    const known = await findCandidateByEmail(db, customer.id, person.email);
    if (
      known &&
      (await applicationsOfCandidate(db, known.id)).some(({ vacancyId }) => vacancyId === vacancy.id)
    )
      throw conflict("This candidate has already been invited to this vacancy");
    const isSeen = !known || (await candidateCheck(call)(known.id));
    const candidate = await candidateFor(call, person);
    const { externalApplicationId, externalAssessmentId } = input;
    const applicationId = await insertApplication(
      db,
      vacancy,
      candidate.id,
      stage,
      { externalApplicationId, invitedAs: isSeen ? null : invitedAsJson(person) },
      now,
    );
    const assessment = await orderAssessment(db, applicationId, vacancy, stage, externalAssessmentId, now);
    const message = {
      ...(await messageAbout(db, { candidate, vacancy, stage, assessment })),
      template: `${stage.product}_INVITE` as const,
    };
    const delivery = await sendToCandidate(db, candidate, message, call.ctx);
    return {
      ...{ assessmentId: assessment.id, applicationId, ...delivery },
      // Callers who may not see the candidate must not be able to probe for these values.
      ...(isSeen && keptFlags(candidate, person)),
    };
  },
});
