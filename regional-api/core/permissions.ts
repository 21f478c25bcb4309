/**
 * Grantable actions, their permission codes, and the role templates (PERM-33..PERM-56, PERM-65). An action's label is
 * "Section - Action name" (PERM-04).
 */
import { resource, serviceOf, type PolicyStatement, type ResourceScope } from "./policy";

/** The role templates in ascending order; each includes the ones before it. */
const templates = [
  { key: "ph-role-hiring-manager", name: "Hiring Manager" },
  { key: "ph-role-recruiter", name: "Recruiter" },
  { key: "ph-role-customer-admin", name: "Customer Admin" },
] as const;

/**
 * Hint shown in forms. WHOLE_CUSTOMER: granting the action on departments only has no effect (PERM-76). IDLE:
 * no operation of this API requires it; other products do, or nothing does yet (PERM-77).
 */
type ActionNote = "WHOLE_CUSTOMER" | "IDLE";

interface Action {
  /** The action requires all of these codes. */
  readonly codes: readonly string[];
  /** The first role template that includes the action (PERM-43 to PERM-45); absent if none does. */
  readonly from?: (typeof templates)[number]["name"];
  readonly note?: ActionNote;
}

const applicationCodes = [
  "apps:viewApplication",
  "apps:editApplication",
  "apps:createApplication",
  "apps:listApplication",
] as const;

/** For actions on customer-wide data that administrators manage. */
const administratorActions = { from: "Customer Admin", note: "WHOLE_CUSTOMER" } as const;

