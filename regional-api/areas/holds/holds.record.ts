/** Audit fields of holds. Reasons are personal data: only the fact that they changed is recorded (RET-13). */
import { rowKind } from "../../core/record-kinds";
import { findVacancy } from "../vacancies/vacancies.store";
import { findHold } from "./holds.store";

export const holdKind = rowKind({
  kind: "HOLD",
  code: "org:viewHold",
  fields: {
    candidate: "shown",
    vacancy: "shown",
    reviewAt: "shown",
    holdReason: "personal",
    isReleased: "shown",
    releaseReason: "personal",
  },
  find: findHold,
  values: async ({ candidateId, vacancyId, reviewAt, reason, releasedAt }, db) => ({
    candidate: candidateId,
    vacancy: vacancyId && ((await findVacancy(db, vacancyId))?.title ?? vacancyId),
    reviewAt: new Date(reviewAt).toISOString().slice(0, 10),
    holdReason: reason,
    isReleased: releasedAt !== null,
  }),
});
