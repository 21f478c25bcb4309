import type { FlagName, Flags } from "~/flags";
import { isHeld, type Right, type Rights } from "./rights";

/**
 * The flags a screen or a deed needs, all of them on, `null` for what is always there; and the rights, all of them,
 * without which it is not the person's (SHELL-39).
 */
export type Gate = {
  flag: FlagName | readonly FlagName[] | null;
  right?: Right | readonly Right[];
};

/** The gate of a screen, or of a route file that shows several: which one it is, its address says. */
export type GateOf = Gate | ((params: Readonly<Record<string, string | undefined>>) => Gate);

/** The gate of a form's file: `edit` where the address names what is changed by the parameter `id`, else `create`. */
export const formGate =
  (id: string, { create, edit }: { create: Gate; edit: Gate }): GateOf =>
  (params) =>
    params[id] === undefined ? create : edit;

/** Whether the flags of a gate are on: without them the screen is not found (SHELL-37). */
export function hasFlags({ flag }: Gate, flags: Flags): boolean {
  const needed = flag === null ? [] : typeof flag === "string" ? [flag] : flag;
  return needed.every((name) => flags[name]);
}

/** Whether these flags and rights open a gate. Links to it are shown only then. */
export const opens = (gate: Gate, { flags, rights }: { flags: Flags; rights: Rights }): boolean =>
  hasFlags(gate, flags) && isHeld(rights, gate.right);

/** The right for any change of an application (PERM-50). */
const changeApplications = [
  "apps:editApplication somewhere",
  "apps:viewApplication somewhere",
  "apps:createApplication somewhere",
  "apps:listApplication somewhere",
] as const satisfies readonly Right[];

/**
 * Every screen that a menu entry, a button or a link leads to, by its address below the customer, and what opens it: the
 * rights are those that the API asks for the screen's main data or, of a form, for its save and for what it cannot be
 * filled in without (docs/permissions.md). The screen's own guard takes its gate from here, and so does whatever leads
 * to it.
 */
