import type { Locator, Page } from "@playwright/test";
import { demoId } from "../../regional-api/seed/ids";
import { archivedAndRestored } from "./support/archivable";
import { expect, expectAccessible, expectNoOverflow, pathOf, people, test } from "./support/test";

const storeTeam = demoId("workflow:acme-retail:0");

const stage = (page: Page, number: number) =>
  page.getByRole("group", { name: `Stage ${number}`, exact: true });
const rule = (page: Page, number: number) => page.getByRole("group", { name: `Rule ${number}`, exact: true });
const save = (within: Page | Locator) => within.getByRole("button", { name: "Save" }).first().click();
const question = (page: Page) => page.getByRole("dialog", { name: "Save these rules?" });

/** Selects a stage's type; without scripts a button loads its packages. */
async function chooseType(page: Page, number: number, type: "Chat Interview" | "Video Interview") {
  await stage(page, number).getByRole("radio", { name: type }).check();
  const choose = stage(page, number).getByRole("button", { name: "Choose type" });
  if (await choose.isVisible()) await choose.click();
}

async function fillStage(
  page: Page,
  number: number,
  type: "Chat Interview" | "Video Interview",
  name: string,
) {
  await chooseType(page, number, type);
  await stage(page, number).getByLabel("Assessment Package").selectOption({ label: name });
}

/** Expects that no more rows can be added, with the reason shown (GEN-21). */
async function expectFull(page: Page, button: string, reason: string) {
  await expect(page.getByRole("button", { name: button })).toBeDisabled();
  await expect(page.getByText(reason)).toBeVisible();
}

/** Creates a workflow with one chat and ends on the list. */
async function createWorkflow(page: Page, base: string, name: string) {
  await page.goto(`${base}/workflow-sets/workflows/create`);
  await page.getByLabel("Workflow Name").fill(name);
  await fillStage(page, 1, "Chat Interview", "Graduate programme");
  await save(page);
  await expect(page.getByText("Workflow created.")).toBeVisible();
  await expect(page).toHaveURL(`${base}/workflow-sets/workflows`);
}

test("WF-01 WF-02 the older addresses redirect to the same pages below workflow-sets, with their query", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const found = `${base}/workflow-sets/workflows`;
  for (const rest of ["", "/archive", "/create", `/${storeTeam}`, `/${storeTeam}/edit`]) {
    await page.goto(`${base}/workflows${rest}?size=50`);
    await expect(page).toHaveURL(`${found}${rest}?size=50`);
  }
  await page.goto(`${base}/workflows`);
  const link = page.getByRole("link", { name: "Store team – chat, then video" });
  expect(await pathOf(link)).toMatch(new RegExp(`^${found}/`));
});

archivedAndRestored({
  rows: "WF-05 WF-06 WF-07 GEN-04 WF-12 VAC-20 WF-15",
  ...{ person: people.staff, list: "workflow-sets/workflows" },
  create: createWorkflow,
  columns: ["Workflow Name", "Workflow ID", "Stages", "Created"],
  archiveColumns: ["Workflow Name", "Archived"],
  sort: ["stages", "Stages"],
  ...{ back: "Workflows", view: "View workflows" },
  notices: { archived: () => "Workflow(s) archived", restored: () => "Workflow(s) restored" },
  checkWhileArchived: async (page, base, name) => {
    // Archived workflows are not in the selectors.
    await page.goto(`${base}/vacancies/create`);
    await expect(page.getByLabel("Workflow").getByRole("option", { name })).toHaveCount(0);
  },
});

