import type { Page } from "@playwright/test";
import { accountNameOf } from "./settings";

type CustomerTyped = { name: string; accountName?: string; region?: string };

/** Fills in the open form for a new customer (CUST-22). */
export async function fillCustomer(
  page: Page,
  { name, accountName = accountNameOf(name), region = "Asia Pacific (Sydney)" }: CustomerTyped,
): Promise<void> {
  await page.getByLabel("Organisation").selectOption({ label: "Acme Group" });
  await page.getByLabel("Display name").fill(name);
  // Leaving the field proposes an account name; what is typed afterwards stays.
  await page.getByLabel("Display name").blur();
  await page.getByLabel("Account name").fill(accountName);
  await page.getByLabel("Region").selectOption({ label: region });
}

/** Fills in the open form for a new vacancy of the Bondi store (VAC-24). */
export async function fillVacancy(page: Page, title: string, description: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(title);
  await page.getByLabel("Description").fill(description);
  await page.getByLabel("Job family").fill("Hospitality");
  const department = page.getByLabel("Department");
  await department.selectOption(
    (await department.locator("option", { hasText: "Bondi" }).getAttribute("value")) ?? "",
  );
  await page.getByLabel("Workflow").selectOption({ label: "Store team – chat, then video" });
}
