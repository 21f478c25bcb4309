/** The bound of every list among the arguments of the operations, and of every number of a page; see `core/bounds.ts`. */
import { maxPageSize } from "../core/paging";
import { maxDepartments } from "./permissions/permission-form";
import { maxResources } from "./permissions/policy-form";
import { maxUploadRows } from "./users/user-uploads.rules";
import { maxStages } from "./workflows/workflow-stages";
import { maxOptions } from "./workflow-sets/workflow-sets.rules";
import { declareBounds, type Bound, type Bounds } from "../core/bounds";

const atMost = (most: number, what: string, verb = "Send"): Bound => ({
  least: 0,
  most,
  message: `${verb} at most ${most.toLocaleString("en")} ${what}`,
});
const items = (most: number, message: string): Bound => ({ least: 0, most, message });

/** What is archived, restored or changed in one call. */
const rows = (what: string) => atMost(500, what);
/** Ids that narrow a list. */
const narrowing = atMost(500, "departments, groups and users", "Name");
/** As many departments as the largest customers have. */
const departments = atMost(5_000, "departments");
const savedDepartments = items(5_000, "A save changes at most 5,000 departments.");
const groups = atMost(500, "groups", "Name");
const people = items(100, "A vacancy has at most 100 people of a type");
const templateTypes = atMost(50, "template types", "Ask for");
const uploaded = items(maxUploadRows, "Limited to 100 users!");
const stages = items(maxStages, `A workflow can have at most ${maxStages} stages`);
const rules = items(2, "A stage has at most one rule of each type");
const workflowOptions = items(maxOptions, `A workflow set can have at most ${maxOptions} workflows`);
const policies = atMost(100, "policies");
const ssoGroups = items(100, "Please select no more than 100 user groups");
const statements = atMost(200, "statements");
const theme = atMost(100, "parts of a theme");
const choice = atMost(50, "values to choose from");

/** What the figures of Discover Insights are narrowed to; each filter has its own type. */
const figures = (filter: string, ...more: readonly (readonly [field: string, Bound])[]) =>
  Object.fromEntries(
    [
      ["customerIds", items(1, "Ask for the figures of one customer")] as const,
      ["organizationIds", items(1, "Ask for the figures of one customer")] as const,
      ["hierarchyIds", atMost(1_000, "departments")] as const,
      ...more,
    ].map(([field, bound]) => [`${filter}.${field}`, bound]),
  );
const product = ["product", choice] as const;
const cohorts = ["externalCohortIds", atMost(1_000, "vacancies")] as const;

