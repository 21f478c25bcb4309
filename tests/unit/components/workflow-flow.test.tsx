import { expect, test } from "vitest";
import { RehearsalPanel } from "~/components/workflows/rehearsal-panel";
import { type FlowStage, WorkflowFlow } from "~/components/workflows/workflow-flow";
import { newRule, toTrigger } from "~/models/workflows/workflow-rules";
import { render, tags, text } from "./render";

const moves = toTrigger(newRule("MOVE_STAGE"));
const longlists = toTrigger({
  ...newRule("UPDATE_STATUS"),
  status: "APPS_APPLICATION_LONGLISTED",
  enabled: false,
});
const chat = { name: "Talk", product: "FI", language: "fr", assessmentPackageName: "Retail", dayLimit: 5 };
const video = { name: "Stage 2", product: "SI", language: "nb", assessmentPackageName: "Film", triggers: [] };
const effects = { total: 500, movedOn: 179, statusChanged: 0, neither: 321 };

const drawn = async (stages: FlowStage[], counts: typeof effects | null = null) =>
  text(await render(<WorkflowFlow stages={stages} effects={counts} />))
    .replace(/\s+/g, " ")
    .trim();

test("WF-66 RULE-22 the drawing reads as a list: a stage, then each rule with what it leads to, then the rest", async () => {
  expect(await drawn([{ ...chat, triggers: [moves, longlists] }, video])).toBe(
    [
      "Stage 1 Talk Chat Interview Retail French - fr Limit 5 days",
      "If recommendation score is at least 65, move to the next stage",
      "Stage 2 Video Interview Film Norwegian - nb",
      "If recommendation score is at least 65, set the status to Longlisted (turned off) Longlisted",
      "Otherwise A person decides",
    ].join(" "),
  );
  expect(await drawn([{ ...chat, triggers: [] }, video])).toContain(
    "No rules: a person decides who moves on Stage 2",
  );
  expect(await drawn([{ ...chat, triggers: [] }])).toMatch(/No rules A person decides$/);
});

test("WF-66 a rule that is turned off is drawn dashed", async () => {
  const html = await render(
    <WorkflowFlow stages={[{ ...chat, triggers: [moves, longlists] }, video]} effects={null} />,
  );
  expect(tags(html, "li").filter((tag) => tag.includes("data-off"))).toHaveLength(1);
});

test("WF-67 a rehearsal's counts are shown on the arrows, unless nothing was examined", async () => {
  const stages = [{ ...chat, triggers: [moves, longlists] }, video];
  const shown = await drawn(stages, effects);
  expect(shown.match(/\d+ of 500 [a-z ]+/g)?.map((one) => one.trim())).toEqual([
    "179 of 500 would have moved on",
    "0 of 500 would have been given the status",
    "321 of 500 neither",
  ]);
  const none = { total: 0, movedOn: 0, statusChanged: 0, neither: 0 };
  expect(await drawn(stages, none)).toBe(await drawn(stages));
});

test("RULE-26 a candidate is a link if applications are open to the person, and plain text if not", async () => {
  const rehearsal = {
    ...{ total: 1, movedOn: 1, statusChanged: 0, neither: 0 },
    stages: [{ name: "Talk", product: "FI", triggers: [moves] }],
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
  const panel = (vacanciesHref: string | undefined) =>
    render(<RehearsalPanel rehearsal={rehearsal} isNew vacanciesHref={vacanciesHref} />);
  expect(tags(await panel("/vacancies"), "a")).toEqual([
    expect.stringContaining('href="/vacancies/v1/applications/a1"'),
  ]);
  const closed = await panel(undefined);
  expect(tags(closed, "a")).toEqual([]);
  expect(text(closed)).toContain("Kim Ray");
});
