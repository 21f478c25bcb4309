import { nullIfMissing } from "~/services/failure.server";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { triggerFields } from "~/models/workflows/trigger.server";
import { assessmentFields, isReportGone, isReportMailAged, readResults, toRow } from "./application.server";
import type { CustomerApi } from "~/services/customer-api.server";

const applicationThreadFields = graphql(
  `
    fragment ApplicationThreadFields on AppsApplicationThread @_unmask {
      application {
        _id
        status
        declineReason
        isManuallyProgressed
        stageId
        stageSince
        vacancyId
        externalApplicationId
        candidate {
          _id
          personalInformation {
            firstName
            lastName
            email
            phoneNumber
          }
          location {
            address
          }
          isDeidentified
        }
        assessments {
          ...AssessmentFields
        }
        createdAt
      }
      entries {
        kind
        at
        stageId
        changedBy
        ruleStageId
        rule {
          workflowName
          trigger {
            ...TriggerFields
          }
        }
        before
        after
        declineReason
        fields
        message {
          _id
          channel
          templateType
          subject
          events {
            type
            at
          }
        }
      }
      asOf
    }
  `,
  [assessmentFields, triggerFields],
);
const fetchThread = queryOf("AppsGetApplicationThread", applicationThreadFields);

export type ThreadEntry = ResultOf<typeof applicationThreadFields>["entries"][number];

type Vacancy = { _id: string; workflow: { stages: readonly { _id: string; name: string }[] } };

/** An application with its timeline, newest first; null if it does not exist. Throws ApiError. */
export const getThread = (api: CustomerApi, applicationId: string) =>
  nullIfMissing(fetchThread(api, { _id: applicationId }));

/**
 * An application with its candidate, the result of each stage in the vacancy's order, and the timeline (APP-55); null
 * if it belongs to another vacancy.
 */
export function threadOf(vacancy: Vacancy, thread: Awaited<ReturnType<typeof getThread>>) {
  if (thread?.application.vacancyId !== vacancy._id) return null;
  const { application, entries, asOf } = thread;
  const { candidate, assessments } = application;
  const { email, phoneNumber } = candidate.personalInformation;
  return {
    row: toRow(application),
    declineReason: application.declineReason,
    candidate: { _id: candidate._id, email, phoneNumber, location: candidate.location?.address ?? null },
    stages: vacancy.workflow.stages.flatMap(({ _id, name }) => {
      const assessment = assessments.find(({ stageId }) => stageId === _id);
      if (!assessment) return [];
      const { status, submittedAt } = assessment;
      const gone = { isReportGone: isReportGone(candidate, assessment) };
      return [{ _id, name, progress: status, submittedAt, ...gone, ...readResults(assessment) }];
    }),
    entries,
    isReportMailAged: isReportMailAged(
      assessments.find(({ product }) => product === "FI"),
      asOf,
    ),
    asOf,
  };
}

export type Thread = NonNullable<ReturnType<typeof threadOf>>;