/** Sections and their actions, in display order. */
const sections = {
  "Portal Access": {
    "Access to the console": { codes: ["edge:access"], from: "Hiring Manager", note: "WHOLE_CUSTOMER" },
    "Access to Talent Insights": { codes: ["ti:access"], from: "Hiring Manager", note: "IDLE" },
  },
  "Vacancy & Application Management": {
    "Create vacancy": { codes: ["apps:createVacancy"], from: "Recruiter" },
    "Edit vacancy": { codes: ["apps:editVacancy", "apps:viewVacancy"], from: "Recruiter" },
    "Archive vacancy": { codes: ["apps:archiveVacancy"], from: "Recruiter" },
    "Restore vacancy": { codes: ["apps:restoreVacancy"], from: "Recruiter" },
    "Delete vacancy": { codes: ["apps:deleteVacancy"], note: "IDLE" },
    "View vacancy list": { codes: ["apps:listVacancy"], from: "Hiring Manager" },
    "View vacancy details": { codes: ["apps:viewVacancy"], from: "Hiring Manager" },
    "Resend link": { codes: applicationCodes, from: "Hiring Manager" },
    "View candidate list": { codes: ["apps:listCandidate"], from: "Hiring Manager", note: "WHOLE_CUSTOMER" },
    "View candidate details": { codes: ["apps:viewCandidate"], from: "Hiring Manager" },
    "Update candidate status": { codes: applicationCodes, from: "Hiring Manager" },
    "Progress candidate": { codes: applicationCodes, from: "Hiring Manager" },
    "Delete application": { codes: ["apps:deleteApplication"] },
    "View application details": { codes: ["apps:viewApplication"], from: "Hiring Manager" },
    "View application list": { codes: ["apps:listApplication"], from: "Hiring Manager" },
  },
  "User Management": {
    "Create user": { codes: ["org:createUser"], from: "Customer Admin" },
    "Edit user": { codes: ["org:editUser"], from: "Customer Admin" },
    "Archive user": { codes: ["org:archiveUser"], from: "Customer Admin" },
    "Restore user": { codes: ["org:restoreUser"], from: "Customer Admin" },
    "Delete user": { codes: ["org:deleteUser"], note: "IDLE" },
    "View user details": { codes: ["org:viewUser"], from: "Customer Admin" },
    "View user list": { codes: ["org:listUser"], from: "Customer Admin" },
  },
  "Workflow Management": {
    "Create workflow": { codes: ["apps:createWorkflow"], ...administratorActions },
    "Edit workflow": { codes: ["apps:editWorkflow"], note: "WHOLE_CUSTOMER" },
    "Archive workflow": { codes: ["apps:archiveWorkflow"], ...administratorActions },
    "Restore workflow": { codes: ["apps:restoreWorkflow"], ...administratorActions },
    "View workflow list": { codes: ["apps:listWorkflow"], from: "Recruiter" },
    "View workflow details": { codes: ["apps:viewWorkflow"], from: "Recruiter" },
  },
  "Chat Interview Management": {
    "Talent insights (own)": { codes: ["fi:viewOwnInsights"], from: "Hiring Manager", note: "IDLE" },
    "Talent insights (all)": { codes: ["fi:viewAllInsights"], from: "Hiring Manager" },
  },
  "Video Interview Management": {
    "Talent insights (own)": { codes: ["si:viewOwnInsights"], from: "Hiring Manager", note: "IDLE" },
    "Talent insights (all)": { codes: ["si:viewAllInsights"], from: "Hiring Manager", note: "IDLE" },
    "Assessment review (own)": { codes: ["si:reviewOwnAssessment"], from: "Hiring Manager", note: "IDLE" },
    "Assessment review (all)": { codes: ["si:reviewAllAssessment"], from: "Recruiter", note: "IDLE" },
  },
  ATS: {
    "View template": { codes: ["ats:viewTemplate"], note: "WHOLE_CUSTOMER" },
    "View template list": { codes: ["ats:listTemplate"], note: "WHOLE_CUSTOMER" },
    "View tenant": { codes: ["ats:viewTenant"], note: "WHOLE_CUSTOMER" },
    "View tenant list": { codes: ["ats:listTenant"], note: "WHOLE_CUSTOMER" },
    "Create tenant": { codes: ["ats:createTenant"], note: "WHOLE_CUSTOMER" },
    "Edit tenant": { codes: ["ats:editTenant"], note: "WHOLE_CUSTOMER" },
    "Delete tenant": { codes: ["ats:deleteTenant"], note: "WHOLE_CUSTOMER" },
  },
  "Customer Settings": {
    "View settings": { codes: ["org:viewSettings"], ...administratorActions },
    "Edit settings": { codes: ["org:editSettings"], ...administratorActions },
    "View the record of changes": { codes: ["org:viewRecord"], ...administratorActions },
    "View holds": { codes: ["org:viewHold"], ...administratorActions },
    "Place and release holds": { codes: ["org:editHold"], ...administratorActions },
  },
  "Decisions Made by Rules": {
    "View decisions": { codes: ["apps:viewDecision"], from: "Hiring Manager" },
    "Review decisions": {
      codes: ["apps:reviewDecision", "apps:viewDecision", ...applicationCodes],
      from: "Hiring Manager",
    },
  },
} as const satisfies Record<string, Record<string, Action>>;

type Sections = typeof sections;

/** "Section - Action name", as sent and shown by the console. */
export type ActionLabel = {
  [Section in keyof Sections]: `${Section} - ${keyof Sections[Section] & string}`;
}[keyof Sections];

type CodeOf<Actions> =
  Actions extends Record<string, { readonly codes: readonly (infer Code)[] }> ? Code : never;

/** service:action (PERM-46). */
export type PermissionCode = { [Section in keyof Sections]: CodeOf<Sections[Section]> }[keyof Sections];

interface LabelledAction extends Action {
  readonly section: string;
  readonly label: ActionLabel;
  readonly codes: readonly PermissionCode[];
}

/** All actions by label, in display order. */
const actions: ReadonlyMap<string, LabelledAction> = new Map(
  Object.entries(sections).flatMap(([section, ofSection]) =>
    Object.entries<Action>(ofSection).map(([name, action]) => {
      const codes = action.codes as readonly PermissionCode[];
      return [
        `${section} - ${name}`,
        { ...action, section, codes, label: `${section} - ${name}` as ActionLabel },
      ] as const;
    }),
  ),
);

