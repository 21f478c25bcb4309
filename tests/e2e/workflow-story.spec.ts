import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { z } from "zod/v4";
import { demoCustomers } from "../../regional-api/seed/ids";
import { Client, loginMutation } from "../contract/fixtures/client";
import { fillVacancy } from "./support/forms";
import { row } from "./support/kit";
import { demoPassword, expect, people, test } from "./support/test";

const region = "ap-southeast-2";
const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "");
const stage = (page: Page, number: number) =>
  page.getByRole("group", { name: `Stage ${number}`, exact: true });

async function fillStage(page: Page, number: number, type: string, name: string) {
  await stage(page, number).getByRole("radio", { name: type }).check();
  const choose = stage(page, number).getByRole("button", { name: "Choose type" });
  if (await choose.isVisible()) await choose.click();
  await stage(page, number).getByLabel("Assessment Package").selectOption({ label: name });
}

const { id: customerId, organizationId, rootHierarchyId: hierarchyId } = demoCustomers.acmeRetail;

/** The regional API as called by the provider's testers: here it is how an interview is completed (RULE-24). */
async function tester() {
  const client = new Client(process.env.API_ADDRESS ?? "");
  await client.call(loginMutation, { email: people.staff, password: demoPassword }, { region });
  /** Completes an application's chat with a score. */
  return async (applicationId: string, recommendationScore: number) => {
    const thread = await client.call(
      `query ($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
        AppsGetApplicationThread(
          _id: $_id, customerId: $customerId, hierarchyId: $hierarchyId, organizationId: $organizationId
        ) { application { assessments { _id } } } }`,
      { _id: applicationId, customerId, hierarchyId, organizationId },
      { region },
    );
    const [chat] = threadAnswer.parse(thread.data).AppsGetApplicationThread.application.assessments;
    const done = await client.call(
      `mutation ($id: ID!, $results: JSON) {
        SimAdvanceAssessment(assessmentId: $id, status: APPS_ASSESSMENT_COMPLETED, results: $results) { _id } }`,
      { id: chat?._id, results: { recommendationScore } },
      { region },
    );
    expect(done.error).toBeUndefined();
  };
}
const threadAnswer = z.object({
  AppsGetApplicationThread: z.object({
    application: z.object({ assessments: z.array(z.object({ _id: z.string() })) }),
  }),
});

/** Invites a person to the first stage, and returns the application's id. */
async function invite(page: Page, vacancy: string, firstName: string, lastName: string): Promise<string> {
  await page.goto(`${vacancy}/invite`);
  const form = page.getByRole("dialog").last();
  await form.getByLabel("Email").fill(`${slug(firstName)}.${lastName}@mail.example`);
  await form.getByLabel("First name").fill(firstName);
  await form.getByLabel("Last name").fill(lastName);
  await form.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("status").getByText("Invite candidate success.")).toBeVisible();
  await page.goto(`${vacancy}?q=${firstName}`);
  await expect(row(page, firstName)).toHaveCount(1);
  return page.locator(".row-check").first().inputValue();
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** The templates of the mails to an address, as listed in the event log. */
async function mailsTo(page: Page, base: string, email: string) {
  const query = new URLSearchParams({ from: day(1), to: day(0), tz: "UTC", recipient: email });
  await page.goto(`${base}/notifications?${query}`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  return page.locator("tbody");
}

test("WF-33 RULE-22 RULE-23 RULE-27 WFS-35 VAC-45 APP-55 LOG-03 from a workflow with a rule to a candidate moved by it", async ({
  page,
  signIn,
  unique,
}) => {
  test.setTimeout(180_000);
  const base = await signIn(people.staff);
  const stem = unique("Story");
  const key = createHash("sha256").update(stem).digest("hex").slice(0, 10);

  // A workflow of two stages, with a rule that moves on from a score of 65.
  const workflow = `Story ${key}`;
  await page.goto(`${base}/workflow-sets/workflows/create`);
  await page.getByLabel("Workflow Name").fill(workflow);
  await fillStage(page, 1, "Chat Interview", "Retail team member");
  await page.getByRole("button", { name: "Add Stage" }).click();
  await fillStage(page, 2, "Video Interview", "Video interview, 3 questions");
  await stage(page, 1).getByLabel("Custom Stage Name").fill("Chat");
  await stage(page, 2).getByLabel("Custom Stage Name").fill("Video");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByLabel("Score at least")).toHaveValue("65");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page
    .getByRole("dialog", { name: "Save these rules?" })
    .getByRole("button", { name: "Save" })
    .first()
    .click();
  await expect(page.getByText("Workflow created.")).toBeVisible();

  // A set with that workflow.
  const set = `Set ${key}`;
  await page.goto(`${base}/workflow-sets/create`);
  await page.getByLabel("Workflow Set Name").fill(set);
  const first = page.getByRole("group", { name: "Workflow 1", exact: true });
  await first.getByRole("combobox", { name: "Workflow" }).selectOption({ label: workflow });
  const select = first.getByRole("button", { name: "Select" });
  if (await select.isVisible()) await select.click();
  await page.getByRole("button", { name: "Create", exact: true }).first().click();
  await expect(page.getByText(`${set} created successfully`)).toBeVisible();
  await row(page, set).getByText("1 workflow").click();
  await expect(row(page, set).getByRole("listitem")).toContainText(`${workflow} (English - en-GB)`);

  // A vacancy that uses it.
  const title = `Vacancy ${key}`;
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "A story");
  await page.getByLabel("Workflow").selectOption({ label: workflow });
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Vacancy created.")).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  const vacancy = new URL(page.url()).pathname;

  // Two candidates, a score of 70 and one of 60.
  const last = slug(key);
  const moved = await invite(page, vacancy, "Seventy", last);
  const stayed = await invite(page, vacancy, "Sixty", last);
  const complete = await tester();
  await complete(moved, 70);
  await complete(stayed, 60);

  // Each thread shows its events; for the moved candidate it names the rule and its workflow.
  const thread = (id: string) => page.goto(`${vacancy}/applications/${id}`);
  const main = page.getByRole("main");
  await thread(moved);
  await expect(main).toContainText("Moved from Chat to Video");
  await expect(main).toContainText(
    `by a rule of the workflow “${workflow}”: If recommendation score is at least 65, move to the next stage`,
  );
  await expect(main).toContainText("Invited to Video");
  await thread(stayed);
  await expect(main).toContainText("Chat submitted");
  await expect(main).not.toContainText("Moved from Chat to Video");
  await expect(main).not.toContainText("by a rule of the workflow");

  // So do the vacancy's stages.
  await page.goto(vacancy);
  await expect(row(page, "Sixty")).toHaveCount(1);
  await expect(row(page, "Seventy")).toHaveCount(0);
  await page
    .getByRole("link", { name: /^Video/ })
    .first()
    .click();
  await expect(row(page, "Seventy")).toHaveCount(1);
  await expect(row(page, "Sixty")).toHaveCount(0);

  // And the log: the second invitation went to one of them.
  const ofMoved = await mailsTo(page, base, `seventy.${last}@mail.example`);
  await expect(ofMoved).toContainText("FI_INVITE");
  await expect(ofMoved).toContainText("SI_INVITE");
  const ofStayed = await mailsTo(page, base, `sixty.${last}@mail.example`);
  await expect(ofStayed).toContainText("FI_INVITE");
  await expect(ofStayed).not.toContainText("SI_INVITE");
});
