/** A view of vacancies that the users of the first customer share (GEN-33). */
import { searchKey } from "../../core/text";
import type { Loader } from "../bulk";
import { demoAccounts, demoId } from "../ids";
import { dayMs, type CustomerPlan } from "../plan";

/** Adds the view to the customer of the demo accounts. */
export function seed(loader: Loader, { key, customer }: CustomerPlan, now: number): void {
  if (key !== "acmeRetail") return;
  const name = "Nobody has applied yet";
  loader.insert("saved_views", {
    id: demoId("view:nobody-has-applied"),
    customerId: customer.id,
    userId: demoAccounts.admin.id,
    list: "vacancies",
    name,
    nameKey: searchKey(name),
    query: "applicants=without&sort=createdAt&order=asc",
    isShared: 1,
    createdAt: now - 20 * dayMs,
    version: 1,
    changedAt: now - 20 * dayMs,
    changedBy: demoAccounts.admin.id,
  });
}
