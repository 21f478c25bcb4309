import { pageArgs } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const holdFields = graphql(`
  fragment HoldFields on RETHold @_unmask {
    _id
    on {
      kind
      name
      vacancyId
      applicationId
    }
    reason
    placedBy
    placedAt
    reviewAt
    isPastReview
    releasedAt
    releasedBy
    releaseReason
  }
`);

export type Hold = ResultOf<typeof holdFields>;

const fetchHolds = pageQueryOf("RETGetHolds", holdFields);

/** Holds: overdue reviews first, only overdue ones, or released ones (RET-11). Throws ApiError. */
export const getHolds = (
  api: CustomerApi,
  { state, ...page }: { state: "past" | "released" | undefined; page: number; size: number },
) =>
  fetchHolds(api, {
    isReleased: state === "released",
    isPastReview: state === "past",
    ...pageArgs(page),
  });

const fetchHold = queryOf("RETGetHold", holdFields);

/** One hold. Throws ApiError. */
export const getHold = (api: CustomerApi, _id: string): Promise<Hold> => fetchHold(api, { _id });

/** Places a hold (RET-09). Throws ApiError. */
export const placeHold = mutationOf("RETPlaceHold", "_id");

/** Releases a hold, with a reason (RET-11). Throws ApiError. */
export const releaseHold = mutationOf("RETReleaseHold", "_id");

const holdSummaryFields = graphql(
  `
    fragment KeptFields on RETKept @_unmask {
      since
      holds {
        ...HoldFields
      }
    }
  `,
  [holdFields],
);
const fetchCandidate = queryOf("RETGetCandidateHolds", holdSummaryFields);

const fetchVacancy = queryOf("RETGetVacancyHolds", holdSummaryFields);

/** Start of the hold, and the holds themselves for users who may see them; `since` is null if nothing is held. */
export type HoldSummary = ResultOf<typeof holdSummaryFields>;

/** Holds on an application's candidate (RET-10). Throws ApiError. */
export const holdsOfCandidate = (api: CustomerApi, applicationId: string) =>
  fetchCandidate(api, { _id: applicationId });

/** Holds on all candidates of a vacancy. Throws ApiError. */
export const holdsOfVacancy = (api: CustomerApi, vacancyId: string): Promise<HoldSummary> =>
  fetchVacancy(api, { _id: vacancyId });
