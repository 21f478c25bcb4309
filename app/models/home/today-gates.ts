import { decisionsArea } from "~/areas/pages";
import type { Flags } from "~/flags";
import { type Gate, hasFlags, isGateOpen, screenGates } from "~/services/gates";
import type { Rights } from "~/services/rights";

const settings = (right: "org:editSettings" | "org:viewSettings" = "org:editSettings"): Gate => ({
  flag: null,
  right: ["org:viewSettings", right],
});

/** Gate of the list behind each line (HOME-02). */
export const lineGates = {
  COMPLETED: screenGates.candidates,
  UNVIEWED: screenGates.candidates,
  DECLINES_WAITING: decisionsArea.actions.review,
  OVERDUE: screenGates["candidates/overdue"],
  BOUNCED: screenGates.notifications,
  WITHOUT_APPLICANTS: {
    ...screenGates.vacancies,
    flag: ["edgeVacancyListEnabled", "edgeVacancyFiltersEnabled"],
  },
  JOB_STOPPED: screenGates["bulk-jobs"],
  JOB_UNDOABLE: screenGates["bulk-jobs"],
  UPLOAD_STOPPED: screenGates["users/upload"],
  INVITATIONS: screenGates.users,
  PASSWORDS: screenGates.users,
  SMS_CREDITS: settings(),
  EMAIL_DOMAIN: settings(),
  CERTIFICATE: settings(),
  ATS_FAILED: screenGates["ats-requests"],
  RETENTION_RUN: screenGates["settings/compliance/plan"],
  RETENTION_CHANGE: settings(),
  HOLDS: screenGates["settings/compliance/holds"],
} as const satisfies Readonly<Record<string, Gate>>;

export type LineKind = keyof typeof lineGates;
export const lineKinds = Object.keys(lineGates) as LineKind[];

/** Line kinds whose lists are enabled by flags. */
export const kindsOf = (flags: Flags): LineKind[] =>
  lineKinds.filter((kind) => hasFlags(lineGates[kind], flags));

/** True if the user may see anything on Today; otherwise they start at the menu (SHELL-06). */
export const maySeeToday = (flags: Flags, rights: Rights): boolean =>
  flags.edgeTodayEnabled &&
  [...lineKinds.map((kind): Gate => lineGates[kind]), screenGates.vacancies].some(
    (gate) => gate.right !== undefined && isGateOpen(gate, { flags, rights }),
  );
