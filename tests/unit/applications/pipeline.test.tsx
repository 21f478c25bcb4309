import { expect, test } from "vitest";
import { ProgressTabs, StageTabs } from "~/components/applications/pipeline";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import {
  funnelSearch,
  getBestCandidates,
  getFunnel,
  getFunnelRows,
  pipelineOf,
} from "~/models/applications/funnel.server";
import { render } from "../components/render";
import { argsOf } from "../models/answering-api";

test("GEN-06 APP-06 quick clicks on a vacancy's stages and progress tabs load once", async () => {
  const tabs = [
    <StageTabs key="stages" stages={[]} currentId={undefined} hrefOf={() => "#"} />,
    <ProgressTabs key="progress" current="ALL" counts={null} hrefOf={() => "#"} />,
  ];
  for (const nav of tabs) expect(await render(nav)).toMatch(/<nav[^>]* data-steady=""/);
});

test("VAC-02 American English searches, archives and restores jobs", () => {
  const job = translator(bulkJobs, "en-US");
  expect(translator(vacancies, "en-US")("search")).toBe("Search jobs");
  expect(job("action.VACANCY_ARCHIVE")).toBe("Archive jobs");
  expect(job("effect.VACANCY_RESTORE")).toBe("The jobs are restored.");
});

test("PIPE-12 a funnel and the candidates of its numbers are asked for the address's days and zone", async () => {
  const rows = { data: [], canView: true, pagination: { totalItems: 0, totalPages: 1, currentPage: 1 } };
  const { args, sent } = argsOf({
    VacancyFunnel: { AppsGetVacancyFunnel: [] },
    FunnelApplications: { AppsGetFunnelApplications: rows },
  });
  const variablesAt = async (address: string) => {
    sent.length = 0;
    const state = funnelSearch.parse(new URLSearchParams(address));
    await getFunnel(args.api, "v", state, "UTC");
    await getFunnelRows(args.api, "v", state, "UTC");
    return sent.map(({ variables }) => variables);
  };
  const from = "2026-03-28T00:00:00.000Z";
  const before = "2026-03-29T23:00:00.000Z";
  expect(await variablesAt("stageId=s&step=WENT_ON&from=2026-03-28&to=2026-03-29&tz=Europe/London")).toEqual([
    { vacancyId: "v", from, before },
    expect.objectContaining({ vacancyId: "v", stageId: "s", step: "WENT_ON", from, before }),
  ]);
  const [funnel, list] = await variablesAt("stageId=s&from=2026-03-28");
  expect(funnel).toEqual({ vacancyId: "v", from });
  expect(list).toMatchObject({ step: "CAME", from });
  expect(list).not.toHaveProperty("before");
  // No number has such rows, so the API is not called.
  expect(await variablesAt("from=2026-03-28")).toHaveLength(1);
  expect(await variablesAt("stageId=s&from=2026-03-29&to=2026-03-28")).toHaveLength(1);
});

test("PIPE-14 the report has the scores of the chat, and every application at a stage in one progress", async () => {
  const results = (score: number) => [{ fieldName: "recommendationScore", fieldValue: score }];
  const best = ["Ada", "Bo"].map((firstName, index) => ({
    _id: firstName,
    candidate: { personalInformation: { firstName, lastName: "Byron" } },
    assessments: [
      { product: "SI", results: results(1) },
      ...(index === 0 ? [{ product: "FI", results: results(93) }] : []),
    ],
  }));
  const { args } = argsOf({ BestApplications: { AppsGetBestApplications: best } });
  expect(await getBestCandidates(args.api, "v")).toEqual([
    { _id: "Ada", name: "Ada Byron", score: 93, flags: [] },
    { _id: "Bo", name: "Bo Byron", score: null, flags: [] },
  ]);
  const count = (
    stageId: string,
    progress: Parameters<typeof pipelineOf>[1]["counts"][number]["progress"],
    n: number,
  ) => ({
    ...{ stageId, progress, count: n },
  });
  const [chat, video] = pipelineOf(
    [
      { _id: "chat", name: "Chat" },
      { _id: "video", name: "Video" },
    ],
    {
      counts: [
        count("chat", null, 1),
        count("chat", "APPS_ASSESSMENT_ORDER_COMPLETED", 2),
        count("chat", "APPS_ASSESSMENT_INPROGRESS", 4),
        count("chat", "APPS_ASSESSMENT_COMPLETED", 8),
        count("chat", "APPS_ASSESSMENT_DROPPED_OUT", 16),
        count("video", "APPS_ASSESSMENT_COMPLETED", 32),
      ],
    },
  );
  expect(chat).toEqual({
    ...{ _id: "chat", name: "Chat", total: 31 },
    progress: { NOT_STARTED: 3, IN_PROGRESS: 4, COMPLETED: 8, DROPPED_OUT: 16 },
  });
  expect(video).toMatchObject({ total: 32, progress: { NOT_STARTED: 0, COMPLETED: 32 } });
});
