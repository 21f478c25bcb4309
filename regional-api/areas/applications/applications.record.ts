/** Audit entries of applications and candidates, without anything that identifies a person (AUD-04). */
import { recordKind } from "../../core/record-kinds";
import { findHeldApplication } from "../holds/holds.store";
import { reasonName } from "../decline-reasons/decline-reasons.store";
import { vacancyAmong } from "../vacancies/vacancies.store";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { changesOfApplication, declineReasonOf } from "./application-moves.store";
import { applicationAmong, findAssessment } from "./applications.store";
import { candidateAmong } from "./candidates.store";

/** Audited fields of an application: vacancy, stage and status. */
export const applicationKind = recordKind({
  kind: "APPLICATION",
  code: "apps:viewApplication",
  fields: { vacancy: "shown", stage: "shown", status: "shown", declineReason: "shown" },
  shownOn: applicationAmong,
  read: async (db, id) => {
    const application = await applicationAmong(db, id);
    if (!application) return undefined;
    const vacancy = await vacancyAmong(db, application.vacancyId);
    const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    const ruled = (await changesOfApplication(db, id)).findLast(({ rule }) => rule !== null);
    return {
      name: null,
      customerId: application.customerId,
      departmentId: application.hierarchyId,
      values: {
        vacancy: vacancy?.title ?? null,
        stage: stages.find(({ _id }) => _id === application.stageId)?.name ?? application.stageId,
        status: application.status,
        declineReason: await reasonName(db, application.customerId, await declineReasonOf(db, application)),
      },
      ...(ruled?.rule && { rule: { seq: ruled.seq, text: ruled.rule } }),
    };
  },
});

/** Audited fields of a candidate: all are personal data. */
export const candidateKind = recordKind({
  kind: "CANDIDATE",
  code: "apps:viewApplication",
  fields: {
    firstName: "personal",
    lastName: "personal",
    email: "personal",
    phoneNumber: "personal",
    location: "personal",
  },
  shownOn: findHeldApplication,
  read: async (db, id) => {
    const candidate = await candidateAmong(db, id);
    return (
      candidate && {
        name: null,
        customerId: candidate.customerId,
        version: candidate.version,
        values: {
          firstName: candidate.firstName,
          lastName: candidate.lastName,
          email: candidate.email,
          phoneNumber: candidate.phoneNumber,
          location: JSON.stringify([candidate.locationAddress, candidate.locationLat, candidate.locationLng]),
        },
      }
    );
  },
});

/** Returns the id of the application an assessment belongs to. */
export const applicationOfAssessment = async (db: Parameters<typeof findAssessment>[0], id: string) =>
  (await findAssessment(db, id))?.applicationId;
