import { expect, test } from "vitest";
import { ProgressTabs, StageTabs } from "~/components/applications/pipeline";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import { render } from "../components/render";

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