export const screenGates = {
  vacancies: { flag: "edgeVacancyListEnabled", right: "apps:listVacancy somewhere" },
  "vacancies/archive": { flag: "edgeVacancyArchiveListEnabled", right: "apps:listVacancy somewhere" },
  "vacancies/create": {
    flag: "edgeVacancyCreationEnabled",
    right: ["apps:createVacancy somewhere", "apps:listWorkflow somewhere"],
  },
  "vacancies/:vacancyId": { flag: "edgeVacancyDetailEnabled", right: "apps:viewVacancy somewhere" },
  // The way to this screen shows with the old features only (VAC-51).
  "vacancies/:vacancyId/edit": {
    flag: ["oldEdgeFeaturesEnabled", "edgeVacancyEditEnabled"],
    right: ["apps:editVacancy somewhere", "apps:viewVacancy somewhere"],
  },
  "vacancies/:vacancyId/applications/:applicationId": {
    flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
    right: ["apps:viewVacancy somewhere", "apps:viewApplication somewhere"],
  },
  "vacancies/:vacancyId/invite": {
    flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateInviteEnabled"],
    right: ["apps:viewVacancy somewhere", ...changeApplications],
  },
  "workflow-sets/workflows": { flag: "edgeWorkflowListEnabled", right: "apps:listWorkflow somewhere" },
  "workflow-sets/workflows/archive": {
    flag: "edgeWorkflowArchiveListEnabled",
    right: "apps:listWorkflow somewhere",
  },
  "workflow-sets/workflows/create": {
    flag: "edgeWorkflowCreationEnabled",
    right: ["apps:createWorkflow", "apps:listWorkflow somewhere"],
  },
  "workflow-sets/workflows/:workflowId": {
    flag: "edgeWorkflowDetailEnabled",
    right: "apps:viewWorkflow somewhere",
  },
  "workflow-sets/workflows/:workflowId/edit": {
    flag: "edgeWorkflowEditEnabled",
    right: ["apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
  },
  "workflow-sets": { flag: "edgeWorkflowSetListEnabled", right: "apps:listWorkflow somewhere" },
  "workflow-sets/archive": {
    flag: "edgeWorkflowSetArchiveListEnabled",
    right: "apps:listWorkflow somewhere",
  },
  "workflow-sets/create": {
    flag: "edgeWorkflowSetCreationEnabled",
    right: ["apps:createWorkflow", "apps:listWorkflow somewhere"],
  },
  "workflow-sets/:workflowSetId": {
    flag: "edgeWorkflowSetDetailEnabled",
    right: "apps:viewWorkflow somewhere",
  },
  "workflow-sets/:workflowSetId/edit": {
    flag: "edgeWorkflowSetEditEnabled",
    right: ["apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
  },
  users: { flag: "edgeUserListEnabled", right: "org:listUser somewhere" },
  "users/archive": {
    flag: ["edgeUserListEnabled", "edgeUserArchiveListEnabled"],
    right: "org:listUser somewhere",
  },
  // New people belong to the customer's root (USER-68).
  "users/create": { flag: ["edgeUserListEnabled", "edgeUserCreationEnabled"], right: "org:createUser" },
  "users/upload": { flag: ["edgeUserListEnabled", "edgeUserBulkUploadEnabled"], right: "org:createUser" },
  "users/add-to-group": {
    flag: ["edgeUserListEnabled", "edgeUserAddToGroupEnabled"],
    right: ["org:editUser somewhere", "org:listUser somewhere"],
  },
  "users/:userId": { flag: "edgeUserListEnabled", right: "org:viewUser somewhere" },
  "users/:userId/edit": {
    flag: ["edgeUserListEnabled", "edgeUserEditEnabled"],
    right: "org:viewUser somewhere",
  },
  groups: { flag: "edgeGroupListEnabled", right: "org:listUser" },
  "groups/archive": { flag: ["edgeGroupListEnabled", "edgeGroupArchiveListEnabled"], right: "org:listUser" },
  "groups/create": {
    flag: ["edgeGroupListEnabled", "edgeGroupCreationEnabled"],
    right: ["org:listUser", "org:editUser"],
  },
  "groups/:groupId": { flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled"], right: "org:listUser" },
  "groups/:groupId/edit": {
    flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled", "edgeGroupEditEnabled"],
    right: "org:listUser",
  },
  policies: { flag: "edgePolicyListEnabled", right: "org:listUser" },
  "policies/create": {
    flag: ["edgePolicyListEnabled", "edgePolicyCreationEnabled"],
    right: ["org:listUser", "org:editUser"],
  },
  "policies/:policyId": { flag: "edgePolicyListEnabled", right: "org:listUser" },
  "policies/:policyId/edit": {
    flag: ["edgePolicyListEnabled", "edgePolicyEditEnabled"],
    right: "org:listUser",
  },
  // Departments and customers are open to all who may enter the console; archived customers to the provider's staff.
  departments: { flag: "edgeHierarchyListEnabled" },
  "departments/edit": { flag: ["edgeHierarchyListEnabled", "edgeHierarchyEditEnabled"] },
  customers: { flag: "edgeCustomerListEnabled" },
  "customers/archive": {
    flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"],
    right: "provider of this organisation",
  },
  "customers/create": {
    flag: ["edgeCustomerListEnabled", "edgeCustomerCreationEnabled"],
    right: "provider of some organisation",
  },
  organisations: { flag: "edgeOrgListEnabled", right: "provider of some organisation" },
  "organisations/archive": {
    flag: ["edgeOrgListEnabled", "edgeOrgArchiveListEnabled"],
    right: "provider of some organisation",
  },
  "organisations/create": {
    flag: ["edgeOrgListEnabled", "edgeOrgCreationEnabled"],
    right: "provider of every organisation",
  },
  "organisations/:organizationId": {
    flag: ["edgeOrgListEnabled", "edgeOrgCreationEnabled"],
    right: "provider of some organisation",
  },
  di: { flag: "edgeDiEnabled", right: "fi:viewAllInsights somewhere" },
  notifications: { flag: "edgeEmailEventsEnabled", right: "apps:listCandidate" },
  // Nothing is searched without the name of a tenant's system (ATSR-04).
  "ats-requests": { flag: "edgeAtsRequestsEnabled", right: ["ats:viewTenant", "ats:listTenant"] },
  "settings/ats-tenants": { flag: "edgeTenantsEnabled", right: "ats:listTenant" },
  // TEN-05, TEN-34
  "settings/ats-tenants/create": {
    flag: ["edgeTenantsEnabled", "edgeGroupCreationEnabled"],
    right: ["ats:listTenant", "ats:createTenant", "ats:listTemplate somewhere", "ats:viewTemplate somewhere"],
  },
  "settings/ats-tenants/:tenantId": {
    flag: "edgeTenantsEnabled",
    right: ["ats:listTenant", "ats:viewTenant", "ats:viewTemplate somewhere"],
  },
  "settings/compliance/plan": { flag: "edgeRetentionEnabled", right: "org:viewSettings" },
  "settings/compliance/runs": { flag: "edgeRetentionEnabled", right: "org:viewSettings" },
  "settings/compliance/holds": { flag: "edgeRetentionEnabled", right: ["org:viewSettings", "org:viewHold"] },
  "settings/compliance/holds/create": {
    flag: "edgeRetentionEnabled",
    right: ["org:viewSettings", "org:viewHold", "org:editHold"],
  },
  "settings/compliance/holds/:holdId": {
    flag: "edgeRetentionEnabled",
    right: ["org:viewSettings", "org:viewHold"],
  },
  record: { flag: "edgeRecordEnabled", right: "org:viewRecord" },
  "record/:entryId": { flag: "edgeRecordEnabled", right: "org:viewRecord" },
  "bulk-jobs": { flag: "edgeBulkJobsEnabled" },
} as const satisfies Readonly<Record<string, Gate>>;

export type ScreenPath = keyof typeof screenGates;

/** The rights to open and save the form of a workflow or of a set. */
const editWorkflows = [
  "apps:editWorkflow",
  "apps:viewWorkflow somewhere",
  "apps:listWorkflow somewhere",
] as const satisfies readonly Right[];

/** The rights to delete or de-identify a candidate: the question names them by their application. */
const removeCandidates = [
  "apps:deleteApplication somewhere",
  "apps:listApplication somewhere",
] as const satisfies readonly Right[];

/** The flag and the right of each button that posts. */
export const deedGates = {
  /** The buttons of a vacancy's applications, each of which needs more. */
  anyOfApplications: {
    flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
    right: "apps:viewVacancy somewhere",
  },
  archiveVacancy: { flag: "edgeVacancyArchiveListEnabled", right: "apps:archiveVacancy somewhere" },
  restoreVacancy: { flag: "edgeVacancyArchiveListEnabled", right: "apps:restoreVacancy somewhere" },
  changeApplication: { flag: "oldEdgeFeaturesEnabled", right: changeApplications },
  editCandidate: {
    flag: "oldEdgeFeaturesEnabled",
    right: [...changeApplications, "apps:viewCandidate somewhere"],
  },
  deleteCandidate: { flag: "edgeCandidateDeleteEnabled", right: removeCandidates },
  deidentifyCandidate: { flag: "edgeCandidateDeidentifyEnabled", right: removeCandidates },
  /** Everything about a candidate as a file: for those who may correct them. */
  makePack: {
    flag: ["edgeRetentionEnabled", "oldEdgeFeaturesEnabled"],
    right: [...changeApplications, "apps:viewCandidate somewhere"],
  },
  archiveWorkflow: { flag: null, right: "apps:archiveWorkflow" },
  restoreWorkflow: { flag: null, right: "apps:restoreWorkflow" },
  editWorkflow: { flag: "edgeWorkflowEditEnabled", right: editWorkflows },
  archiveWorkflowSet: { flag: null, right: "apps:archiveWorkflow" },
  restoreWorkflowSet: { flag: null, right: "apps:restoreWorkflow" },
  editWorkflowSet: { flag: "edgeWorkflowSetEditEnabled", right: editWorkflows },
  archiveUser: { flag: "edgeUserArchiveListEnabled", right: "org:archiveUser somewhere" },
  restoreUser: { flag: "edgeUserArchiveListEnabled", right: "org:restoreUser somewhere" },
  editUser: { flag: "edgeUserEditEnabled", right: "org:editUser somewhere" },
  resetPassword: { flag: "edgeUserResetPasswordEnabled", right: "org:editUser" },
  unlockUser: { flag: "edgeUserUnlockEnabled", right: "org:editUser somewhere" },
  changeGroup: { flag: "edgeGroupArchiveListEnabled", right: "org:editUser" },
  editDepartments: { flag: "edgeHierarchyEditEnabled", right: "org:editUser" },
  archiveCustomer: { flag: "edgeCustomerArchiveListEnabled", right: "provider of this organisation" },
  archiveOrganization: { flag: "edgeOrgArchiveListEnabled", right: "provider of some organisation" },
} as const satisfies Readonly<Record<string, Gate>>;
