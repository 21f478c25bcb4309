import type { Page } from "@playwright/test";
import { hasScripts } from "./support/kit";
import { expect, expectAccessible, people, test } from "./support/test";

const rows = (page: Page) => page.getByRole("list", { name: "Department tree" }).locator("> li");
/** The row whose name field has this name. */
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.locator(`input[value="${name}"]`) });
const boxOf = (page: Page, name: string) => rowOf(page, name).getByLabel(/Department name/);
const changes = (page: Page) => page.getByRole("region", { name: "What will change" });

/** Adds a department below the root, with a unique name. */
async function add(page: Page, root: string, name: string) {
  await page.getByRole("button", { name: `Add child to ${root}`, exact: true }).click();
  await rows(page).locator('input[value=""]').first().fill(name);
  // Without scripts the server receives a name with the next button press.
  if (!hasScripts()) await page.getByRole("button", { name: "Search", exact: true }).click();
}

async function update(page: Page) {
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Update hierarchy success.")).toBeVisible();
}

/** The base path of a customer. Each saving journey has its own, since a tree is saved as a whole. */
async function customerBase(page: Page, signIn: (email: string) => Promise<string>, name = "Acme Logistics") {
  const base = await signIn(people.staff);
  await page.goto(`${base}/switch-customer?q=${encodeURIComponent(name)}`);
  const href = await page.getByRole("main").getByRole("link", { name }).first().getAttribute("href");
  return /\/region\/[^/]+\/customers\/[^/]+/.exec(href ?? "")?.[0] ?? "";
}

test("SHELL-99 a row hides its actions until it is hovered or focused @js", async ({ page, signIn }) => {
  await page.goto(`${await customerBase(page, signIn)}/departments/edit`);
  const box = rows(page)
    .first()
    .getByLabel(/Department name/);
  const deeds = rows(page).first().locator(".tree-buttons");
  await page.mouse.move(0, 0);
  await expect(box).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await expect(deeds).toHaveCSS("opacity", "0");
  await box.focus();
  await expect(box).not.toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await expect(deeds).toHaveCSS("opacity", "1");
  await page.keyboard.press("Tab");
  await expect(deeds.getByRole("button").first()).toBeFocused();
  const other = rows(page).nth(1).locator(".tree-buttons");
  await expect(other).toHaveCSS("opacity", "0");
  await rows(page).nth(1).hover();
  await expect(other).toHaveCSS("opacity", "1");

  // An added child has the focus once: typing in another row keeps it there.
  await page.getByRole("button", { name: "Add child to Warehousing" }).click();
  await expect(rows(page).locator('input[value=""]')).toBeFocused();
  await boxOf(page, "Transport").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and ships");
  await expect(boxOf(page, "Transport and ships")).toBeFocused();
});

test("DEPT-01 DEPT-03 DEPT-34 the tree folds, and can be searched", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/departments`);
  await expect(page.getByRole("heading", { level: 1, name: "Departments" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveAttribute("href", `${base}/departments/edit`);
  await expect(page.getByText("Bondi")).toBeVisible();
  await expectAccessible(page, "the tree");
  await page.locator("summary", { hasText: "Sydney Metro" }).click();
  await expect(page.getByText("Bondi")).toBeHidden();
  await page.getByRole("link", { name: "Close all" }).click();
  await expect(page.getByText("Victoria")).toBeHidden();
  await page.getByLabel("Search departments").fill("BONDÌ");
  await page.getByLabel("Search departments").press("Enter");
  await expect(page).toHaveURL(/search=BOND/);
  await expect(page.getByText("1 department found")).toBeVisible();
  await expect(page.locator("mark")).toHaveText("Bondi");
  await expect(page.getByText("Chadstone")).toBeHidden();
  // The search text is kept, and unsaved input is not in the query string.
  const box = page.getByLabel("Search departments");
  await box.fill("Bond");
  await page.getByRole("link", { name: "Open all" }).click();
  await expect(page.getByText("Chadstone")).toBeVisible();
  await expect(box).toHaveValue("");
  await page.waitForTimeout(400);
  await expect(page).toHaveURL(/\?open=all$/);
});

test("DEPT-07 DEPT-08 DEPT-21 DEPT-22 DEPT-23 DEPT-26 departments are added, renamed, moved and removed @both", async ({
  page,
  signIn,
  unique,
}) => {
  const root = hasScripts() ? "Acme Logistics" : "Initech";
  const base = await customerBase(page, signIn, root);
  const [one, two] = [unique("One"), unique("Two")];
  await page.goto(`${base}/departments`);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit department" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Department", exact: true })).toHaveAttribute(
    "href",
    `${base}/departments`,
  );
  await expect(main).toContainText(`Set up the department hierarchy of users in ${root}`);
  await expect(main).toContainText(
    "Departments and user groups allow you to grant users access to vacancies.",
  );
  await add(page, root, one);
  await add(page, root, two);
  await page.getByRole("button", { name: `Move ${two} to another parent` }).click();
  await page.getByLabel(`New parent of ${two}`).selectOption({ label: `\u00a0\u00a0\u00a0\u00a0${one}` });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rowOf(page, two)).toHaveAttribute("data-level", "3");
  await expect(changes(page)).toContainText(`New: “${two}” in “${one}”`);
  await expectAccessible(page, "the editor");

  await page.getByRole("button", { name: "Update", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Update department hierarchy?" });
  await expect(dialog).toContainText(`The change applies to all users and groups in ${root}.`);
  await expect(dialog).toContainText(`New: “${one}” in “${root}”`);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(boxOf(page, two)).toBeVisible();
  await update(page);
  await expect(page).toHaveURL(`${base}/departments`);
  await expect(main).toContainText(two);

  await page.getByRole("link", { name: "Edit" }).click();
  await boxOf(page, two).fill(`${two} again`);
  await page.getByRole("button", { name: `Remove ${one}` }).click();
  await expect(changes(page)).toContainText(`“${one}” is removed`);
  await expect(main).toContainText("To be removed");
  await update(page);
  await expect(main).not.toContainText(one);
});

test("DEPT-56 a refused removal links to the button that keeps it", async ({ page, signIn }) => {
  const base = await signIn(people.customerAdmin);
  await page.goto(`${base}/departments/edit`);
  await page.getByRole("button", { name: "Remove Victoria", exact: true }).click();
  await boxOf(page, "Queensland").fill("Sunshine state");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  const keep = page.getByRole("button", { name: "Keep Victoria", exact: true });
  const link = page.getByRole("link", { name: "This department is still in use." });
  await expect(link).toHaveAttribute("href", `#${await keep.getAttribute("id")}`);
  await keep.click();
  await expect(keep).toHaveCount(0);
  await expect(changes(page)).toContainText("“Queensland” is renamed “Sunshine state”");
  await expect(changes(page)).not.toContainText("Victoria");
});

