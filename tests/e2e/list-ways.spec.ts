import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { addressOf, expect, openColumns, openFilter, openMoreFilters, people, test } from "./support/test";

const busiest = demoVacancyId("acmeRetail", 0);

/** Selects a preset date range of a filter, wherever it is. */
async function chooseDays(page: Page, filter: string) {
  await openMoreFilters(page);
  await openFilter(page, filter);
  await page.getByRole("link", { name: "Last 7 days" }).filter({ visible: true }).click();
}

const lists = [
  [`vacancies/${busiest}`, "applications", "sort=name&order=asc", "Status", "Application date"],
  ["ats-requests", "ats-requests", "atsName=PEOPLE_FLOW", "Tags", "Request Time Range"],
] as const;

for (const [path, what, asked, hides, days] of lists)
  test(`GEN-29..31 ${what}: date presets, columns, export, views, neighbours`, async ({
    page,
    signIn,
    unique,
  }) => {
    const base = await signIn(people.staff);
    await page.goto(`${base}/${path}?${asked}`);
    const address = page.url();
    const cell = page.getByRole("columnheader").filter({ hasText: hides });
    await expect(cell).toHaveCount(1);

    // Columns are per person, and apply to the file.
    const chooser = await openColumns(page);
    await chooser.getByRole("checkbox", { name: `Show ${hides}`, exact: true }).uncheck();
    await chooser.getByRole("button", { name: "Update columns" }).click();
    await expect(cell).toHaveCount(0);
    expect(addressOf(page)).toBe(address);
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export", exact: true }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^${what}-acme-retail-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    );
    const lines = parse(await readFile(await download.path()), { bom: true }) as string[][];
    expect(lines[0]).not.toContain(hides);
    expect(lines.length).toBeGreaterThan(1);
    const cells = lines.slice(1).flat();
    expect(cells.filter((text) => /^[=+@-]/.test(text))).toEqual([]);
    const times = cells.filter((text) => /^\d{4}-\d\d-\d\d/.test(text));
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((text) => !/^[\d-]{10}T[\d:]{8}[+-]\d\d:\d\d$/.test(text))).toEqual([]);

    // A view stores them.
    const name = unique(`Ways of ${what}`);
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("link", { name: "Save this view…", exact: true }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("View saved.")).toBeVisible();
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("link", { name: "All views", exact: true }).click();
    await page.getByRole("rowheader", { name }).getByRole("link").click();
    await expect(page).toHaveURL(/[?&]columns=/);
    await expect(cell).toHaveCount(0);

    await page.goto(address);
    await chooseDays(page, days);
    await expect(page).toHaveURL(/[?&]from=\d{4}-\d\d-\d\d.*&tz=/);
    expect(new URL(page.url()).search).toContain(asked.split("&")[0] ?? "");

    // A record's neighbours.
    await page.goto(address);
    await page.getByRole("rowheader").first().getByRole("link").first().click();
    const place = page.getByRole("navigation", { name: /^Previous and next (in the list|candidate)$/ });
    await expect(place).toContainText("1 of ");
    await place.locator("a[rel=next]").click();
    await expect(place).toContainText("2 of ");
    await place.locator("a[rel=prev]").click();
    await expect(place).toContainText("1 of ");
  });
