import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const candidateOfApplicationFields = graphql(`
  fragment CandidateOfApplicationFields on AppsApplicationList @_unmask {
    data {
      _id
      candidate {
        _id
        personalInformation {
          firstName
          lastName
          phoneNumber
          email
        }
        location {
          address
          coordinate {
            lat
            lng
          }
        }
        isDeidentified
        version
      }
    }
  }
`);
const fetchCandidate = queryOf(
  "AppsGetApplicationList",
  candidateOfApplicationFields,
  "CandidateOfApplication",
);

const fetchVacancies = queryOf("AppsGetVacancyListByCandidateId", "_id title", "VacanciesOfCandidate");

type WireCandidate = ResultOf<typeof candidateOfApplicationFields>["data"][number]["candidate"];

function toCandidate({ _id, personalInformation, location, isDeidentified, version }: WireCandidate) {
  const { firstName, lastName, email, phoneNumber } = personalInformation;
  return {
    _id,
    firstName,
    lastName,
    email: email ?? "",
    phoneNumber: phoneNumber ?? "",
    location: location?.address ?? "",
    isDeidentified,
    version,
  };
}

/** A person who applied; empty fields are "". */
export type Candidate = ReturnType<typeof toCandidate>;

/** The candidate of a vacancy's application; null if it no longer exists. Throws ApiError. */
export async function getCandidate(
  api: CustomerApi,
  { externalVacancyId }: { externalVacancyId: string | null },
  applicationId: string,
): Promise<Candidate | null> {
  if (externalVacancyId === null) return null;
  const filter = { ...api.ids, externalVacancyId, skipEq: 0, limitEq: 30, searchText: applicationId };
  const { data } = await fetchCandidate(api, { filter });
  const found = data.find(({ _id }) => _id === applicationId);
  return found ? toCandidate(found.candidate) : null;
}

/** The vacancies a candidate applied for (CAND-09). Throws ApiError. */
export const getVacanciesOfCandidate = (api: CustomerApi, candidateId: string) =>
  fetchVacancies(api, { candidateId });

/** Corrects an application's candidate, unless changed since `version`; omitted fields are kept (CAND-11). */
export const updateCandidate = mutationOf("AppsUpdateApplicationCandidate", "_id", "UpdateCandidate");

/** The corrected values. */
export type CandidateChanges = Pick<
  Parameters<typeof updateCandidate>[1],
  "firstName" | "lastName" | "email" | "phoneNumber" | "location"
>;

/** Deletes a candidate with all applications (CAND-24). */
export const deleteCandidate = mutationOf("AppsDeleteCandidateById", "_id", "DeleteCandidate");

/** De-identifies an application's candidate (CAND-26). */
export const deidentifyCandidate = mutationOf("AppsPurgeApplicationCandidate", "_id", "DeidentifyCandidate");

/** Invites a person to a vacancy's stage (INV-11); returns the delivery results of mail and SMS. */
export const inviteCandidate = mutationOf(
  "CommonInviteCandidate",
  "assessmentId applicationId mail text isNameKept isPhoneKept",
);

export type Invitation = Parameters<typeof inviteCandidate>[1]["atsApplicationInput"];