test("WF-17 WF-19 WF-37 WF-41 RULE-01 RULE-05 a workflow with rules is created, read and changed @twice", async ({
  page,
  signIn,
  unique,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  const list = `${base}/workflow-sets/workflows`;
  const name = unique("Chat and video");
  await page.goto(`${list}/create`);
  await expect(page.getByRole("heading", { level: 1, name: "Create a new workflow" })).toBeVisible();
  await page.getByLabel("Workflow Name").fill(name);
  // No rules before the type is chat.
  await expect(page.getByRole("button", { name: "Add rule" })).toHaveCount(0);
  await fillStage(page, 1, "Chat Interview", "General chat interview");
  await page.getByRole("button", { name: "Add Stage" }).click();
  await expect(stage(page, 2)).toBeVisible();
  await expectFull(page, "Add Stage", "A workflow can have at most 2 stages");
  await expect(stage(page, 1).getByRole("radio", { name: "Video Interview" })).toBeDisabled();
  await fillStage(page, 2, "Video Interview", "Videointerview");
  await expect(stage(page, 1).getByLabel("Assessment Package").locator("option:checked")).toHaveText(
    "General chat interview",
  );
  // A package without a language is in American English (WF-22).
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(rule(page, 1).getByLabel("Score at least")).toHaveValue("65");
  await rule(page, 1).getByLabel("Profanity count", { exact: true }).check();
  await rule(page, 1).getByLabel("Profanity count less than").selectOption("2");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(rule(page, 2).getByLabel("Rule type")).toHaveValue("UPDATE_STATUS");
  await expectFull(page, "Add rule", "Every type of rule is used.");
  await expect(rule(page, 1).getByLabel("Profanity count less than")).toHaveValue("2");
  await rule(page, 2).getByLabel("Status").selectOption({ label: "Interview" });
  await rule(page, 2).getByLabel("Recommendation Type").selectOption({ label: "Recommendation" });
  await rule(page, 2).getByRole("checkbox", { name: "Yes" }).check();
  await expectAccessible(page, "the form");
  await save(page);
  await expect(question(page)).toContainText(
    /Of the last 500 completed chat interviews \d+ would have moved on/,
  );
  await save(question(page));
  await expect(page.getByText("Workflow created.")).toBeVisible();
  await expect(page).toHaveURL(list);

  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Workflow details" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "If recommendation score is at least 65 and profanity count is less than 2, move to the next stage",
  );
  await expect(main).toContainText("If recommendation is Yes, set the status to Interview");
  await expect(main).toContainText("English - en-US");
  await expect(main).toContainText("Norwegian - nb");
  await expect(main).toContainText("Stage 1");
  await expectAccessible(page, "the detail");
  // Opened by its own address, without the list's state.
  const [detail = ""] = page.url().split("?");

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(stage(page, 1)).toContainText("The type and package of a saved stage cannot be changed.");
  await expect(stage(page, 1).getByRole("radio")).toHaveCount(0);
  await expect(rule(page, 2).getByRole("checkbox", { name: "Yes" })).toBeChecked();
  await page.getByLabel("Workflow Name").fill(`Renamed ${name}`);
  await stage(page, 1).getByLabel("Custom Stage Name").fill("Talk");
  await rule(page, 2).getByRole("button", { name: "Remove Rule 2" }).click();
  await expect(rule(page, 2)).toHaveCount(0);
  await save(page);
  await save(question(page));
  await expect(page.getByText("Workflow updated successfully.")).toBeVisible();
  await expect(page).toHaveURL(detail);
  await expect(main).toContainText(`Renamed ${name}`);
  await expect(main).toContainText("Talk");
  await expect(main).not.toContainText("set the status to Interview");
});

