import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { scopeIds, type Scope } from "~/services/console-args";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

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
const askCandidate = queryOf(
  "AppsGetApplicationList",
  candidateOfApplicationFields,
  "CandidateOfApplication",
);

const vacanciesOfCandidateFields = graphql(`
  fragment VacanciesOfCandidateFields on AppsCandidateVacancy @_unmask {
    _id
    title
  }
`);
const askVacancies = queryOf(
  "AppsGetVacancyListByCandidateId",
  vacanciesOfCandidateFields,
  "VacanciesOfCandidate",
);

const sendUpdate = mutationOf("AppsUpdateApplicationCandidate", "_id", "UpdateCandidate");

const sendDelete = mutationOf("AppsDeleteCandidateById", "_id", "DeleteCandidate");

const sendPurge = mutationOf("AppsPurgeApplicationCandidate", "_id", "DeidentifyCandidate");

const inviteCandidateFields = graphql(`
  fragment InviteCandidateFields on CommonInvitation @_unmask {
    assessmentId
    applicationId
    mail
    text
  }
`);
const sendInvite = mutationOf("CommonInviteCandidate", inviteCandidateFields);

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

/** A person who applied; what is empty is "". */
export type Candidate = ReturnType<typeof toCandidate>;

/** The candidate of an application on a vacancy; null when it is not (any more) there. Throws ApiError. */
export async function getCandidate(
  api: RegionalApi,
  scope: Scope,
  { externalVacancyId }: { externalVacancyId: string | null },
  applicationId: string,
): Promise<Candidate | null> {
  if (externalVacancyId === null) return null;
  const filter = { ...scopeIds(scope), externalVacancyId, skipEq: 0, limitEq: 30, searchText: applicationId };
  const { data } = await askCandidate(api, { filter });
  const found = data.find(({ _id }) => _id === applicationId);
  return found ? toCandidate(found.candidate) : null;
}

/** The vacancies a candidate applied for. Throws ApiError. */
export async function getVacanciesOfCandidate(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
): Promise<{ _id: string; title: string }[]> {
  return askVacancies(api, { candidateId, ...scopeIds(scope) });
}

/** The titles of the vacancies a candidate applied for (CAND-09). Throws ApiError. */
export async function getVacancyTitles(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
): Promise<string[]> {
  return (await getVacanciesOfCandidate(api, scope, candidateId)).map(({ title }) => title);
}

type UpdateVariables = Parameters<typeof sendUpdate>[1];

/** The corrected values; those left out stay (CAND-11). */
export type CandidateChanges = Pick<
  UpdateVariables,
  "firstName" | "lastName" | "email" | "phoneNumber" | "location"
>;

/** Corrects the candidate of an application, unless somebody did since `version`. Throws ApiError. */
export async function updateCandidate(
  api: RegionalApi,
  scope: Scope,
  applicationId: string,
  changes: CandidateChanges,
  version: number,
  idempotencyKey: string,
): Promise<void> {
  const variables = { _id: applicationId, ...scopeIds(scope), ...changes, version };
  await sendUpdate(api, variables, idempotencyKey);
}

/** Deletes a candidate with all applications (CAND-24). Throws ApiError. */
export async function deleteCandidate(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
  idempotencyKey: string,
): Promise<void> {
  await sendDelete(api, { candidateId, ...scopeIds(scope) }, idempotencyKey);
}

/** Takes everything personal from the candidate of an application (CAND-26). Throws ApiError. */
export async function deidentifyCandidate(
  api: RegionalApi,
  scope: Scope,
  applicationId: string,
  idempotencyKey: string,
): Promise<void> {
  await sendPurge(api, { _id: applicationId, ...scopeIds(scope) }, idempotencyKey);
}

export type Invitation = Parameters<typeof sendInvite>[1]["atsApplicationInput"];

/** Invites a person to a stage of a vacancy (INV-11) and tells what became of the mail and the SMS. Throws ApiError. */
export async function inviteCandidate(api: RegionalApi, invitation: Invitation, idempotencyKey: string) {
  return await sendInvite(api, { atsApplicationInput: invitation }, idempotencyKey);
}
