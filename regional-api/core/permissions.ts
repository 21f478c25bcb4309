/**
 * The actions that can be granted, the permission codes behind them, and the role templates
 * (PERM-33..PERM-56, PERM-65). An action's label is "Section - Action name" (PERM-04).
 */
import { resource, serviceOf, type PolicyStatement, type ResourceScope } from "./policy";

/** Sections in order, each with its actions in order and the codes each action needs, all of them. */
const sections = {
  "Portal Access": {
    "Access to the console": ["edge:access"],
    "Access to Talent Insights": ["ti:access"],
  },
  "Vacancy & Application Management": {
    "Create vacancy": ["apps:createVacancy"],
    "Edit vacancy": ["apps:editVacancy", "apps:viewVacancy"],
    "Archive vacancy": ["apps:archiveVacancy"],
    "Restore vacancy": ["apps:restoreVacancy"],
    "Delete vacancy": ["apps:deleteVacancy"],
    "View vacancy list": ["apps:listVacancy"],
    "View vacancy details": ["apps:viewVacancy"],
    "Resend link": [
      "apps:viewApplication",
      "apps:editApplication",
      "apps:createApplication",
      "apps:listApplication",
    ],
    "View candidate list": ["apps:listCandidate"],
    "View candidate details": ["apps:viewCandidate"],
    "Update candidate status": [
      "apps:viewApplication",
      "apps:editApplication",
      "apps:createApplication",
      "apps:listApplication",
    ],
    "Progress candidate": [
      "apps:viewApplication",
      "apps:editApplication",
      "apps:createApplication",
      "apps:listApplication",
    ],
    "Delete application": ["apps:deleteApplication"],
    "View application details": ["apps:viewApplication"],
    "View application list": ["apps:listApplication"],
  },
  "User Management": {
    "Create user": ["org:createUser"],
    "Edit user": ["org:editUser"],
    "Archive user": ["org:archiveUser"],
    "Restore user": ["org:restoreUser"],
    "Delete user": ["org:deleteUser"],
    "View user details": ["org:viewUser"],
    "View user list": ["org:listUser"],
  },
  "Workflow Management": {
    "Create workflow": ["apps:createWorkflow"],
    "Edit workflow": ["apps:editWorkflow"],
    "Archive workflow": ["apps:archiveWorkflow"],
    "Restore workflow": ["apps:restoreWorkflow"],
    "View workflow list": ["apps:listWorkflow"],
    "View workflow details": ["apps:viewWorkflow"],
  },
  "Chat Interview Management": {
    "Talent insights (own)": ["fi:viewOwnInsights"],
    "Talent insights (all)": ["fi:viewAllInsights"],
  },
  "Video Interview Management": {
    "Talent insights (own)": ["si:viewOwnInsights"],
    "Talent insights (all)": ["si:viewAllInsights"],
    "Assessment review (own)": ["si:reviewOwnAssessment"],
    "Assessment review (all)": ["si:reviewAllAssessment"],
  },
  ATS: {
    "View template": ["ats:viewTemplate"],
    "View template list": ["ats:listTemplate"],
    "View tenant": ["ats:viewTenant"],
    "View tenant list": ["ats:listTenant"],
    "Create tenant": ["ats:createTenant"],
    "Edit tenant": ["ats:editTenant"],
    "Delete tenant": ["ats:deleteTenant"],
  },
  "Customer Settings": {
    "View settings": ["org:viewSettings"],
    "Edit settings": ["org:editSettings"],
    "View the record of changes": ["org:viewRecord"],
    "View holds": ["org:viewHold"],
    "Place and release holds": ["org:editHold"],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Sections = typeof sections;

/** "Section - Action name", as the console sends and shows it. */
export type ActionLabel = {
  [Section in keyof Sections]: `${Section} - ${keyof Sections[Section] & string}`;
}[keyof Sections];

type CodeOf<Actions> = Actions extends Record<string, readonly (infer Code)[]> ? Code : never;

/** service:action (PERM-46). */
export type PermissionCode = { [Section in keyof Sections]: CodeOf<Sections[Section]> }[keyof Sections];

/** SECTION_ACTIONS_MAPPINGS of PERM-05: section → its action labels, in order. */
export const sectionActions: Readonly<Record<string, readonly ActionLabel[]>> = Object.fromEntries(
  Object.entries(sections).map(([section, actions]) => [
    section,
    Object.keys(actions).map((action) => `${section} - ${action}` as ActionLabel),
  ]),
);

const codesByLabel: ReadonlyMap<string, readonly PermissionCode[]> = new Map(
  Object.entries(sections).flatMap(([section, actions]) =>
    Object.entries(actions).map(([action, codes]): [string, readonly PermissionCode[]] => [
      `${section} - ${action}`,
      codes,
    ]),
  ),
);

/** Every code of the table. */
export const permissionCodes: readonly PermissionCode[] = [...new Set([...codesByLabel.values()].flat())];

/** The codes behind a label; undefined for an unknown label. */
export function codesOf(label: string): readonly PermissionCode[] | undefined {
  return codesByLabel.get(label);
}

/** The labels whose codes are all among `codes`; a "*" or "service:*" grants what it covers (PERM-55, PERM-56). */
export function labelsGranted(codes: Iterable<string>): ActionLabel[] {
  const held = new Set(codes);
  const holds = (code: string) => held.has("*") || held.has(code) || held.has(`${serviceOf(code)}:*`);
  return Object.values(sectionActions)
    .flat()
    .filter((label) => codesOf(label)?.every(holds));
}

export type RoleTemplateKey = "ph-role-hiring-manager" | "ph-role-recruiter" | "ph-role-customer-admin";

export interface RoleTemplate {
  readonly key: RoleTemplateKey;
  readonly name: string;
  readonly actions: readonly ActionLabel[];
}

const apps = "Vacancy & Application Management";

const hiringManager: readonly ActionLabel[] = [
  "Portal Access - Access to the console",
  "Portal Access - Access to Talent Insights",
  `${apps} - View vacancy list`,
  `${apps} - View vacancy details`,
  `${apps} - Resend link`,
  `${apps} - View candidate list`,
  `${apps} - View candidate details`,
  `${apps} - Update candidate status`,
  `${apps} - Progress candidate`,
  `${apps} - View application details`,
  `${apps} - View application list`,
  "Chat Interview Management - Talent insights (own)",
  "Chat Interview Management - Talent insights (all)",
  "Video Interview Management - Talent insights (own)",
  "Video Interview Management - Talent insights (all)",
  "Video Interview Management - Assessment review (own)",
];

const recruiter: readonly ActionLabel[] = [
  ...hiringManager,
  `${apps} - Create vacancy`,
  `${apps} - Edit vacancy`,
  `${apps} - Archive vacancy`,
  `${apps} - Restore vacancy`,
  "Workflow Management - View workflow list",
  "Workflow Management - View workflow details",
  "Video Interview Management - Assessment review (all)",
];

const customerAdmin: readonly ActionLabel[] = [
  ...recruiter,
  "Workflow Management - Create workflow",
  "Workflow Management - Archive workflow",
  "Workflow Management - Restore workflow",
  "User Management - Create user",
  "User Management - Edit user",
  "User Management - Archive user",
  "User Management - Restore user",
  "User Management - View user details",
  "User Management - View user list",
  "Customer Settings - View settings",
  "Customer Settings - Edit settings",
  "Customer Settings - View the record of changes",
  "Customer Settings - View holds",
  "Customer Settings - Place and release holds",
];

/** The role templates, with what each holds (PERM-43..PERM-45). */
export const roleTemplates: readonly RoleTemplate[] = [
  { key: "ph-role-hiring-manager", name: "Hiring Manager", actions: hiringManager },
  { key: "ph-role-recruiter", name: "Recruiter", actions: recruiter },
  { key: "ph-role-customer-admin", name: "Customer Admin", actions: customerAdmin },
];

/** ROLE_ACTION_STATE_MAPPINGS of PERM-05: each template's actions. */
export const templateActions: Readonly<Record<string, readonly ActionLabel[]>> = Object.fromEntries(
  roleTemplates.map(({ key, actions }) => [key, actions]),
);

/** ROLE_TEMPLATE_OPTIONS of PERM-40, as a select takes them. */
export const templateOptions = roleTemplates.map(({ key, name }) => ({ value: key, label: name }));

/** The codes behind every label. */
export const actionCodes: Readonly<Record<string, readonly PermissionCode[]>> =
  Object.fromEntries(codesByLabel);

/** Codes of what the whole customer has once: held on departments alone they allow nothing (PERM-76). */
export const wholeCustomerCodes: ReadonlySet<PermissionCode> = new Set<PermissionCode>([
  ...([
    "edge:access",
    "org:viewSettings",
    "org:editSettings",
    "org:viewRecord",
    "org:viewHold",
    "org:editHold",
    "apps:listCandidate",
  ] as const),
  ...(["apps:createWorkflow", "apps:editWorkflow", "apps:archiveWorkflow", "apps:restoreWorkflow"] as const),
  ...permissionCodes.filter((code) => serviceOf(code) === "ats"),
]);

/** Codes that no operation asks for: other products read them, or nothing does yet (PERM-64, PERM-77). */
export const idleCodes: ReadonlySet<PermissionCode> = new Set<PermissionCode>([
  ...(["ti:access", "apps:deleteVacancy", "org:deleteUser", "fi:viewOwnInsights"] as const),
  ...permissionCodes.filter((code) => serviceOf(code) === "si"),
]);

type ActionNote = "WHOLE_CUSTOMER" | "IDLE";

/** What a form has to say of some actions beside their boxes. */
export const actionNotes: Readonly<Record<string, ActionNote>> = Object.fromEntries(
  [...codesByLabel].flatMap(([label, codes]): [string, ActionNote][] => {
    if (codes.some((code) => idleCodes.has(code))) return [[label, "IDLE"]];
    return codes.some((code) => wholeCustomerCodes.has(code)) ? [[label, "WHOLE_CUSTOMER"]] : [];
  }),
);

/**
 * The statements that grant `labels` on `scopes`: one Allow per service (PERM-59).
 * Unknown labels are an error of the caller and throw.
 */
export function statementsFor(
  labels: readonly string[],
  scopes: readonly ResourceScope[],
  prefix: string,
): PolicyStatement[] {
  const codesByService = new Map<string, Set<string>>();
  for (const label of labels) {
    const codes = codesOf(label);
    if (!codes) throw new Error(`no action is called "${label}"`);
    for (const code of codes) {
      const service = serviceOf(code);
      codesByService.set(service, (codesByService.get(service) ?? new Set()).add(code));
    }
  }
  return [...codesByService].map(([service, codes]) => ({
    effect: "Allow",
    actions: [...codes],
    resources: scopes.map((scope) => resource(prefix, service, scope)),
  }));
}

/** The statements of a role template on one customer with all its departments. */
export function roleTemplateStatements(
  key: RoleTemplateKey,
  scope: ResourceScope,
  prefix: string,
): PolicyStatement[] {
  const actions = roleTemplates.find((template) => template.key === key)?.actions ?? [];
  return statementsFor(actions, [scope], prefix);
}
