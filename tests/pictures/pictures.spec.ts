import { expect } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { expectPictures, expectStories, signIn, test } from "./support";

/** The busiest vacancy of the demo data, with a chat and a video stage. */
const vacancy = demoVacancyId("acmeRetail", 0);

test("picture: sign-in", async ({ page }) => {
  await page.goto("/login");
  await expectPictures(page, "sign-in");
});

test("picture: the one-time code", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("mfa@acme.example");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await expectPictures(page, "code");
});

const screens = {
  customers: "customers",
  archive: "customers/archive",
  overview: "settings/overview",
  sso: "settings/sso",
  notifications: "settings/notification?language=default",
  vacancies: "vacancies",
  vacancy: `vacancies/${vacancy}`,
  // Elements behind a dialog have pictures of their own.
  invite: `vacancies/${vacancy}/invite?q=nobody`,
};
for (const [name, address] of Object.entries(screens))
  test(`picture: ${name}`, async ({ page, site }) => {
    await page.goto(`${await signIn(page, site)}/${address}`);
    await expectPictures(page, name);
  });

test("picture: a form with errors", async ({ page, site }) => {
  await page.goto(`${await signIn(page, site)}/customers/create`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectPictures(page, "create-errors");
});

test("picture: a candidate's sheet over the vacancy", async ({ page, site }) => {
  await page.goto(`${await signIn(page, site)}/vacancies/${vacancy}?size=30`);
  const application = await page.locator(".row-check").first().inputValue();
  await page.goto(`${site.path}/vacancies/${vacancy}/applications/${application}/edit?q=nobody`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectPictures(page, "candidate");
});

const parts = ["actions", "messages", "layouts", "fields", "forms", "tables", "filters"];

for (const part of parts)
  test(`picture: components, ${part}`, async ({ page }) => {
    await page.goto(`/kit?part=${part}`);
    await expect(page.locator("[data-specimen]").first()).toBeVisible();
    await expectStories(page, `kit-${part}`);
  });

test("picture: components over the page, and every part has a picture", async ({ page }) => {
  await page.goto("/kit?part=over");
  const tabs = await page.getByRole("navigation", { name: "Parts" }).getByRole("link").allInnerTexts();
  expect(tabs).toEqual(["All", ...parts, "over", "Right to left"]);
  const stories = await page.getByRole("region", { name: "over" }).getByRole("link").allInnerTexts();
  expect(stories.length).toBeGreaterThan(5);
  for (const story of stories) {
    await page.goto(`/kit?story=${encodeURIComponent(story)}`);
    await expectStories(page, `kit-${story.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`);
  }
});
