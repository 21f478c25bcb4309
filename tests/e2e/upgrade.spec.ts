import type { Page } from "@playwright/test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startConsole } from "../support/servers";
import { fillVacancy } from "./support/forms";
import { nextBuild } from "./support/next-build";
import { mark } from "./support/kit";
import { basePathOf, expect, fillSignIn, people, test } from "./support/test";

// Replaces a console with another build while pages of the older one are open.

// Missing files of the older build, and connections refused during the switch.
test.use({ expectedErrors: [/Failed to load resource/] });

let folder: string;
let data: string;
let next: string;
let web: RunningServer;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "edge-console-upgrade-"));
  [data, next] = [join(folder, "data"), join(folder, "next")];
  for (const path of [data, next]) mkdirSync(path);
  nextBuild(next);
  web = await startConsole(data, { REGIONAL_API_URL: process.env.API_ADDRESS });
});
test.afterEach(async () => {
  if (!web.hasEnded()) await web.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function upgrade(): Promise<void> {
  const { port } = new URL(web.origin);
  await web.end("SIGTERM");
  const settings = { REGIONAL_API_URL: process.env.API_ADDRESS, PORT: port, CONSOLE_VERSION: "99.0.0" };
  web = await startConsole(data, settings, { folder: next });
}

async function signedIn(page: Page, email: string = people.recruiter): Promise<string> {
  await fillSignIn(page, email, undefined, `${web.origin}/login`);
  await page.waitForURL(/\/region\//);
  return `${web.origin}${basePathOf(page)}`;
}

const marked = (page: Page) => page.locator("body[data-same]");
/** The first script of the page's build. */
const script = (page: Page) => page.evaluate(() => window.__remixManifest.entry.module);

test("SESS-34 input in a page of the older build is kept, and saved by the newer one @js", async ({
  page,
  unique,
}) => {
  const base = await signedIn(page);
  const title = unique("Upgraded");
  await page.goto(`${base}/vacancies/create`);
  await fillVacancy(page, title, "Typed before the upgrade");
  await mark(page);
  await upgrade();
  // All the page's files are gone from the server.
  const file = await script(page);
  expect((await page.request.get(`${web.origin}${file}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(marked(page)).toHaveCount(1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Vacancy created.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(1);
});

test("SESS-34 a link of the older build's page works, with a full load of the newer build where needed @js", async ({
  page,
}) => {
  const base = await signedIn(page);
  await page.goto(`${base}/vacancies`);
  await expect(page.getByRole("heading", { level: 1, name: "Vacancies" })).toBeVisible();
  await mark(page);
  await upgrade();
  // A filter on the same screen needs no other file.
  await page.getByRole("columnheader").getByRole("link").first().click();
  await expect(page).toHaveURL(/sort=/);
  await expect(marked(page)).toHaveCount(1);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Create New" }).click();
  await expect(page).toHaveURL(`${base}/vacancies/create`);
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(marked(page)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(await script(page)).toContain("-next");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Vacancies" })).toBeVisible();
});