test("WF-29 WF-30 RULE-21 another workflow's stages and rules are loaded, the name stays; a new stage can be removed", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/workflow-sets/workflows/create`);
  await page.getByLabel("Workflow Name").fill("Mine");
  await page.getByLabel("Existing workflow").selectOption({ label: "Store team – chat, then video" });
  await page.getByRole("button", { name: "Load" }).click();
  await expect(page).toHaveURL(new RegExp(`copyWorkflowId=${storeTeam}`));
  await expect(page.getByLabel("Workflow Name")).toHaveValue("Mine");
  await expect(rule(page, 1).getByLabel("Score at least")).toHaveValue("70");
  await expect(rule(page, 2).getByRole("checkbox", { name: "Yes" })).toBeChecked();
  await expect(stage(page, 2).getByLabel("Assessment Package").locator("option:checked")).toHaveText(
    "Video interview, 3 questions",
  );
  await stage(page, 2).getByRole("button", { name: "Remove Stage 2" }).click();
  await expect(stage(page, 2)).toHaveCount(0);
  await expect(page.getByLabel("Workflow Name")).toHaveValue("Mine");
  // The same one again discards the changes.
  await rule(page, 1).getByLabel("Score at least").fill("90");
  await page.getByRole("button", { name: "Load" }).click();
  await expect(stage(page, 2)).toBeVisible();
  await expect(rule(page, 1).getByLabel("Score at least")).toHaveValue("70");
  await expect(page.getByLabel("Workflow Name")).toHaveValue("Mine");
});

test("WF-30 picking a workflow keeps stages that were changed, until Load is pressed @js", async ({
  page,
  signIn,
}) => {
  await page.goto(`${await signIn(people.staff)}/workflow-sets/workflows/create`);
  const picker = page.getByLabel("Existing workflow");
  await picker.selectOption({ label: "Store team – chat, then video" });
  await expect(page.getByText("The stages of “Store team – chat, then video” are loaded.")).toBeAttached();
  await expect(picker).toBeFocused();
  await rule(page, 1).getByLabel("Score at least").fill("91");
  await picker.selectOption({ label: "Graduates – chat only" });
  await expect(page.getByText("Your stages are kept until you press “Load”")).toBeVisible();
  await expect(rule(page, 1).getByLabel("Score at least")).toHaveValue("91");
  await page.getByRole("button", { name: "Load" }).click();
  await expect(page).toHaveURL(/load=2/);
  await expect(stage(page, 2)).toHaveCount(0);
});

test("GEN-98 the focus moves to the first field of a new rule or stage, and after removing one to its neighbour's button @js", async ({
  page,
  signIn,
}) => {
  await page.goto(`${await signIn(people.staff)}/workflow-sets/workflows/create`);
  await chooseType(page, 1, "Chat Interview");
  const add = page.getByRole("button", { name: "Add rule" });
  await add.press("Enter");
  await expect(rule(page, 1).getByLabel("Recommendation Type")).toBeFocused();
  await add.press("Enter");
  await expect(rule(page, 2).getByLabel("Recommendation Type")).toBeFocused();
  await page.getByRole("button", { name: "Add Stage" }).press("Enter");
  await expect(stage(page, 2).getByRole("radio", { name: "Chat Interview" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Stage 2" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add Stage" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Rule 2" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove Rule 1" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Rule 1" }).press("Enter");
  await expect(add).toBeFocused();
});

test("WF-20 every line of the summary links to a field: the package is required once there is a type @twice", async ({
  page,
  signIn,
}) => {
  await page.goto(`${await signIn(people.staff)}/workflow-sets/workflows/create`);
  const lines = page.getByRole("alert").getByRole("link");
  const expectFields = async (texts: string[]) => {
    await expect(lines).toHaveText(texts);
    for (const line of await lines.all()) {
      const id = decodeURIComponent((await line.getAttribute("href")) ?? "").slice(1);
      await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
    }
  };
  await save(page);
  await expectFields(["Please enter workflow name", "Stage 1: Please select a assessment type"]);
  await chooseType(page, 1, "Chat Interview");
  await save(page);
  await expectFields(["Please enter workflow name", "Stage 1: Please select a assessment package"]);
});

test("WF-38 after a failed update the form is as loaded, and not marked as unsaved @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/workflow-sets/workflows/${storeTeam}/edit`);
  const name = page.getByLabel("Workflow Name");
  const stored = await name.inputValue();
  await name.fill("Never saved");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  // A stage that the workflow does not have: the API refuses.
  await page.route(`**/${storeTeam}/edit**`, async (route) => {
    const body = route.request().postData();
    if (route.request().method() !== "POST" || !body) return route.fallback();
    const ids = /stages%5B0%5D\._id=[0-9a-f]+/;
    return route.continue({ postData: body.replace(ids, "stages%5B0%5D._id=ffffffffffffffffffffffff") });
  });
  await save(page);
  await expect(page.getByText("Workflow updation failed.")).toBeVisible();
  await expect(name).toHaveValue(stored);
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
});

test("WF-24 a failed search for packages shows both of its error messages @js", async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  await page.goto(`${await signIn(people.staff)}/workflow-sets/workflows/create`);
  await chooseType(page, 1, "Chat Interview");
  await page.route("**/workflow-sets/workflows/packages?**", (route) => route.fulfill({ status: 500 }));
  await stage(page, 1).getByLabel("Search packages").fill("verkaufer");
  await expect(stage(page, 1).getByRole("status")).toHaveText(
    "Unexpected error. Failed to load assessment packages list. Please contact support.",
  );
});