/** The most items of a list, by the operation's argument or the input type's field. */
export const listBounds: Bounds = {
  // Lists and what narrows them
  "AppsApplicationListFilter.applicationStatusList": choice,
  "AppsAssessmentResultFilter.results": choice,
  "AppsVacancyListFilter.hierarchyIdList": departments,
  "AppsVacancySearchFilter.hierarchyIdList": departments,
  "NotifGetEmailEventsByCustomerId.templateTypes": templateTypes,
  "NotifGetLatestEmailEventByAssessmentId.templateTypes": templateTypes,
  "NotifGetSMSEventList.messageStatus": choice,
  "NotifGetSMSEventList.templateTypes": templateTypes,
  "ORGGroupsFilter.hierarchyIds": atMost(500, "departments", "Name"),
  "ORGUsersFilter.groupIds": narrowing,
  "ORGUsersFilter.hierarchyIds": narrowing,
  "ORGUsersFilter.userIds": narrowing,
  "ORGGetHierarchyChanges.hierarchyIds": departments,
  "ORGGetHierarchyUsage.hierarchyIds": departments,
  "ORGGetOrganizationUsage.organizationIds": rows("organisations"),
  ...figures("DatalakeAssessmentFilter", product, cohorts),
  ...figures("DatalakeChatAssessmentFilter", cohorts),
  ...figures("DatalakeDropoutFilter", product, cohorts),
  ...figures("DatalakeLeakageFilter", product, cohorts),
  ...figures("DatalakeApplicationFilter", ["externalVacancyIds", atMost(1_000, "vacancies")]),

  // Rows that are changed together
  "AppsArchiveVacanciesByExternalVacancyIds.externalVacancyIds": rows("vacancies"),
  "AppsRestoreVacanciesByExternalVacancyIds.externalVacancyIds": rows("vacancies"),
  "AppsArchiveWorkflows.workflowIds": rows("workflows"),
  "AppsRestoreWorkflows.workflowIds": rows("workflows"),
  "AppsArchiveWorkflowSet.workflowSetIds": rows("workflow sets"),
  "AppsRestoreWorkflowSet.workflowSetIds": rows("workflow sets"),
  "AppsMoveApplication._ids": rows("applications"),
  "AppsResendApplicationAssessmentLink._ids": rows("applications"),
  "AppsUndoApplicationStatus._ids": rows("applications"),
  "AppsUpdateApplicationStatus._ids": rows("applications"),
  "AtsDeleteTenantsByIds._ids": rows("tenants"),
  "BulkPlanUndo.positions": atMost(2_000, "rows"),
  "ORGArchiveCustomers.customerIds": rows("customers"),
  "ORGRestoreCustomers.customerIds": rows("customers"),
  "ORGArchiveGroups.groupIds": rows("groups"),
  "ORGRestoreGroups.groupIds": rows("groups"),
  "ORGArchiveOrganizations.organizationIds": rows("organisations"),
  "ORGRestoreOrganizations.organizationIds": rows("organisations"),
  "ORGArchiveUsers.userIds": rows("users"),
  "ORGRestoreUsers.userIds": rows("users"),
  "ORGGroupAddUsers.userIds": rows("users"),
  "ORGGroupRemoveUsers.userIds": rows("users"),

  // Vacancies, workflows
  "AppsCreateVacancy.managers": atMost(200, "people of a vacancy"),
  "AppsUpdateVacancyByExternalVacancyId.hiringManagers": people,
  "AppsUpdateVacancyByExternalVacancyId.recruiters": people,
  "AppsUpdateVacancyById.hiringManagers": people,
  "AppsUpdateVacancyById.recruiters": people,
  "CommonCohortInfoInput.hiringManagers": people,
  "AppsCreateWorkflow.stages": stages,
  "AppsUpdateWorkflowInput.stages": stages,
  "AppsVacancyWorkflowInput.stages": stages,
  "AppsWorkflowStageInput.triggers": rules,
  "AppsRehearseRulesInput.triggers": rules,
  "AppsTriggerInput.conditions": items(10, "A rule has too many conditions"),
  "AppsCreateWorkflowSet.workflowOptions": workflowOptions,
  "AppsUpdateWorkflowSet.workflowOptions": workflowOptions,

  // People, groups, permissions
  "ORGCheckEndUsers.header": items(50, "The file has too many columns"),
  "ORGCheckEndUsers.rows": uploaded,
  "ORGEndUserUploadRowInput.values": items(100, "The file has too many columns"),
  "ORGCreateEndUsers.users": uploaded,
  "ORGUploadedEndUserInput.groupIds": groups,
  "ORGNewEndUserInput.groupIds": groups,
  "CommonPolicyIdentityInput.groupIds": groups,
  "ORGGetHierarchyMovesBeyond.hierarchies": savedDepartments,
  "ORGUpdateHierarchies.hierarchies": savedDepartments,
  "ORGGetGroupPoliciesChange.policyIds": policies,
  "ORGGroupSetPolicies.policyIds": policies,
  "CommonAddPolicyInput.statements": statements,
  "CommonGetPolicyChange.statements": statements,
  "CommonPolicyUpdateInput.statements": statements,
  "CommonPolicyStatementInput.actions": atMost(200, "actions in a statement"),
  "CommonPolicyStatementInput.resources": items(maxResources, "A policy can have at most 9,000 resources"),
  "CommonPermissionTabStateInput.advanced": atMost(200, "advanced rules"),
  "CommonPermissionRuleInput.actions": atMost(200, "actions in a rule"),
  "CommonPermissionRuleInput.customers": atMost(1_000, "customers in a rule"),
  "CommonRuleCustomerInput.hierarchyIds": items(
    maxDepartments,
    "Please select at most 3,000 departments in all rules together",
  ),

  // Settings
  "AppsUpdateSMSNotificationSettings.smsNotificationSettings": atMost(50, "alerts"),
  "SMSNotificationSettingInput.recipients": items(50, "Please input at most 50 recipients"),
  "CommonUpdateDashboardLayout.cards": atMost(50, "cards"),
  "FIAddBrandingInput.theme": theme,
  "FIEditBrandingInput.theme": theme,
  "IDPCreateSSOConfig.groupIds": ssoGroups,
  "IDPUpdateSSOConfigInput.groupIds": ssoGroups,
  "NotifUpdateNotificationSettingsV2.settings": atMost(500, "notifications"),
};

