/** Applies a bulk job's change to one row, exactly like the calls that name ids (BULK-02). */
import type { BulkWork } from "./bulk-jobs.rules";
import { forbidden } from "../../core/errors";
import type { PermissionCode } from "../../core/permissions";
import type { Row } from "../../store/tables";
import type { BulkReason } from "../../store/tables/bulk";
import { findVacancy, vacancyAmong } from "../vacancies/vacancies.store";
import { departmentsGranted, type CustomerCall } from "../../core/access";
import { changeCodes } from "../applications/application-access";
import {
  type AppliedChange,
  type ApplicationChange,
  stageMove,
  linkResend,
  undoOfStatusChange,
  statusChange,
  subjectOf,
} from "../applications/application-changes";
import { isUnchanged } from "../../core/shared-types";
import { departmentCheck } from "../../core/department-access";
import { archiveCode, archiveVacancy } from "../vacancies/vacancies.operations";
import type { Writer } from "../../store/engine";

/** A row that can be changed: its previous value and the change. */
interface ReadyChange {
  readonly before: string | null;
  readonly apply: () => Promise<AppliedChange>;
}

/**
 * Checks a row: returns the reason to skip it, or how to change it. The check has no side effects, so a plan runs it
 * for many rows concurrently.
 */
export type BulkTarget = (
  row: Pick<Row<"bulk_job_rows">, "rowId" | "unchangedSince">,
) => Promise<BulkReason | ReadyChange>;

/** Returns the permission that a job's work needs, in addition to those on each row's department. */
export function bulkCode({ action }: BulkWork): PermissionCode {
  switch (action) {
    case "VACANCY_ARCHIVE":
      return archiveCode(true);
    case "VACANCY_RESTORE":
      return archiveCode(false);
    default:
      return "apps:editApplication";
  }
}

/** Throws FORBIDDEN if the caller may not do the work on any row at all (PERM-50). */
export async function requireBulkRight(call: CustomerCall, work: BulkWork): Promise<void> {
  if ((await departmentsGranted(call, bulkCode(work))).size === 0) throw forbidden();
  if (!("vacancyId" in work)) return;
  const vacancy = await findVacancy(call.ctx.db, work.vacancyId);
  if (vacancy && !(await departmentCheck(call, changeCodes)(vacancy.hierarchyId))) throw forbidden();
}

function applications(
  call: CustomerCall,
  changeAt: (since: number) => ApplicationChange,
  isMove: boolean,
): BulkTarget {
  const isAllowed = departmentCheck(call, changeCodes);
  return async ({ rowId, unchangedSince }) => {
    const subject = await subjectOf(call, isAllowed, rowId, unchangedSince);
    if (typeof subject === "string") return subject;
    const change = changeAt(unchangedSince);
    const refusal = await change.rejection(subject);
    if (refusal) return refusal;
    if (change.isAlreadyApplied(subject)) return "SO_ALREADY";
    const { stageId, status } = subject.application;
    return { before: isMove ? stageId : status, apply: () => change.apply(subject) };
  };
}

function vacancies(call: CustomerCall<Writer>, archive: boolean): BulkTarget {
  const isAllowed = departmentCheck(call, [archiveCode(archive)]);
  return async ({ rowId, unchangedSince }) => {
    const vacancy = await vacancyAmong(call.ctx.db, rowId);
    if (vacancy?.customerId !== call.customer.id) return "NOT_FOUND";
    if (!(await isAllowed(vacancy.hierarchyId))) return "NOT_ALLOWED";
    if (!isUnchanged(vacancy, unchangedSince)) return "CHANGED";
    if ((vacancy.archivedAt === null) !== archive) return "SO_ALREADY";
    return {
      before: null,
      apply: async () => ({ changedAt: await archiveVacancy(call, vacancy, archive) }),
    };
  };
}

/** Creates the target; `isUndo` restores each row's previous status. Use one per batch, because it caches reads. */
export function bulkTarget(call: CustomerCall<Writer>, work: BulkWork, isUndo: boolean): BulkTarget {
  switch (work.action) {
    case "APPLICATION_STATUS": {
      const change = statusChange(call, work.status, work.declineReason ?? null);
      return applications(call, (since) => (isUndo ? undoOfStatusChange(call, since) : change), false);
    }
    case "APPLICATION_MOVE": {
      const change = stageMove(call, { stageId: work.stageId, isManuallyProgressed: true });
      return applications(call, () => change, true);
    }
    case "APPLICATION_RESEND": {
      const change = linkResend(call);
      return applications(call, () => change, false);
    }
    case "VACANCY_ARCHIVE":
    case "VACANCY_RESTORE":
      return vacancies(call, work.action === "VACANCY_ARCHIVE");
  }
}
