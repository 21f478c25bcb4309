import { expect, test } from "vitest";
import { demoGroups, demoId } from "../../regional-api/seed/ids";
import { formWith, textOf } from "../support/console-client";
import { broken, denied, type Fault, garbled } from "../support/fault-proxy";
import { useStand } from "./support/use-stand";

// Pages, and parts of pages, whose data a region refuses or fails to return.

const { stand, person } = useStand();

/** Requirements, path below the customer, operations that fail, the text shown, and forms that stay or go. */
type Load = [rows: string, path: string, operations: string, said: string, forms?: string];

const group = `groups/${demoGroups.retailAuditors.id}`;
const copied = `workflow-sets/workflows/create?copyWorkflowId=${demoId("workflow:acme-retail:0")}`;
const copiedSet = `workflow-sets/create?copyWorkflowSetId=${demoId("workflow-set:acme-retail:0")}`;
const log = "ats-requests";
const trees = "IDPGetHierarchyTree ORGGetHierarchy";
const flows = "AppsGetWorkflowListV2 AppsGetEditWorkflowById";
const history = "NotifGetSMSCreditsPurchaseHistoryList";

const badGateway: Fault = { kind: "answer", status: 502, type: "text/html", body: "<h1>Bad Gateway</h1>" };

// prettier-ignore
const parts: Load[] = [
  ["SSO-31", "settings/sso?setup=1", "ORGGetGroups", "Failed to load groups list.", "save"],
  ["SMS-17", "settings/sms", history, "Failed to query sms credits purchase history.", "purchase"],
  ["GRP-42", `${group}?tab=users`, "ORGGetUsers", "Failed to load users list."],
  ["WF-24", "workflow-sets/workflows/create", "AppsGetAssessmentPackageList", "Unexpected error Failed to load assessment packages list.", "save"],
  ["WF-30", copied, flows, "Failed to load workflows."],
  ["WF-30", copied, flows, "Failed to load workflow details."],
  ["WFS-38", copiedSet, "AppsGetWorkflowSetById", "Unexpected error Failed to load workflow set details."],
  ["TEN-32", "PEOPLE_FLOW", "ORGGetGroups", "Unexpected error Failed to load groups."],
  ["TEN-32", "TALENT_BRIDGE", "AppsGetWorkflowListV2", "Unexpected error Failed to load workflows."],
  ["quality 4", "customers/create", "ORGGetOrganizations", "Failed to load organisations list.", "save"],
];
/** Pages whose main data fails: they answer with an error, and a silent region fails the whole page. */
const main = ["GRP-42", "quality 4"];

// prettier-ignore
const guarded: Load[] = [
  ["BRAND-18", "settings/branding", "FIGetBranding", "Failed to load customer branding.", "save create"],
  ["COMP-12", "settings/compliance", "AppsGetCustomerSetting", "Failed to load customer compliance setting.", "save create"],
  ["MAIL-24", "settings/email-domain", "NotifGetEmailDomain", "Failed to load email domain.", "save create"],
  ["NOTIF-26", "settings/notification?language=en-US", "NotifGetNotificationSettingsV2", "Failed to load notification settings.", "save"],
  ["TEN-31", "settings/ats-tenants", "AtsGetTenantsByCustomer", "Failed to load ATS tenants.", "archive"],
  ["TEN-32", "settings/ats-tenants/create", "AtsGetAtsTemplates", "Failed to load template options.", "save"],
  ["SMS-17", "settings/sms", "NotifGetSMSCreditsByCustomerId", "Failed to query sms credits.", "purchase"],
  ["SMS-17", "settings/sms", "AppsGetCustomerSetting", "Failed to query sms credits settings.", "save"],
  ["ATSR-20", log, "AtsGetTenantsByCustomer", "Failed to load ATS tenants."],
  ["ATSR-16", `${log}?atsName=PEOPLE_FLOW&to=2026-01-01T00:00`, "AtsGetRequestList", "Failed to load ATS requests."],
  ["ATSR-16", `${log}?requestId=${"0".repeat(24)}`, "AtsGetRequestById", "Failed to load ATS requests."],
];

// prettier-ignore
const pages: Load[] = [
  ...guarded,
  ["TEN-32", "TALENT_BRIDGE", "AtsGetTenantById", "Failed to load tenant."],
  ["TEN-32", "TALENT_BRIDGE", "AtsGetAtsTemplateByAtsName", "Failed to load template."],
  ["DEPT-30", "departments", trees, "Failed to load department information."],
  ["DEPT-30", "departments/edit", trees, "Failed to load department information."],
  ["POL-03 ORG-23", "policies", "CommonGetPolicies", "Failed to load policies list."],
];

/** The form of the customer's tenant of this ATS. */
async function tenantOf(atsName: string) {
  const { html } = await person.client.get(`${person.base}/settings/ats-tenants`);
  const link = new RegExp(`href="([^"]*/ats-tenants/[0-9a-f]{24})"[^>]*><span title="${atsName}"`);
  return link.exec(html)?.[1] ?? "no tenant";
}

/** The page while the operations fail; a path in capitals is an ATS. */
async function failing(path: string, operations: string, fault: Fault) {
  const address = /^[A-Z_]+$/.test(path) ? await tenantOf(path) : `${person.base}/${path}`;
  for (const operation of operations.split(" ")) stand.sydney.fail(fault, { operation });
  const page = await person.client.get(address);
  await stand.heal();
  return page;
}
const occurrences = (page: { html: string }, words: string) => textOf(page).split(words).length - 1;

test.each(parts)("%s %s, where %s fails, says once: %s, and the rest works", async (...load) => {
  const [rows, path, operations, said, form] = load;
  const isMain = main.includes(rows);
  for (const fault of isMain ? [broken, garbled] : [broken, badGateway, { kind: "swallow" } as const]) {
    const page = await failing(path, operations, fault);
    expect(page.status).toBe(isMain ? 502 : 200);
    expect(occurrences(page, `${said} Please contact support.`)).toBe(1);
    if (form) expect(() => formWith(page, form)).not.toThrow();
  }
});

test("SSO-38 without the right to list groups the page says so, and the form still works", async () => {
  const page = await failing("settings/sso?setup=1", "ORGGetGroups", denied);
  expect(occurrences(page, "No permission Failed to load groups list. Please contact support.")).toBe(1);
  expect(() => formWith(page, "save")).not.toThrow();
});

test.each(pages)("%s %s, where %s fails, is an error that says once: %s", async (...load) => {
  const [, path, operations, said, forms] = load;
  const page = await failing(path, operations, broken);
  expect(page.status).toBe(502);
  expect(occurrences(page, `Unexpected error ${said} Please contact support.`)).toBe(1);
  if (path.startsWith("settings/") && !path.endsWith("create"))
    expect(page.html).toMatch(/<h1[^>]*><span class="page-kind\b[^>]*>Customer Settings</);
  for (const form of forms?.split(" ") ?? []) expect(() => formWith(page, form)).toThrow("No form");
});

test.each(guarded)("SESS-32 %s %s, where %s is refused, warns: %s", async (_, path, operations, said) => {
  const page = await failing(path, operations, denied);
  expect(textOf(page)).toContain(`No permission ${said} Please contact support.`);
});
