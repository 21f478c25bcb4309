/**
 * Lines of Today (HOME-02 to HOME-05). Each line counts the rows of the list it links to, by that list's
 * conditions, and is for users who may see that list and act on it.
 */
import type { CustomerCall } from "../../core/access";
import { departmentsFor, holdsOn } from "../../core/department-access";
import type { PermissionCode } from "../../core/permissions";
import { settingsCodes } from "../../core/settings-codes";
import { flatMapSequentially } from "../../store/sequential";
import { completedFilterOf } from "../applications/completed-applications.operations";
import { countCompleted } from "../applications/completed-applications.store";
import { overdueFilterOf } from "../applications/overdue-applications.operations";
import { countOverdue } from "../applications/overdue-applications.store";
import { countAtsRequests } from "../ats/ats-requests.store";
import { tenantsOf } from "../ats/ats-tenants.store";
import { stoppedJobs, undoableJobs } from "../bulk-jobs/bulk-job-views.operations";
import { findRetentionChange } from "../compliance/retention-changes.store";
import { decisionFilterOf } from "../decisions/decisions.operations";
import { countDecisions } from "../decisions/decisions.store";
import { findEmailDomain } from "../email-domain/email-domain.store";
import { countBounces } from "../event-logs/event-logs.store";
import { overdueReviews } from "../holds/holds.operations";
import { countHolds } from "../holds/holds.store";
import { nextRun } from "../retention/retention.operations";
import { daysOfCredits, smsCreditsOf } from "../sms/sms-credits.store";
import { findSsoConfig } from "../sso/sso-configs.store";
import { stoppedUploads } from "../users/user-upload-views.operations";
import { countUsersDue } from "../users/users.operations";
import { countVacancies } from "../vacancies/vacancies.store";

export const lineKinds = [
  "COMPLETED",
  "UNVIEWED",
  "DECLINES_WAITING",
  "OVERDUE",
  "BOUNCED",
  "WITHOUT_APPLICANTS",
  "JOB_STOPPED",
  "JOB_UNDOABLE",
  "UPLOAD_STOPPED",
  "INVITATIONS",
  "PASSWORDS",
  "SMS_CREDITS",
  "EMAIL_DOMAIN",
  "CERTIFICATE",
  "ATS_FAILED",
  "RETENTION_RUN",
  "RETENTION_CHANGE",
  "HOLDS",
] as const;
export type LineKind = (typeof lineKinds)[number];

/** Day boundaries in the caller's time zone, for the lists that the lines link to. */
export interface Moments {
  readonly bouncedFrom: number;
  readonly withoutApplicantsBefore: number;
  readonly failedFrom: number;
  /** Time of the previous sign-in. */
  readonly since: number;
}

export interface Line {
  readonly count: number;
  /** False if counting stopped at the limit. */
  readonly isExact?: boolean;
  /** Further counts, for lines that show more than one. */
  readonly reports?: number;
  readonly days?: number | null;
  readonly at?: number;
  readonly startedAt?: number | null;
  readonly id?: string;
  readonly text?: string;
}

/** Counting limit, as in the lists (GEN-38). */
const maxCounted = 10_000;

const capped = (found: number): Line => ({
  count: Math.min(found, maxCounted),
  isExact: found <= maxCounted,
});

/** Restricts lines to callers who hold `codes` on the whole customer. */
const forWholeCustomer =
  (codes: readonly PermissionCode[], lines: (call: CustomerCall, moments: Moments) => Promise<Line[]>) =>
  async (call: CustomerCall, moments: Moments): Promise<Line[]> => {
    for (const code of codes) if (!(await holdsOn(call, code, call.customer.rootHierarchyId))) return [];
    return lines(call, moments);
  };

async function completedLines(call: CustomerCall, asked: Parameters<typeof completedFilterOf>[1]) {
  const filter = await completedFilterOf(call, asked);
  return [capped(await countCompleted(call.ctx.db, filter, maxCounted + 1))];
}

