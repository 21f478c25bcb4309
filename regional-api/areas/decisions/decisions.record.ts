/** What the record of changes says of decisions made by rules: never why a person confirmed or changed one, which is about people. */
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

/** Named as well, since a review may give a status. */
export const applicationOfDecision = async (db: Parameters<typeof decisionAmong>[0], id: string) =>
  (await decisionAmong(db, id))?.applicationId;
