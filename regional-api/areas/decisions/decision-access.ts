/**
 * Access checks for viewing and reviewing decisions made by rules. Departments are checked as for
 * applications.
 */
import type { CustomerCall } from "../../core/access";
import { departmentCheck, isInScope } from "../../core/department-access";
import { forbidden, notFound } from "../../core/errors";
import { mapSequentially } from "../../store/sequential";
import { withVisibleNames, changeCodes } from "../applications/application-access";
import { readApplications, type ApplicationRow } from "../applications/applications.store";
import { type Decision, decisionAmong, type readDecisions } from "./decisions.store";

/** A review may set a status, so it also needs the rights for changing applications. */
export const reviewCodes = ["apps:reviewDecision", "apps:viewDecision", ...changeCodes] as const;

/** Returns a decision. Throws a Not Found Error if the caller may not see it. */
export async function requireDecision(call: CustomerCall, id: string): Promise<Decision> {
  const decision = await decisionAmong(call.ctx.db, id);
  if (decision?.customerId !== call.customer.id || !(await isInScope(call, decision.hierarchyId)))
    throw notFound();
  if (!(await departmentCheck(call, ["apps:viewDecision"])(decision.hierarchyId))) throw notFound();
  return decision;
}

/** Like requireDecision, for reviewing. Throws FORBIDDEN if the caller may only view it. */
export async function requireReviewable(call: CustomerCall, id: string): Promise<Decision> {
  const decision = await requireDecision(call, id);
  if (await departmentCheck(call, reviewCodes)(decision.hierarchyId)) return decision;
  throw forbidden();
}

/** A decision with its application as the caller may see it, and the caller's rights. */
export interface VisibleDecision extends Decision {
  readonly application: ApplicationRow;
  readonly canReview: boolean;
  readonly callerId: string;
  readonly canViewVacancy?: boolean;
}

/** Adds their applications to decisions; keeps the order. */
export async function toVisibleDecisions(
  call: CustomerCall,
  rows: Awaited<ReturnType<typeof readDecisions>>,
): Promise<VisibleDecision[]> {
  const seqs = [...new Set(rows.map(({ applicationSeq }) => applicationSeq))];
  const applications = new Map(
    (await withVisibleNames(call, await readApplications(call.ctx.db, seqs))).map((one) => [one.id, one]),
  );
  const mayReview = departmentCheck(call, reviewCodes);
  const seen = await mapSequentially(rows, async (row) => {
    const application = applications.get(row.applicationId);
    const canReview = await mayReview(row.hierarchyId);
    return application && { ...row, application, canReview, callerId: call.caller.user.id };
  });
  return seen.filter((one) => one !== undefined);
}
