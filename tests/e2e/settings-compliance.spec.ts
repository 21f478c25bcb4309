import type { Page } from "@playwright/test";
import { expectAccessible, newCustomer } from "./support/settings";
import { expect, people, test } from "./support/test";

const pii = (page: Page) => page.getByLabel("Candidate personal data retention (months)");
const video = (page: Page) => page.getByLabel("Video retention (months)");
const update = (page: Page) => page.getByRole("main").getByRole("button", { name: "Update" });

test("COMP-01 COMP-04 COMP-09 COMP-14 retention is created, then updated", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await newCustomer(page, await signIn(people.staff), unique("Retention"));
  await page.goto(`${base}/settings/compliance`);
  await expect(pii(page)).toHaveValue("1200");
  await expect(video(page)).toHaveValue("1200");
  await pii(page).fill("24");
  await update(page).click();

  const dialog = page.getByRole("dialog", { name: "Update retention" });
  await expect(dialog).toContainText("24 months");
  await expectAccessible(page, "typed confirmation");
  for (const wrong of ["", "update retention", "UPDATE RETENTION "]) {
    await dialog.getByLabel('Type "UPDATE RETENTION" to confirm').fill(wrong);
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(dialog.getByText("Input does not match with text required")).toBeVisible();
    // While the answer is awaited the previous notice is still shown.
    await expect(dialog.getByRole("button", { name: "Update" })).not.toHaveAttribute("aria-disabled", "true");
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(pii(page)).toHaveValue("24");
  // Not a reload, which without scripts would send the form again.
  await page.goto(`${base}/settings/compliance`);
  await expect(pii(page)).toHaveValue("1200");

  await pii(page).fill("24");
  await update(page).click();
  await dialog.getByLabel('Type "UPDATE RETENTION" to confirm').fill("UPDATE RETENTION");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Customer compliance setting created")).toBeVisible();
  await expect(pii(page)).toHaveValue("24");

  await video(page).fill("9999");
  await update(page).click();
  const word = dialog.getByLabel('Type "UPDATE RETENTION" to confirm');
  await word.fill("UPDATE RETENTION");
  await word.press("Enter");
  await expect(page.getByText("Customer compliance setting updated")).toBeVisible();
  await page.reload();
  await expect(pii(page)).toHaveValue("24");
  await expect(video(page)).toHaveValue("9999");
});

test("SHELL-33 input for one customer is not carried over to another's form @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const first = await newCustomer(page, base, unique("Begun"));
  await page.goto(`${base}/settings/compliance`, { waitUntil: "networkidle" });
  const stored = await pii(page).inputValue();
  // Client-side, like going back over several entries.
  await page.evaluate((path) => void window.__remixRouter.navigate(path), `${first}/settings/compliance`);
  await expect(page).toHaveURL(`${first}/settings/compliance`);
  await pii(page).fill("1187");
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${base}/settings/compliance`);
  await expect(pii(page)).toHaveValue(stored);
});
