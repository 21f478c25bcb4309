/** The pages the bench loads, on data it creates. */
import { randomUUID } from "node:crypto";
import { demoVacancyId } from "../../regional-api/seed/ids";
import type { ConsoleClient } from "../support/console-client";
import { hiddenValue } from "../support/console-client";

/** Rows of every measured list. */
export const rowsOnPage = 30;
/** The account that opens them. */
export const staff = "admin@acme.example";

/** Creates customers until the first page of the list is full. */
export async function fillList(client: ConsoleClient, base: string): Promise<void> {
  const { html } = await client.get(`${base}/customers/create`);
  const organizationId = /<option value="([0-9a-f]{24})">Acme Group</.exec(html)?.[1] ?? "";
  const rows = async () => (await client.get(`${base}/customers`)).html.match(/name="ids"/g)?.length ?? 0;
  for (let n = await rows(); n < rowsOnPage; n += 1) {
    const name = `bench-customer-${n}`;
    const answer = await client.post(
      `${base}/customers/create`,
      Object.entries({
        csrf: hiddenValue({ html }, "csrf"),
        organizationId,
        displayName: `Bench customer ${n}`,
        uniqueName: name,
        awsRegion: "ap-southeast-2",
        idempotencyKey: randomUUID(),
        intent: "save:confirm",
      }),
    );
    if (answer.status !== 303) throw new Error(`Creating ${name} answered ${answer.status}`);
  }
  const count = await rows();
  if (count !== rowsOnPage) throw new Error(`The list has ${count} rows`);
}

/** A list, a list of candidates and a form, each as seen by a member of staff. */
export async function pagesOf(
  client: ConsoleClient,
  base: string,
): Promise<{ name: string; path: string }[]> {
  const pages = [
    { name: "customers list", path: `${base}/customers` },
    {
      name: "vacancy of 30 candidates",
      path: `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}?progressStatus=COMPLETED`,
    },
    { name: "form: branding", path: `${base}/settings/branding` },
  ];
  for (const { name, path } of pages) {
    const { status, html } = await client.get(path);
    const rows = html.match(/name="ids"/g)?.length ?? 0;
    const isAsNamed = path.includes("/settings/") ? html.includes("<form") : rows === rowsOnPage;
    if (status !== 200 || !isAsNamed) throw new Error(`${name}: answered ${status} with ${rows} rows`);
  }
  return pages;
}
