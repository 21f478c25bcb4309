/** Reasons of the first customer for declining candidates (PIPE-06). */
import type { Loader } from "../bulk";
import { demoAccounts, demoId } from "../ids";
import { dayMs, type CustomerPlan } from "../plan";

const names = [
  "Experience does not fit the role",
  "Working times do not fit",
  "Another candidate was chosen",
  "Vacancy was filled or closed",
];

const reasons = names.map((name) => ({ id: demoId(`decline reason: ${name}`), name, isArchived: false }));

/** The reason with which a person declined an application of this customer; null for some. */
export const reasonGiven = ({ key }: Pick<CustomerPlan, "key">, applicationId: string): string | null =>
  key === "acmeRetail"
    ? (reasons[parseInt(applicationId.slice(-2), 16) % (names.length + 1)]?.id ?? null)
    : null;

/** Adds them to the customer the demo accounts belong to. */
export function seed(loader: Loader, { key, customer }: CustomerPlan, now: number): void {
  if (key !== "acmeRetail") return;
  const at = now - 30 * dayMs;
  loader.insert("decline_settings", {
    customerId: customer.id,
    asks: "OPTIONAL",
    reasons: JSON.stringify(reasons),
    updatedAt: at,
    version: 1,
    changedAt: at,
    changedBy: demoAccounts.admin.id,
  });
}
