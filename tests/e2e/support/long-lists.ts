import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addApplications, type Place } from "../../support/many-applications";
import { ownDatabase } from "../../support/own-database";
import { startApi, startConsole } from "../../support/servers";
import { basePathOf, fillSignIn, people } from "./test";

/**
 * Runs on separate servers and data, to which `fill` adds, so that no other list becomes this long. Signs the page in
 * there and removes everything afterwards.
 */
async function onOwnServers<T>(
  page: Page,
  fill: (at: Place, customerId: string) => Promise<T>,
  work: (base: string, filled: T) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-console-long-"));
  if (process.env.SEEDED_DATA) cpSync(process.env.SEEDED_DATA, dataDir, { recursive: true });
  const { url: databaseUrl, drop } = await ownDatabase();
  const api = await startApi(dataDir, { DATABASE_URL: databaseUrl });
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/customers/);
    const base = `${web.origin}${basePathOf(page)}`;
    await work(base, await fill({ dataDir, databaseUrl }, base.split("/").at(-1) ?? ""));
  } finally {
    await web.end("SIGTERM");
    await api.end("SIGTERM");
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs `work` with the address of a vacancy that has `count` candidates at its first stage. */
export const withLongVacancy = (page: Page, count: number, work: (address: string) => Promise<void>) =>
  onOwnServers(
    page,
    (at, customerId) => addApplications(at, customerId, count),
    (base, vacancyId) => work(`${base}/vacancies/${vacancyId}`),
  );
