import { fullName } from "~/models/users/full-name";
import type { CustomerApi } from "~/services/customer-api.server";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { getAmong, readResults, toRow } from "./application.server";

/** Minimum and maximum number of candidates to compare. */
const bounds = { least: 2, most: 5 };

/** True if this number of candidates can be compared. */
export const isComparable = (count: number) => count >= bounds.least && count <= bounds.most;

/** Distinct candidate ids in the URL; empty if too few or too many. */
export function comparedIds(params: URLSearchParams): string[] {
  const ids = [...new Set((params.get("ids") ?? "").split(".").filter((id) => /^[\w-]{1,64}$/.test(id)))];
  return isComparable(ids.length) ? ids : [];
}

/** These candidates of the vacancy in the given order, with the results of each stage. Throws ApiError. */
export async function getCompared(api: CustomerApi, vacancy: Vacancy, ids: readonly string[]) {
  const { data, canView } = await getAmong(api, vacancy, ids);
  const found = ids.flatMap((id) => data.find(({ _id }) => _id === id) ?? []);
  return {
    canView,
    candidates: found.map((application) => ({
      row: toRow(application),
      name: fullName(application.candidate.personalInformation),
      stages: vacancy.workflow.stages.map(({ _id }) => {
        const assessment = application.assessments.find(({ stageId }) => stageId === _id);
        return assessment
          ? { submittedAt: assessment.submittedAt, progress: assessment.status, ...readResults(assessment) }
          : null;
      }),
    })),
  };
}

export type Compared = Awaited<ReturnType<typeof getCompared>>["candidates"][number];
