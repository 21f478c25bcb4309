import { graphql } from "~/services/graphql";
import { scopeIds, type Scope } from "~/services/console-args";
import type { RegionalApi, ResultOf, VariablesOf } from "~/services/regional-api.server";

const candidateDocument = graphql(`
  query CandidateOfApplication($filter: AppsApplicationListFilter!) {
    AppsGetApplicationList(filter: $filter) {
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
  }
`);

const vacanciesDocument = graphql(`
  query VacanciesOfCandidate($candidateId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsGetVacancyListByCandidateId(
      candidateId: $candidateId
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
      title
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateCandidate(
    $_id: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $firstName: String
    $lastName: String
    $email: String
    $phoneNumber: String
    $location: AppsCandidateLocationInput
    $version: Int!
  ) {
    AppsUpdateApplicationCandidate(
      _id: $_id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      firstName: $firstName
      lastName: $lastName
      email: $email
      phoneNumber: $phoneNumber
      location: $location
      version: $version
    ) {
      _id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteCandidate($candidateId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsDeleteCandidateById(
      candidateId: $candidateId
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

const purgeDocument = graphql(`
  mutation DeidentifyCandidate($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsPurgeApplicationCandidate(
      _id: $_id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

const inviteDocument = graphql(`
  mutation InviteCandidate($atsApplicationInput: CommonAtsApplicationInput!) {
    CommonInviteCandidate(atsApplicationInput: $atsApplicationInput) {
      assessmentId
      applicationId
      mail
      text
    }
  }
`);

type WireCandidate = ResultOf<
  typeof candidateDocument
>["AppsGetApplicationList"]["data"][number]["candidate"];

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
  const { data } = (await api.query(candidateDocument, { filter })).AppsGetApplicationList;
  const found = data.find(({ _id }) => _id === applicationId);
  return found ? toCandidate(found.candidate) : null;
}

/** The vacancies a candidate applied for. Throws ApiError. */
export async function getVacanciesOfCandidate(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
): Promise<{ _id: string; title: string }[]> {
  const answer = await api.query(vacanciesDocument, { candidateId, ...scopeIds(scope) });
  return answer.AppsGetVacancyListByCandidateId;
}

/** The titles of the vacancies a candidate applied for (CAND-09). Throws ApiError. */
export async function getVacancyTitles(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
): Promise<string[]> {
  return (await getVacanciesOfCandidate(api, scope, candidateId)).map(({ title }) => title);
}

type UpdateVariables = VariablesOf<typeof updateDocument>;

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
  await api.mutate(updateDocument, variables, idempotencyKey);
}

/** Deletes a candidate with all applications (CAND-24). Throws ApiError. */
export async function deleteCandidate(
  api: RegionalApi,
  scope: Scope,
  candidateId: string,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(deleteDocument, { candidateId, ...scopeIds(scope) }, idempotencyKey);
}

/** Takes everything personal from the candidate of an application (CAND-26). Throws ApiError. */
export async function deidentifyCandidate(
  api: RegionalApi,
  scope: Scope,
  applicationId: string,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(purgeDocument, { _id: applicationId, ...scopeIds(scope) }, idempotencyKey);
}

export type Invitation = VariablesOf<typeof inviteDocument>["atsApplicationInput"];

/** Invites a person to a stage of a vacancy (INV-11) and tells what became of the mail and the SMS. Throws ApiError. */
export async function inviteCandidate(api: RegionalApi, invitation: Invitation, idempotencyKey: string) {
  return (await api.mutate(inviteDocument, { atsApplicationInput: invitation }, idempotencyKey))
    .CommonInviteCandidate;
}