/** SECTION_ACTIONS_MAPPINGS of PERM-05: the labels of each section's actions, in display order. */
export const sectionActions: Readonly<Record<string, readonly ActionLabel[]>> = Object.fromEntries(
  Object.keys(sections).map((name) => [
    name,
    [...actions.values()].filter(({ section }) => section === name).map(({ label }) => label),
  ]),
);

/** All permission codes. */
export const permissionCodes: readonly PermissionCode[] = [
  ...new Set([...actions.values()].flatMap(({ codes }) => codes)),
];

/** Returns the codes that a label stands for; undefined for an unknown label. */
export function codesOf(label: string): readonly PermissionCode[] | undefined {
  return actions.get(label)?.codes;
}

/**
 * Returns the labels for which `codes` grants every code; wildcards "*" and "service:*" count (PERM-55,
 * PERM-56).
 */
export function labelsGranted(codes: Iterable<string>): ActionLabel[] {
  const held = new Set(codes);
  const holds = (code: string) => held.has("*") || held.has(code) || held.has(`${serviceOf(code)}:*`);
  return [...actions.values()].filter(({ codes }) => codes.every(holds)).map(({ label }) => label);
}

export type RoleTemplateKey = (typeof templates)[number]["key"];

/** Returns the actions that a template adds to the ones before it. */
export const ownActions = (key: RoleTemplateKey): readonly ActionLabel[] =>
  [...actions.values()].flatMap(({ from, label }) =>
    templates.find(({ name }) => name === from)?.key === key ? [label] : [],
  );

export interface RoleTemplate {
  readonly key: RoleTemplateKey;
  readonly name: string;
  readonly actions: readonly ActionLabel[];
}

/** The role templates with their actions (PERM-43..PERM-45). */
export const roleTemplates: readonly RoleTemplate[] = templates.map((template, index) => ({
  ...template,
  actions: templates.slice(0, index + 1).flatMap(({ key }) => ownActions(key)),
}));

/** ROLE_ACTION_STATE_MAPPINGS of PERM-05: each template's actions. */
export const templateActions: Readonly<Record<string, readonly ActionLabel[]>> = Object.fromEntries(
  roleTemplates.map(({ key, actions }) => [key, actions]),
);

/** ROLE_TEMPLATE_OPTIONS of PERM-40, as select options. */
export const templateOptions = roleTemplates.map(({ key, name }) => ({ value: key, label: name }));

/** The codes of each label. */
export const actionCodes: Readonly<Record<string, readonly PermissionCode[]>> = Object.fromEntries(
  [...actions].map(([label, { codes }]) => [label, codes]),
);

const codesWithNote = (wanted: ActionNote): ReadonlySet<PermissionCode> =>
  new Set([...actions.values()].flatMap(({ codes, note }) => (note === wanted ? codes : [])));

/** Codes of customer-wide data, which allow nothing if held on departments only (PERM-76). */
export const wholeCustomerCodes = codesWithNote("WHOLE_CUSTOMER");

/** Codes that no operation of this API requires (PERM-77). */
export const idleCodes = codesWithNote("IDLE");

/** Hints that forms show next to some actions. */
export const actionNotes: Readonly<Record<string, ActionNote>> = Object.fromEntries(
  [...actions].flatMap(([label, { note }]) => (note ? [[label, note]] : [])),
);

/**
 * Returns the statements that grant `labels` on `scopes`, one Allow per service (PERM-59). Throws for unknown
 * labels, since they are a programming error.
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

/** Returns the statements of a role template on a customer and all its departments. */
export function roleTemplateStatements(
  key: RoleTemplateKey,
  scope: ResourceScope,
  prefix: string,
): PolicyStatement[] {
  const actions = roleTemplates.find((template) => template.key === key)?.actions ?? [];
  return statementsFor(actions, [scope], prefix);
}