/** Lines by kind; those with a count of 0 are dropped later. */
const linesOf: Readonly<Record<LineKind, (call: CustomerCall, moments: Moments) => Promise<Line[]>>> = {
  COMPLETED: (call, { since }) => completedLines(call, { submittedFrom: since }),
  UNVIEWED: (call) =>
    completedLines(call, { isUnviewed: true, applicationStatusList: ["APPS_APPLICATION_NEW"] }),
  DECLINES_WAITING: async (call) => {
    const criteria = { review: "WAITING", results: ["APPS_APPLICATION_DECLINED"] } as const;
    const filter = await decisionFilterOf(call, criteria);
    return [capped(await countDecisions(call.ctx.db, filter, maxCounted + 1))];
  },
  OVERDUE: async (call) => [
    capped(await countOverdue(call.ctx.db, await overdueFilterOf(call), maxCounted + 1)),
  ],
  BOUNCED: forWholeCustomer(["apps:listCandidate"], async ({ ctx, customer }, { bouncedFrom }) => [
    { count: await countBounces(ctx.db, { customerId: customer.id, from: bouncedFrom, to: ctx.now }) },
  ]),
  WITHOUT_APPLICANTS: async (call, { withoutApplicantsBefore }) => [
    {
      count: await countVacancies(call.ctx.db, {
        customerId: call.customer.id,
        hierarchyIds: await departmentsFor(call, "apps:listVacancy"),
        isArchived: false,
        sort: "createdAt",
        order: "desc",
        createdBefore: withoutApplicantsBefore,
        hasApplications: false,
      }),
    },
  ],
  JOB_STOPPED: async (call) =>
    (await stoppedJobs(call)).map(({ jobId, counts, endedAt, startedAt }) => ({
      count: counts.waiting,
      id: jobId,
      at: endedAt ?? call.ctx.now,
      startedAt,
    })),
  JOB_UNDOABLE: async (call) =>
    (await undoableJobs(call)).map(({ jobId, counts, undoUntil, startedAt }) => ({
      count: counts.done,
      id: jobId,
      at: undoUntil ?? call.ctx.now,
      startedAt,
    })),
  UPLOAD_STOPPED: forWholeCustomer(["org:createUser"], async (call) =>
    (await stoppedUploads(call)).map(({ uploadId, fileName, rowsLeft }) => ({
      count: rowsLeft ?? 0,
      id: uploadId,
      text: fileName,
    })),
  ),
  INVITATIONS: forWholeCustomer(["org:listUser", "org:editUser"], async (call) => [
    { count: await countUsersDue(call, "INVITATION") },
  ]),
  PASSWORDS: forWholeCustomer(["org:listUser", "org:editUser"], async (call) => [
    { count: await countUsersDue(call, "PASSWORD") },
  ]),
  SMS_CREDITS: forWholeCustomer([settingsCodes.change], async ({ ctx, customer }) => {
    const owned = await smsCreditsOf(ctx.db, customer.id);
    const days = await daysOfCredits(ctx.db, owned, ctx.now);
    return days === null ? [] : [{ count: owned.credits, days }];
  }),
  EMAIL_DOMAIN: forWholeCustomer([settingsCodes.change], async ({ ctx, customer }) => {
    const domain = await findEmailDomain(ctx.db, customer.id);
    const isFailed =
      domain?.verificationStatus === "FAILED" || domain?.verificationStatus === "TEMPORARY_FAILURE";
    return isFailed ? [{ count: 1, text: domain.emailAddress }] : [];
  }),
  // The console computes the expiry dates from the certificates, as in the settings.
  CERTIFICATE: forWholeCustomer([settingsCodes.change], async ({ ctx, customer }) => {
    const config = await findSsoConfig(ctx.db, customer.id);
    return config?.enabled === 1 ? [{ count: 1, text: config.publicCertificates }] : [];
  }),
  ATS_FAILED: forWholeCustomer(
    ["ats:viewTenant", "ats:listTenant"],
    async ({ ctx, customer }, { failedFrom }) => {
      const names = new Set((await tenantsOf(ctx.db, customer.id)).map(({ atsName }) => atsName));
      return flatMapSequentially([...names].sort(), async (atsName) => {
        const criteria = {
          customerId: customer.id,
          atsName,
          status: "ATS_REQUEST_FAILED",
          createdAtFrom: failedFrom,
          createdAtTo: ctx.now,
        } as const;
        return [{ ...capped(await countAtsRequests(ctx.db, criteria, maxCounted + 1)), text: atsName }];
      });
    },
  ),
  RETENTION_RUN: forWholeCustomer([settingsCodes.change], async (call) => {
    const { at, candidates, reports, isExact } = await nextRun(call);
    return candidates + reports > 0 ? [{ count: candidates, reports, at, isExact }] : [];
  }),
  RETENTION_CHANGE: forWholeCustomer([settingsCodes.change], async ({ ctx, customer }) => {
    const change = await findRetentionChange(ctx.db, customer.id);
    return change ? [{ count: 1, at: change.takesEffectAt }] : [];
  }),
  HOLDS: forWholeCustomer(["org:viewHold", "org:editHold"], async ({ ctx, customer }) => [
    { count: await countHolds(ctx.db, overdueReviews(customer.id, ctx.now)) },
  ]),
};

/** Returns the lines of a kind with a count above 0. */
export const linesOfKind = async (call: CustomerCall, kind: LineKind, moments: Moments): Promise<Line[]> =>
  (await linesOf[kind](call, moments)).filter(({ count, reports = 0 }) => count + reports > 0);
