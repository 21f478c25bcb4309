import { expect, test } from "vitest";
import type { Flags } from "~/flags";
import { RehearsalPanel } from "~/components/workflows/rehearsal-panel";
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

test("RULE-26 a candidate is a link where applications are open, and a name where they are not", async () => {
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
