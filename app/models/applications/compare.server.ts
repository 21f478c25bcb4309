import { fullName } from "~/models/users/full-name";
import type { CustomerApi } from "~/services/customer-api.server";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { getAmong, readResults, toRow } from "./application.server";

/** How many can be compared. */
const bounds = { least: 2, most: 5 };

/** Whether so many can be compared. */
export const isComparable = (count: number) => count >= bounds.least && count <= bounds.most;

/** The candidates that an address names, each once; none where they are too few or too many. */
export function comparedIn(params: URLSearchParams): string[] {
  const ids = [...new Set((params.get("ids") ?? "").split(".").filter((id) => /^[\w-]{1,64}$/.test(id)))];
  return isComparable(ids.length) ? ids : [];
}

/** These candidates of the vacancy, in this order, with what each stage found. Throws ApiError. */
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
