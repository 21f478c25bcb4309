import { atsRequests } from "../i18n/ats";
import { decisions } from "../i18n/decisions";
import { departments } from "../i18n/departments";
import { eventLogs } from "../i18n/event-logs";
import { insights } from "../i18n/insights";
import { record } from "../i18n/record";
import { defineArea } from "./area";
import { changeApplications } from "./vacancies";

// Small areas, declared together because each is little more than one page.

/** Rights needed to review a rule's decision. A review may also set a status. */
const reviewRights = [
  "apps:reviewDecision somewhere",
  "apps:viewDecision somewhere",
  ...changeApplications,
] as const;

/** A sample covers every decision of the customer, so the right must be customer-wide. */
const sampleGate = { flag: "edgeDecisionsEnabled", right: "apps:reviewDecision" } as const;

export const decisionsArea = defineArea({
  path: "decisions",
  id: "decisionId",
  texts: decisions,
  icon: "check-circle",
  list: "decisions",
  kind: "DECISION",
  screens: {
    list: { flag: "edgeDecisionsEnabled", right: "apps:viewDecision somewhere" },
    detail: { flag: "edgeDecisionsEnabled", right: "apps:viewDecision somewhere" },
  },
  further: {
    samples: sampleGate,
    "samples/create": sampleGate,
    "samples/:sampleId": sampleGate,
  },
  actions: { review: { flag: "edgeDecisionsEnabled", right: reviewRights } },
});

export const departmentsArea = defineArea({
  path: "departments",
  texts: departments,
  icon: "tree",
  // Open to everyone with console access.
  screens: { list: { flag: "edgeHierarchyListEnabled" } },
  further: { edit: { flag: ["edgeHierarchyListEnabled", "edgeHierarchyEditEnabled"] } },
  actions: { edit: { flag: "edgeHierarchyEditEnabled", right: "org:editUser" } },
});

export const insightsArea = defineArea({
  path: "di",
  texts: insights,
  icon: "chart",
  screens: { list: { flag: "edgeDiEnabled", right: "fi:viewAllInsights somewhere" } },
});

export const eventLogsArea = defineArea({
  path: "notifications",
  texts: eventLogs,
  icon: "mail",
  list: "email-events",
  screens: { list: { flag: "edgeEmailEventsEnabled", right: "apps:listCandidate" } },
});

export const atsRequestsArea = defineArea({
  path: "ats-requests",
  texts: atsRequests,
  icon: "plug",
  list: "ats-requests",
  // The search needs an ATS name, so it needs the right to list tenants (ATSR-04).
  screens: { list: { flag: "edgeAtsRequestsEnabled", right: ["ats:viewTenant", "ats:listTenant"] } },
});

export const recordArea = defineArea({
  path: "record",
  id: "entryId",
  texts: record,
  icon: "clock",
  list: "record",
  screens: {
    list: { flag: "edgeRecordEnabled", right: "org:viewRecord" },
    detail: { flag: "edgeRecordEnabled", right: "org:viewRecord" },
  },
});
