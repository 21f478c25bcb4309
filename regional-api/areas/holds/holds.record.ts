/** What the record of changes says of holds: never why, which is about people (RET-13). */
import { recordKind } from "../../core/record";
import { findVacancy } from "../vacancies/vacancies.store";
import { findHold } from "./holds.store";

export const holdKind = recordKind({
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
  read: async (db, id) => {
    const hold = await findHold(db, id);
    const vacancy = hold?.vacancyId == null ? undefined : await findVacancy(db, hold.vacancyId);
    return (
      hold && {
        name: null,
        customerId: hold.customerId,
        values: {
          candidate: hold.candidateId,
          vacancy: vacancy?.title ?? hold.vacancyId,
          reviewAt: new Date(hold.reviewAt).toISOString().slice(0, 10),
          holdReason: hold.reason,
          isReleased: hold.releasedAt !== null,
          releaseReason: hold.releaseReason,
        },
      }
    );
  },
});
