import { expect, test } from "vitest";
import type { Flags } from "~/flags";
import { RehearsalPanel } from "~/components/workflows/rehearsal-panel";
import { WorkflowStages } from "~/components/workflows/workflow-stages";
import { newRule, toTrigger } from "~/models/workflows/workflow-rules";
import { vacanciesHref } from "~/models/workflows/workflow-screen.server";
import { render, tags, text } from "./render";

const rehearsal = {
  total: 1,
  movedOn: 1,
  statusChanged: 0,
  neither: 0,
  items: [
    {
      _id: "r1",
      applicationId: "a1",
      vacancyId: "v1",
      vacancyName: "Baker",
      firstName: "Kim",
      lastName: "Ray",
      isDeidentified: false,
      submittedAt: "2026-01-15T13:00:00.000Z",
      recommendationScore: 80,
      recommendation: null,
      movesOn: true,
      status: null,
    },
  ],
};

test("RULE-26 a candidate is a link if applications are open to the person, and plain text if not", async () => {
  const panel = (vacanciesHref: string | undefined) =>
    render(<RehearsalPanel rehearsal={rehearsal} isNew vacanciesHref={vacanciesHref} />);
  expect(tags(await panel("/vacancies"), "a")).toEqual([
    expect.stringContaining('href="/vacancies/v1/applications/a1"'),
  ]);
  const closed = await panel(undefined);
  expect(tags(closed, "a")).toEqual([]);
  expect(text(closed)).toContain("Kim Ray");
  const hrefWith = (edgeVacancyDetailEnabled: boolean, oldEdgeFeaturesEnabled: boolean) =>
    vacanciesHref({ base: "", flags: { edgeVacancyDetailEnabled, oldEdgeFeaturesEnabled } as Flags });
  expect(hrefWith(true, true)).toBe("/vacancies");
  expect([hrefWith(false, true), hrefWith(true, false)]).toEqual([undefined, undefined]);
});

test("RULE-29 a workflow's rules name the vacancies they apply to, in American English jobs", async () => {
  const stage = {
    _id: "s",
    name: "Chat",
    product: "FI",
    language: "en-US",
    assessmentPackageName: "Pack",
    dayLimit: null,
  };
  const shown = async (language: "en-GB" | "en-US", triggers = [toTrigger(newRule("MOVE_STAGE"))]) =>
    text(await render(<WorkflowStages stages={[{ ...stage, triggers }]} />, { console: { language } }));
  expect(await shown("en-GB")).toContain("New vacancies use these stages and rules.");
  expect(await shown("en-US")).toContain("New jobs use these stages and rules.");
  expect(await shown("en-GB", [])).not.toMatch(/stages and rules/);
});
