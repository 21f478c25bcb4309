import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod/v4";
import { settings } from "../../scripts/lib/settings.mjs";
import { startServer, stopServer } from "../../scripts/lib/setup.mjs";
import {
  basePathOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  fillSignIn,
  pathOf,
  people,
  test,
} from "./support/test";

const flagFile = z.looseObject({ flags: z.record(z.string(), z.looseObject({})) });

let folder: string;
let console_: Awaited<ReturnType<typeof startServer>>;

// A separate console with the old features off for everyone.
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "edge-console-flags-"));
  const file = join(folder, "flags.json");
  const known = flagFile.parse(JSON.parse(readFileSync("config/flags.json", "utf8")));
  const off = { state: "ENABLED", variants: { on: true, off: false }, defaultVariant: "off" };
  writeFileSync(file, JSON.stringify({ ...known, flags: { ...known.flags, oldEdgeFeaturesEnabled: off } }));
  const environment = {
    ...settings({ ...process.env, DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1" }),
    REGIONAL_API_URL: process.env.API_ADDRESS,
    CONSOLE_ORIGIN: "",
    FLAGS_FILE: file,
  };
  console_ = await startServer("build/console.js", environment, "ignore");
});
test.afterAll(async () => {
  await stopServer(console_.child);
  rmSync(folder, { recursive: true, force: true });
});

test("VAC-01 VAC-52 without the old features a vacancy is shown as its read-only job requisition", async ({
  page,
}) => {
  const address = `http://127.0.0.1:${console_.port}`;
  await fillSignIn(page, people.recruiter, undefined, `${address}/login`);
  await page.waitForURL((url) => url.pathname !== "/login");
  const base = basePathOf(page);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Vacancies" })).toHaveCount(0);

  await page.goto(`${address}${base}/vacancies?size=100`);
  const links = await page.getByRole("rowheader").getByRole("link").all();
  const paths = await Promise.all(links.map(pathOf));
  // Some have no requisition and are not found.
  let shown: string | undefined;
  let missing: string | undefined;
  for (const path of paths) {
    const status = (await page.request.get(address + path)).status();
    expect([200, 404]).toContain(status);
    if (status === 200) shown ??= path;
    else missing ??= path;
    if (shown && missing) break;
  }

  expect((await page.goto(`${address}${missing}`))?.status()).toBe(404);
  await expect(
    page.getByText("If you entered the vacancy ID manually, please double-check it."),
  ).toBeVisible();

  await page.goto(`${address}${shown}`);
  const heading = page.getByRole("heading", { level: 1, name: /^Job requisition JR-\d+$/ });
  await expect(heading).toBeVisible();
  const requisition = (await heading.innerText()).replace("Job requisition ", "");
  await expect(page).toHaveTitle(new RegExp(`^Job requisition ${requisition}`));
  const panel = page.locator("details").filter({ hasText: "Vacancy details" });
  await panel.locator("summary").click();
  await expect(panel).toContainText(requisition);
  await expect(page.getByRole("link", { name: "Open in Talent Hub" })).toHaveAttribute(
    "href",
    `${base}/job-requisitions/${requisition}`,
  );

  // The counts by stage add up to the list's total.
  const counts = await page
    .getByRole("table", { name: "Applications by stage" })
    .getByRole("row")
    .locator("td")
    .allInnerTexts();
  const total = counts.reduce((sum, count) => sum + Number(count), 0);
  if (total === 0) await expect(page.getByText("No candidates yet")).toBeVisible();
  else {
    const list = page.getByRole("table", { name: "Candidates" });
    await expect(list.getByRole("columnheader", { name: "Submitted" })).toBeVisible();
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${total}$`))).toBeVisible();
  }
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(0);
  for (const name of [/invite/i, /edit/i, /archive/i])
    await expect(page.getByRole("main").getByRole("link", { name })).toHaveCount(0);
  expect((await page.goto(`${address}${shown}/edit`))?.status()).toBe(404);
  await page.goto(`${address}${shown}`);
  await expectAccessible(page, "job requisition");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, "job requisition");
});
