import { graphql } from "~/services/graphql";
import { type Scope, scopeIds } from "~/services/console-args";
import type { RegionalApi, ResultOf, VariablesOf } from "~/services/regional-api.server";
import { withDepartmentIds } from "~/models/departments/department.server";
import type { ListState } from "~/models/list/list-state";

const listDocument = graphql(`
  query Vacancies($filter: AppsVacancyListFilter!) {
    AppsGetVacancyListV2(filter: $filter) {
      data {
        _id
        createdAt
        archivedAt
        applicationCount
        title
        externalVacancyId
        managers {
          firstName
          lastName
        }
      }
      pagination {
        totalPages
        currentPage
        pageSize
        totalItems
      }
    }
  }
`);

const detailDocument = graphql(`
  query Vacancy($vacancyId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsGetVacancyById(
      vacancyId: $vacancyId
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
      version
      title
      description
      externalVacancyId
      createdAt
      archivedAt
      applicationCount
      managers {
        firstName
        lastName
        email
        externalId
        type
      }
      roleFamily {
        _id
        name
      }
      location {
        address
      }
      workflow {
        _id
        name
        stages {
          _id
          name
          product
          language
          externalAssessmentPackageId
          assessmentPackageName
        }
      }
      hierarchyId
      jobRequisitionId
      customerId
      organizationId
      genericAssessmentLinks {
        stageId
        assessmentLink
        externalAssessmentPackageId
        assessmentPackageName
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateVacancy(
    $organizationId: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $title: String!
    $description: String
    $location: AppsVacancyLocationInput
    $roleFamily: AppsRoleFamilyInput!
    $managers: [AppsVacancyManagerInput!]
    $workflow: AppsVacancyWorkflowInput!
  ) {
    AppsCreateVacancy(
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      title: $title
      description: $description
      location: $location
      roleFamily: $roleFamily
      managers: $managers
      workflow: $workflow
    ) {
      _id
      title
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateVacancy(
    $externalVacancyId: String!
    $organizationId: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $title: String!
    $description: String
    $roleFamily: AppsRoleFamilyInput!
    $location: AppsVacancyLocationInput
    $hiringManagers: [AppsVacancyPersonInput!]
    $recruiters: [AppsVacancyPersonInput!]
    $version: Int!
  ) {
    AppsUpdateVacancyByExternalVacancyId(
      externalVacancyId: $externalVacancyId
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      title: $title
      description: $description
      roleFamily: $roleFamily
      location: $location
      hiringManagers: $hiringManagers
      recruiters: $recruiters
      version: $version
    ) {
      _id
    }
  }
`);

const archiveDocument = graphql(`
  mutation ArchiveVacancies(
    $externalVacancyIds: [String!]!
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
  ) {
    AppsArchiveVacanciesByExternalVacancyIds(
      externalVacancyIds: $externalVacancyIds
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreVacancies(
    $externalVacancyIds: [String!]!
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
  ) {
    AppsRestoreVacanciesByExternalVacancyIds(
      externalVacancyIds: $externalVacancyIds
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

export type VacancyRow = ResultOf<typeof listDocument>["AppsGetVacancyListV2"]["data"][number];
export type Vacancy = ResultOf<typeof detailDocument>["AppsGetVacancyById"];

/** One page of the active or the archived vacancies of all departments the person may see (VAC-12, VAC-13). */
export function getVacancies(
  api: RegionalApi,
  scope: Scope,
  { page, size, sort, order }: ListState,
  isArchived: boolean,
) {
  return withDepartmentIds(api, scope, async (hierarchyIdList) => {
    const filter = {
      ...scopeIds(scope),
      hierarchyIdList,
      skipEq: (page - 1) * size,
      limitEq: size,
      isArchived,
      sort: { fieldName: sort, order },
    };
    return (await api.query(listDocument, { filter })).AppsGetVacancyListV2;
  });
}

/** One vacancy, archived or not (VAC-55). Throws ApiError. */
export async function getVacancy(api: RegionalApi, scope: Scope, vacancyId: string): Promise<Vacancy> {
  return (await api.query(detailDocument, { vacancyId, ...scopeIds(scope) })).AppsGetVacancyById;
}

type CreateVariables = VariablesOf<typeof createDocument>;

/** What is entered when a vacancy is created; `hierarchyId` is its department. */
export type NewVacancy = Omit<CreateVariables, "organizationId" | "customerId">;

/** Creates a vacancy (VAC-43). Throws ApiError. */
export async function createVacancy(
  api: RegionalApi,
  { organizationId, customerId }: Scope,
  vacancy: NewVacancy,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(createDocument, { organizationId, customerId, ...vacancy }, idempotencyKey);
}

export type VacancyChanges = Omit<
  VariablesOf<typeof updateDocument>,
  "organizationId" | "customerId" | "hierarchyId" | "externalVacancyId"
>;

/** Changes what may be changed of a vacancy (VAC-63). Throws ApiError. */
export async function updateVacancy(
  api: RegionalApi,
  scope: Scope,
  externalVacancyId: string,
  changes: VacancyChanges,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(updateDocument, { externalVacancyId, ...scopeIds(scope), ...changes }, idempotencyKey);
}

/** Archives those of the vacancies that can be; answers how many are archived now (VAC-21, VAC-23). Throws ApiError. */
export async function archiveVacancies(
  api: RegionalApi,
  scope: Scope,
  externalVacancyIds: string[],
  idempotencyKey: string,
): Promise<number> {
  const variables = { externalVacancyIds, ...scopeIds(scope) };
  const answer = await api.mutate(archiveDocument, variables, idempotencyKey);
  return answer.AppsArchiveVacanciesByExternalVacancyIds.length;
}

/** Restores those of the vacancies that can be; answers how many are active now (VAC-21, VAC-23). Throws ApiError. */
export async function restoreVacancies(
  api: RegionalApi,
  scope: Scope,
  externalVacancyIds: string[],
  idempotencyKey: string,
): Promise<number> {
  const variables = { externalVacancyIds, ...scopeIds(scope) };
  const answer = await api.mutate(restoreDocument, variables, idempotencyKey);
  return answer.AppsRestoreVacanciesByExternalVacancyIds.length;
}