test("DEPT-57 DEPT-58 an empty name is marked and prevents saving @twice", async ({ page, signIn }) => {
  const base = await customerBase(page, signIn);
  await page.goto(`${base}/departments/edit`);
  const button = page.getByRole("button", { name: "Update", exact: true });
  // A change that restores the stored tree does not enable saving either.
  for (const key of hasScripts() ? ["", "ArrowUp", "ArrowDown"] : []) {
    if (key) await page.getByRole("button", { name: "Move Transport", exact: true }).press(key);
    await expect(button).toBeEnabled({ enabled: key === "ArrowUp" });
    await expect(page.getByText("Nothing has been changed.")).toHaveCount(key === "ArrowUp" ? 0 : 1);
  }
  await page.getByRole("button", { name: "Remove Transport" }).click();
  await expect(changes(page)).toContainText(/“Transport” is removed with \d+ departments? below it/);
  await page.getByRole("button", { name: "Undo last change" }).click();
  await boxOf(page, "Transport").fill(" ");
  if (hasScripts()) await expect(button).toBeDisabled();
  else await button.click();
  const link = page.getByRole("link", { name: "Please enter a department name" });
  await expect(link).toHaveAttribute(
    "href",
    `#${await rows(page).locator("[aria-invalid=true]").getAttribute("id")}`,
  );
});

test("DEPT-11 DEPT-12 dragging and arrow keys move departments @js", async ({ page, signIn }) => {
  const base = await customerBase(page, signIn);
  await page.goto(`${base}/departments/edit`);
  // The whole tree is visible, since scrolling while dragging is another matter.
  await page.setViewportSize({ width: 1280, height: 1400 });
  const handle = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
  const draft = () => page.locator('input[name="draft"]').inputValue();
  // Into another department: the middle of its row.
  await handle("Linehaul").dragTo(rowOf(page, "Warehousing"));
  await expect(changes(page)).toContainText("“Linehaul” moves from “Transport” to “Warehousing”");
  const dragged = await draft();
  await page.getByRole("button", { name: "Undo last change" }).click();
  await expect(changes(page)).toContainText("No changes yet.");
  // Nothing is left to undo, so the focus moves to the change.
  await expect(boxOf(page, "Linehaul")).toBeFocused();
  await page.getByRole("button", { name: "Move Linehaul to another parent" }).click();
  await page
    .getByLabel("New parent of Linehaul")
    .selectOption({ label: "\u00a0\u00a0\u00a0\u00a0Warehousing" });
  await page.getByRole("button", { name: "Apply" }).click();
  expect(await draft()).toBe(dragged);
  await page.getByRole("button", { name: "Undo last change" }).click();

  // Not into its own subtree.
  await handle("Transport").dragTo(rowOf(page, "Linehaul"));
  await expect(changes(page)).toContainText("No changes yet.");

  await handle("Transport").focus();
  await page.keyboard.press("ArrowUp");
  await expect(changes(page)).toContainText("“Transport” moves within “Acme Logistics”");
  await expect(handle("Transport")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(rowOf(page, "Transport")).toHaveAttribute("data-level", "3");
  await page.keyboard.press("ArrowLeft");
  await expect(changes(page)).toContainText("No changes yet.");
});
