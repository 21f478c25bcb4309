import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addApplications } from "../../support/many-applications";
import { ownDatabase } from "../../support/own-database";
import { startApi, startConsole } from "../../support/servers";
import { basePathOf, fillSignIn, people } from "./test";

/**
 * A vacancy with so many candidates at its first stage, on servers and data of its own: no other list is to become this
 * long. Signs the page in there and hands on the vacancy's address; everything is gone afterwards.
 */
export async function withLongVacancy(page: Page, count: number, work: (address: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-console-long-"));
  const { url: databaseUrl, drop } = await ownDatabase();
  const api = await startApi(dataDir, { DATABASE_URL: databaseUrl });
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  try {
    await fillSignIn(page, people.staff, undefined, `${web.origin}/login`);
    await page.waitForURL(/customers/);
    const base = `${web.origin}${basePathOf(page)}`;
    const customerId = base.split("/").at(-1) ?? "";
    await work(`${base}/vacancies/${await addApplications({ dataDir, databaseUrl }, customerId, count)}`);
  } finally {
    await web.end("SIGTERM");
    await api.end("SIGTERM");
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