test("RULE-26 rules are tried on the last completed chats before saving, with a list of their effects @twice", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/workflow-sets/workflows/${storeTeam}/edit`);
  await expect(stage(page, 2)).toContainText("A stage cannot be removed while vacancies use the workflow.");
  await expect(stage(page, 2).getByRole("button", { name: "Remove Stage 2" })).toHaveCount(0);
  await rule(page, 1).getByLabel("Score at least").fill("100");
  await page.getByRole("button", { name: "Try the rules" }).click();
  const panel = page.getByRole("region", { name: "What these rules would have done" });
  await expect(panel).toContainText(
    "The last 500 completed chat interviews of the vacancies that use this workflow.",
  );
  await expect(rule(page, 1).getByLabel("Score at least")).toHaveValue("100");
  await panel.locator("summary").filter({ hasText: "Would have been given a status" }).click();
  const listed = panel.getByRole("region", { name: "Would have been given a status" });
  await expect(listed.getByRole("row").nth(1)).toContainText("Longlisted");
  await expect(listed.getByRole("link").first()).toHaveAttribute(
    "href",
    new RegExp(`^${base}/vacancies/[0-9a-f]{24}/applications/[0-9a-f]{24}$`),
  );
  await expect(panel.getByRole("listitem")).toContainText([
    /If .* at least 100 .*\d+ of 500 would have moved on/s,
  ]);
  await expectAccessible(page, "the rehearsal");
});

test("WF-66 WF-67 a workflow is drawn with its rules, and with how many chats would have gone each way @browser @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${base}/workflow-sets/workflows/${storeTeam}`);
    const ways = page.getByRole("main").getByRole("list").filter({ hasText: "Otherwise" }).locator("> li");
    await expect(ways).toHaveCount(3);
    await expect(ways.nth(0)).toContainText(/move to the next stage\s*Stage 2\s*Video interview/);
    await expect(ways.nth(1)).toContainText("If recommendation is Yes, set the status to Longlisted");
    await expect(ways.nth(2)).toContainText("A person decides");
    await expect(page.getByText("Existing vacancies keep those that they were created with.")).toBeVisible();
    await page.getByRole("link", { name: "Try the rules" }).click();
    await expect(page).toHaveURL(/[?&]rehearse=1/);
    await expect(page.getByRole("status")).toContainText([/The last 500 completed chat interviews/]);
    await expect(ways.nth(0)).toContainText(/\d+ of 500 would have moved on/);
    await expect(ways.nth(1)).toContainText(/\d+ of 500 would have been given the status/);
    await expect(ways.nth(2)).toContainText(/\d+ of 500 neither/);
    await expectNoOverflow(page, `the drawing at ${width}`);
    await expectAccessible(page, `the drawing at ${width}`);
  }
});

test("WF-68 a rule's sentence shows only the controls that apply @js @browser @all", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/workflow-sets/workflows/${storeTeam}/edit`);
  const [first, second] = [rule(page, 1), rule(page, 2)];
  await expect(first.getByLabel("Score at least")).toBeVisible();
  await expect(first.getByRole("checkbox", { name: "Maybe" })).toBeHidden();
  await expect(first.getByLabel("Plagiarism question count less than")).toBeHidden();
  await expect(first.getByLabel("Status", { exact: true })).toBeHidden();
  await first.getByLabel("Plagiarism question count", { exact: true }).check();
  await expect(first.getByLabel("Plagiarism question count less than")).toBeVisible();
  await first.getByLabel("Recommendation Type").selectOption({ label: "Recommendation" });
  await expect(first.getByLabel("Score at least")).toBeHidden();
  await expect(first.getByRole("checkbox", { name: "Maybe" })).toBeVisible();
  await expect(second.getByLabel("Hold declines for a person")).toBeHidden();
  await second.getByLabel("Status", { exact: true }).selectOption({ label: "Declined" });
  await expect(second.getByLabel("Hold declines for a person")).toBeVisible();
});

test("WF-68 a person who may only read a workflow sees its rules as text", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/workflow-sets/workflows/${storeTeam}/edit`);
  await expect(page.getByText("You can view this but not change it.")).toBeVisible();
  await expect(rule(page, 2)).toContainText("If recommendation is Yes, set the status to Longlisted");
  await expect(page.getByRole("main").getByRole("combobox")).toHaveCount(0);
});

test("WF-69 a workflow leads to the vacancies that use it, as many as it says", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const name of [/^Used by [\d,]+ vacanc/, /^and [\d,]+ archived vacanc/]) {
    await page.goto(`${base}/workflow-sets/workflows/${storeTeam}`);
    const link = page.getByRole("link", { name });
    const count = /[\d,]+/.exec(await link.innerText())?.[0];
    await link.click();
    await expect(page).toHaveURL(new RegExp(`workflow=${storeTeam}`));
    await expect(page.locator(".page-count")).toHaveText(String(count));
  }
});