const begin = "A list begins at 0";
/** The console's last page, 1,000,000, of the largest size that an API page has. */
const inRows: Bound = {
  least: 0,
  most: 1_000_000 * maxPageSize,
  message: `${begin}, and has no row after 500,000,000`,
};
const inPages: Bound = { least: 0, most: 1_000_000, message: `${begin}, and has no page after 1,000,000` };
/** Nothing keeps the place of a row in a search, so the rows before it are read anew for each page. */
const searched: Bound = {
  least: 0,
  most: 1_000,
  message: `${begin}, and a search shows its first 1,000 rows: search for more of the text`,
};
const pageSize: Bound = { least: 1, most: maxPageSize, message: `A page has 1 to ${maxPageSize} rows` };

/** The range of a number that says which page is asked for, by the operation's argument or the input type's field. */
export const pageBounds: Bounds = {
  "AppsApplicationListFilter.skipEq": inPages,
  "AppsApplicationListFilter.limitEq": pageSize,
  "AppsApplicationSearchFilter.skipEq": searched,
  "AppsApplicationSearchFilter.limitEq": pageSize,
  "AppsVacancySearchFilter.skipEq": searched,
  "AppsVacancySearchFilter.limitEq": pageSize,
  "AppsVacancyListFilter.skipEq": inRows,
  "AppsVacancyListFilter.limitEq": pageSize,
  "AppsWorkflowListFilter.skipEq": inRows,
  "AppsWorkflowListFilter.limitEq": pageSize,
  "AppsGetWorkflowListV2.skipEq": inRows,
  "AppsGetWorkflowListV2.limitEq": pageSize,
  "AppsGetWorkflowSetList.skipEq": inRows,
  "AppsGetWorkflowSetList.limitEq": pageSize,
  "AudGetEntries.skipEq": inRows,
  "AudGetEntries.limitEq": pageSize,
  "AtsGetRequestListInput.skip": inPages,
  "AtsGetRequestListInput.limit": pageSize,
  "BulkGetJobRows.skip": inRows,
  "BulkGetJobRows.limit": pageSize,
  "BulkGetJobs.skip": inRows,
  "BulkGetJobs.limit": pageSize,
  "CommonPoliciesFilter.skip": inPages,
  "CommonPoliciesFilter.limit": pageSize,
  "CommonSearchPlaces.limitEq": { least: 1, most: 20, message: "Ask for 1 to 20 places" },
  "NotifGetEmailEventsByCustomerId.skipEq": inRows,
  "NotifGetEmailEventsByCustomerId.limitEq": pageSize,
  "NotifGetSMSEventList.skipEq": inRows,
  "NotifGetSMSEventList.limitEq": pageSize,
  "ORGCustomersFilter.skipEq": inRows,
  "ORGCustomersFilter.limitEq": pageSize,
  "ORGGroupsFilter.skip": inPages,
  "ORGGroupsFilter.limit": pageSize,
  "ORGUsersFilter.skip": inPages,
  "ORGUsersFilter.limit": pageSize,
};

declareBounds({ lists: listBounds, pages: pageBounds });
