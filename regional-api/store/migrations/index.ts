// Written by `npm run contract`. Do not edit.
import { directoryIdentity } from "./0001-directory-identity";
import { regionIdentity } from "./0002-region-identity";
import { regionSettings } from "./0010-region-settings";
import { regionHiring } from "./0011-region-hiring";
import { regionEvents } from "./0012-region-events";
import { regionAts } from "./0013-region-ats";
import { regionPeople } from "./0014-region-people";
import { regionApplications } from "./0020-region-applications";
import { directorySso } from "./0030-directory-sso";
import { regionSsoIssuer } from "./0031-region-sso-issuer";
import { regionOutboxDelivery } from "./0032-region-outbox-delivery";
import { directorySignInSources } from "./0033-directory-sign-in-sources";
import { directoryAuditEvents } from "./0034-directory-audit-events";
import { regionEditions } from "./0050-region-editions";
import { regionEventSearch } from "./0060-region-event-search";
import { regionSearch } from "./0062-region-search";
import { regionCandidateChanges } from "./0063-region-candidate-changes";
import { directoryOrganizationEditions } from "./0064-directory-organization-editions";
import { regionDepartmentEditions } from "./0065-region-department-editions";
import { regionUserList } from "./0066-region-user-list";
import { directorySessionUse } from "./0067-directory-session-use";
import { regionSettingsCodes } from "./0070-region-settings-codes";
import { regionGroupEditions } from "./0071-region-group-editions";
import { regionWorkflowRules } from "./0073-region-workflow-rules";
import { regionUserUploads } from "./0074-region-user-uploads";
import { regionGroupCounts } from "./0078-region-group-counts";
import { regionWorkflowSetEditions } from "./0079-region-workflow-set-editions";
import { regionInsightCounts } from "./0081-region-insight-counts";
import { regionDashboardLayouts } from "./0082-region-dashboard-layouts";
import { regionVacancyFilters } from "./0083-region-vacancy-filters";
import { regionBulkJobs } from "./0084-region-bulk-jobs";
import { regionListViews } from "./0086-region-list-views";
import { regionGroupPolicies } from "./0087-region-group-policies";
import { regionMembersList } from "./0088-region-members-list";
import { regionListCounts } from "./0089-region-list-counts";
import { directoryTokenUse } from "./0090-directory-token-use";
import { regionVacanciesHierarchy } from "./0091-region-vacancies-hierarchy";
import { regionUploadDepartments } from "./0092-region-upload-departments";
import { regionSsoLinks } from "./0099-region-sso-links";
import { regionLostDepartments } from "./0106-region-lost-departments";
import { regionCandidatePhones } from "./0109-region-candidate-phones";
import { regionDeclineMessages } from "./0120-region-decline-messages";
import { regionSsoRefusals } from "./0121-region-sso-refusals";
import { regionApostrophes } from "./0130-region-apostrophes";
import { regionRecord } from "./0132-region-record";
import { regionRecordCode } from "./0133-region-record-code";
import { regionRetention } from "./0140-region-retention";
import { regionHoldCodes } from "./0141-region-hold-codes";
import { directorySessionBrowser } from "./0150-directory-session-browser";
import { regionNoCustomerJobs } from "./0155-region-no-customer-jobs";
import { directorySessionSso } from "./0156-directory-session-sso";
import { directorySsoSessions } from "./0157-directory-sso-sessions";
import { regionBulkRowMessages } from "./0158-region-bulk-row-messages";
import { regionOutboxWaiting } from "./0160-region-outbox-waiting";
import { regionSearchKeys } from "./0170-region-search-keys";
import { regionInvitedAs } from "./0180-region-invited-as";
import type { Migration } from "./migration";

/** All migrations in order: one is a file NNNN-<file>-<what>.ts. */
export const migrations: readonly Migration[] = [
  directoryIdentity,
  regionIdentity,
  regionSettings,
  regionHiring,
  regionEvents,
  regionAts,
  regionPeople,
  regionApplications,
  directorySso,
  regionSsoIssuer,
  regionOutboxDelivery,
  directorySignInSources,
  directoryAuditEvents,
  regionEditions,
  regionEventSearch,
  regionSearch,
  regionCandidateChanges,
  directoryOrganizationEditions,
  regionDepartmentEditions,
  regionUserList,
  directorySessionUse,
  regionSettingsCodes,
  regionGroupEditions,
  regionWorkflowRules,
  regionUserUploads,
  regionGroupCounts,
  regionWorkflowSetEditions,
  regionInsightCounts,
  regionDashboardLayouts,
  regionVacancyFilters,
  regionBulkJobs,
  regionListViews,
  regionGroupPolicies,
  regionMembersList,
  regionListCounts,
  directoryTokenUse,
  regionVacanciesHierarchy,
  regionUploadDepartments,
  regionSsoLinks,
  regionLostDepartments,
  regionCandidatePhones,
  regionDeclineMessages,
  regionSsoRefusals,
  regionApostrophes,
  regionRecord,
  regionRecordCode,
  regionRetention,
  regionHoldCodes,
  directorySessionBrowser,
  regionNoCustomerJobs,
  directorySessionSso,
  directorySsoSessions,
  regionBulkRowMessages,
  regionOutboxWaiting,
  regionSearchKeys,
  regionInvitedAs,
];
