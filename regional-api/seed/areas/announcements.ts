/** Announcements of the first customer: shown now, to come, over and archived. */
import { searchKey } from "../../core/text";
import type { Loader } from "../bulk";
import { demoAccounts, demoId } from "../ids";
import { dayMs, type CustomerPlan } from "../plan";

const season = "We hire for the season from October on.\nPlease plan by then whom your stores need.";
// Title and text; days from today of the first and the last, and since when it is archived.
const told = [
  ["Christmas casuals", season, -9, 40],
  ["New interview questions", "The chat interview asks about weekend work, too.", -2, 12],
  ["Maintenance on Sunday", "Interviews cannot be taken between 2 and 4 in the morning.", 6, 6],
  ["Careers fair in Sydney", "Come and see us at the stand of Acme Retail.", -30, -28],
  ["Offices closed at Easter", "Nobody answers questions over the holidays.", -200, -196, 190],
] as const;

/** Adds them to the customer that the demo's accounts belong to. */
export function seed(loader: Loader, { key, customer }: CustomerPlan, now: number): void {
  if (key !== "acmeRetail") return;
  const day = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  told.forEach(([title, text, first, last, archived], index) => {
    const createdAt = now - (210 - index) * dayMs;
    const archivedAt = archived === undefined ? null : now - archived * dayMs;
    loader.insert("announcements", {
      id: demoId(`announcement:${customer.uniqueName}:${index}`),
      customerId: customer.id,
      ...{ title, titleKey: searchKey(title), text, firstDay: day(first), lastDay: day(last) },
      ...{ version: 1, changedAt: createdAt, changedBy: demoAccounts.admin.id },
      ...{ createdAt, updatedAt: archivedAt ?? createdAt, archivedAt },
    });
  });
}
