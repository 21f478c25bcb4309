/** Audit fields of rule decisions. The review reason is personal data: only the fact that it changed is recorded. */
import { rowKind } from "../../core/record-kinds";
import { vacancyAmong } from "../vacancies/vacancies.store";
import { decisionAmong } from "./decisions.store";

export const decisionKind = rowKind({
  kind: "DECISION",
  code: "apps:viewDecision",
  fields: {
    vacancy: "shown",
    verdict: "shown",
    changedTo: "shown",
    reviewReason: "personal",
    contest: "shown",
  },
  find: decisionAmong,
  place: ({ hierarchyId }) => ({ departmentId: hierarchyId }),
  values: async ({ vacancyId }, db) => ({ vacancy: (await vacancyAmong(db, vacancyId))?.title ?? null }),
});

/** Audited too, since a review may set the application's status. */
export const applicationOfDecision = async (db: Parameters<typeof decisionAmong>[0], id: string) =>
  (await decisionAmong(db, id))?.applicationId;
