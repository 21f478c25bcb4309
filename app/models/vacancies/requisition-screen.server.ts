import { vacancies } from "~/i18n/vacancies";
import { fullName } from "~/models/users/full-name";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import type { ConsoleArgs } from "~/services/console-args";
import type { ResultOf } from "~/services/regional-api.server";
import { listData } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import type { ListState } from "~/models/list/list-state";
import { type Vacancy } from "./vacancy.server";
import { vacancyMissing } from "~/services/screens.server";

const requisitionApplicationsFields = graphql(`
  fragment RequisitionApplicationsFields on AppsApplication @_unmask {
    _id
    status
    stageId
    candidate {
      personalInformation {
        firstName
        lastName
        email
      }
    }
    assessments {
      stageId
      status
      submittedAt
    }
  }
`);
const fetchList = pageQueryOf(
  "AppsGetApplicationList",
  requisitionApplicationsFields,
  "RequisitionApplications",
);

const fetchCount = queryOf("AppsGetApplicationList", "pagination { totalItems }", "StageApplicationCount");

const sortFields = { name: "name", submitted: "submittedAt" } as const;
type Sort = keyof typeof sortFields;

const search = listSearch<Sort>({
  sorts: ["name", "submitted"],
  defaultSort: "submitted",
  defaultOrder: "desc",
});

type FoundApplications = ResultOf<typeof requisitionApplicationsFields>;

const noApplications = { data: [], pagination: { totalItems: 0, totalPages: 0, currentPage: 1 } };

function rowOf(
  { _id, status, stageId, candidate, assessments }: FoundApplications,
  stages: Vacancy["workflow"]["stages"],
) {
  const { personalInformation } = candidate;
  const current = assessments.find((assessment) => assessment.stageId === stageId);
  return {
    _id,
    name: fullName(personalInformation),
    email: personalInformation.email,
    stage: stages.find((stage) => stage._id === stageId)?.name ?? "-",
    status,
    progress: current?.status ?? null,
    submittedAt: current?.submittedAt ?? null,
  };
}

/** A page of the vacancy's applications at any stage, and the count per stage. Throws ApiError. */
async function applicationsOf(
  { api }: ConsoleArgs,
  { externalVacancyId, workflow }: Vacancy,
  { page, size, sort, order }: ListState & { sort: Sort },
) {
  // Without an external id, no one can have applied.
  if (externalVacancyId === null) return null;
  const filter = { ...api.ids, externalVacancyId };
  const [list, ...counts] = await Promise.all([
    fetchList(api, {
      filter: { ...filter, skipEq: page - 1, limitEq: size, sort: { fieldName: sortFields[sort], order } },
    }),
    ...workflow.stages.map(({ _id }) =>
      fetchCount(api, {
        filter: { ...filter, skipEq: 0, limitEq: 1, assessmentStatusFilter: { stageId: _id } },
      }),
    ),
  ]);
  return {
    ...list,
    counts: counts.map((count) => count.pagination.totalItems),
  };
}

/**
 * A vacancy's screen for users without the old features: its job requisition, read-only. A vacancy without one is not
 * found (VAC-52).
 */
export async function loadRequisition(args: ConsoleArgs, vacancy: Vacancy) {
  const { base, translate } = args;
  if (!vacancy.jobRequisitionId) throw vacancyMissing(args);
  const { stages } = vacancy.workflow;
  let counts: readonly number[] = [];
  const table = await listData(args, {
    name: "requisition",
    search,
    fetch: async (_args, state) => {
      const found = await applicationsOf(args, vacancy, state);
      if (!found) return noApplications;
      counts = found.counts;
      return { data: found.data.map((one) => rowOf(one, stages)), pagination: found.pagination };
    },
    loadFailed: () => translate(vacancies)("requisition.loadFailed"),
  });
  return {
    id: vacancy.jobRequisitionId,
    hubHref: `${base}/job-requisitions/${encodeURIComponent(vacancy.jobRequisitionId)}`,
    stages: stages.map(({ _id, name }, index) => ({ _id, name, count: counts[index] ?? 0 })),
    ...table,
  };
}

export type Requisition = Awaited<ReturnType<typeof loadRequisition>>;
