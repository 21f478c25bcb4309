/**
 * Compares, for a person with each permission in turn, what the console shows (menu, links, buttons) with what it opens
 * and what the API refuses. Uses the world of the API's tests on real servers.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionCodes } from "../../regional-api/core/permissions";
import { type PolicyStatement, serviceOf } from "../../regional-api/core/policy";
import { type Databases, openDatabases } from "../../regional-api/store/database";
import { exceedsOwnRightsMessage } from "../../regional-api/areas/permissions/rights";
import { type Client, signedIn } from "../contract/fixtures/client";
import { withVersion } from "../contract/fixtures/edits";
import { areas as consoleAreas } from "../../app/areas";
import { settingsTabs, type SettingsTabKey } from "../../app/components/settings/tabs";
import { hexId } from "../contract/fixtures/hex-id";
import { areas } from "../contract/fixtures/areas";
import { addDecision } from "../contract/fixtures/decision-operations";
import { addApplication, stages, vacancies } from "../contract/fixtures/hiring";
import { operations } from "../contract/fixtures/operations";
import { emailOf, password, people } from "../contract/fixtures/people";
import { ids, worldOnDisk } from "../contract/fixtures/world";
import { type Answer, ConsoleClient } from "./console-client";
import { startApi, startConsole } from "./servers";
import { actionGates, type Gate, screenGates, type ScreenPath } from "../../app/services/gates";
import type { Right } from "../../app/services/rights";

/** The person's codes, where they apply, and which of them are also denied. */
export type Setting = {
  name: string;
  codes: readonly string[];
  at: "customer" | "department";
  denied?: readonly string[];
};

const door = "edge:access";
const codes = permissionCodes.filter((code) => code !== door);

/**
 * Console access only; each code at the whole customer, at one department, and with a Deny; and all codes together,
 * each denied in turn. The last set covers what needs several codes and must close when any is missing.
 */
export const everySetting: readonly Setting[] = [
  { name: "the console alone", codes: [], at: "customer" },
  { name: "everything at the customer", codes, at: "customer" },
  { name: "everything at a department", codes, at: "department" },
  ...codes.flatMap((code): Setting[] => [
    { name: `${code} at the customer`, codes: [code], at: "customer" },
    { name: `${code} at a department`, codes: [code], at: "department" },
    { name: `${code} allowed and denied`, codes: [code], at: "customer", denied: [code] },
    { name: `everything at the customer, ${code} denied`, codes, at: "customer", denied: [code] },
    { name: `everything at a department, ${code} denied`, codes, at: "department", denied: [code] },
  ]),
];

const holds = ({ codes: allowed, denied = [] }: Setting, code: string) =>
  allowed.includes(code) && !denied.includes(code);

const resourceOf = (service: string, at: Setting["at"]) =>
  `edge:${service}:ap-southeast-2:${ids.acme}:${ids.retail}:${at === "customer" ? "*" : ids.department}`;

function statementsOf({ codes: allowed, at, denied = [] }: Setting): PolicyStatement[] {
  const statementOf = (effect: PolicyStatement["effect"], some: readonly string[]) =>
    some.map((code) => ({ effect, actions: [code], resources: [resourceOf(serviceOf(code), at)] }));
  return [
    { effect: "Allow", actions: [door], resources: [resourceOf("edge", "customer")] },
    ...statementOf("Allow", allowed),
    ...statementOf("Deny", denied),
  ];
}

/** True if the person holds every right a screen's or button's gate requires. */
function isGateOpen(setting: Setting, { right = [] }: Gate): boolean {
  const needed: readonly string[] = typeof right === "string" ? [right] : right;
  return needed.every((one) => {
    const [code = "", where] = one.split(" ");
    // Rights of the provider's staff have no permission code.
    return holds(setting, code) && (setting.at === "customer" || where === "somewhere");
  });
}

const documented = readFileSync(new URL("../../docs/permissions.md", import.meta.url), "utf8");

/** Each operation's code, further codes (in brackets) and part of the customer, from docs/permissions.md. */
const needs: ReadonlyMap<string, { code: string; further: readonly string[]; where: string }> = new Map(
  [...documented.matchAll(/^\| `(\w+)` +\| `(\w+:\w+)`(?: \(([^|)]*)\))? +\| ([^|]*?) +\|$/gm)]
    // Rows with "or" are left out: which code is enough depends on the arguments.
    .filter(([, , , further = ""]) => !further.includes(" or "))
    .map(([, name = "", code = "", further = "", where = ""]) => [
      name,
      { code, further: [...further.matchAll(/\w+:\w+/g)].map(([one]) => one), where },
    ]),
);

/** True if the documentation lets the person call an operation; undefined if it depends on the arguments. */
function isDocumentedOpen(setting: Setting, name: string): boolean | undefined {
  const need = needs.get(name);
  // Operations on whole organisations: no code grants them.
  if (!need) return false;
  if (need.code === door) return true;
  // Not refused: customers on which the code is missing are left out of the answer.
  const isNarrowed = setting.at === "department" || !holds(setting, need.code);
  if (need.where === "any customer" && setting.codes.includes(need.code) && isNarrowed) return undefined;
  if (![need.code, ...need.further].every((code) => holds(setting, code))) return false;
  if (setting.at === "customer" || need.where === "any department") return true;
  return need.where === "the department sent" ? undefined : false;
}

/** Rows that belong to a department use the one the rights are granted on. */
const samples: Readonly<Record<string, string>> = {
  vacancyId: vacancies.department,
  applicationId: hexId("7b", 800_001),
  userId: people.sso,
  decisionId: hexId("d1", 2),
  groupId: ids.archivableGroup,
};

/** Value of an address parameter; unlisted ones use the id their operation's row passes. */
function sampleOf(name: string): string {
  const known = samples[name];
  if (known) return known;
  const get = new RegExp(`^[A-Z][A-Za-z]*?Get${name.replace(/Id$/, "")}(ById)?$`, "i");
  const found = operations.find((operation) => get.test(operation.name))?.variables(0);
  const id = found?.[name] ?? found?.["_id"];
  if (typeof id === "string") return id;
  throw new Error(`no sample of ${name} (tests/support/rights-matrix.ts)`);
}
const addressOf = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => sampleOf(name));

/** Not gated by right only: entries about hidden objects are hidden (AUD-11, contract/record-list). */
const openedByContent = new Set(["record/:entryId"]);

/** Gates of the settings screens (named by their tabs) and of all others. */
const gates: Readonly<Record<string, Gate>> = Object.fromEntries([
  ...settingsTabs.map(
    ({ key, right = "org:viewSettings" }) => [`settings/${key}`, { flag: null, right }] as const,
  ),
  ...Object.entries<Gate>(screenGates).filter(([path]) => !openedByContent.has(path)),
]);

/** Query strings that screens need besides ids. */
const queries: Readonly<Record<string, string>> = {
  "users/add-to-group": `?ids=${people.sso}`,
  "settings/notification": "?language=default",
  "vacancies/:vacancyId/funnel": `?stageId=${stages.chat}`,
};

const applicationButtons = {
  status: "AppsUpdateApplicationStatus",
  move: "AppsMoveApplication",
  resend: "AppsResendApplicationAssessmentLink",
};
const userButtons = {
  ...{ archive: "ORGArchiveUsers", addToGroup: "ORGGroupAddUsers" },
  ...{ mfaOn: "ORGSetUsersMfa", mfaOff: "ORGSetUsersMfa" },
};

/** Buttons that only change the form. */
const onlyForm = new Set([
  ...["show", "edit", "addRow", "removeRow", "addStatement", "removeStatement", "template", "selectAll"],
  ...["clear", "pick", "setDefault", "copy", "rehearse", "packages", "preview", "compare"],
]);

type Screen = ScreenPath | `settings/${SettingsTabKey}`;
type Deeds = Readonly<Record<string, string | Gate>>;

/** Buttons of archivable records: list, archive and form. With a detail page, it archives and `edit` saves. */
const archivable = Object.fromEntries(
  areas.flatMap(({ screens = [] }) =>
    screens.flatMap(({ path, calls: { archive, restore, create, one, edit } }) => {
      const area = consoleAreas.find((console) => console.path === path);
      const page = `${path}/:${area && "id" in area ? area.id : ""}`;
      return [
        [path, { archive }],
        [`${path}/archive`, { restore }],
        [`${path}/create`, { save: create }],
        ...(one ? [[page, { archive }]] : []),
        ...(edit ? [[`${page}/edit`, { save: edit }]] : []),
      ];
    }),
  ),
) as Readonly<Record<string, Deeds>>;

/** Submit buttons by screen and intent, with the operation each calls or its gate. */
const buttons: Readonly<Partial<Record<Screen, Deeds>>> = {
  ...archivable,
  "vacancies/:vacancyId": applicationButtons,
  "vacancies/:vacancyId/applications/:applicationId": {
    ...applicationButtons,
    report: "AppsResendApplicationMiReport",
  },
  "vacancies/:vacancyId/board": { card: "AppsMoveApplication", ticked: "AppsMoveApplication" },
  "settings/overview": { cancel: "AppsCancelRetentionChange" },
  "settings/sso/import": { read: "IDPReadSSOMetadata" },
  "settings/compliance/holds/create": { place: "RETPlaceHold" },
  "settings/compliance/holds/:holdId": { release: "RETReleaseHold" },
  "decisions/samples/create": { draw: "DECDrawSample" },
  "decisions/:decisionId": { review: "DECReviewDecision", contest: "DECContestDecision" },
  "vacancies/:vacancyId/invite": { ...applicationButtons, invite: "CommonInviteCandidate" },
  "workflow-sets": { archive: "AppsArchiveWorkflowSet", copy: "AppsCreateWorkflowSet" },
  users: userButtons,
  "users/add-to-group": { ...userButtons, add: "ORGGroupAddUsers" },
  "users/:userId": {
    archive: "ORGArchiveUser",
    // No right is needed for the operation it calls.
    reset: actionGates.resetPassword,
    signOut: "ORGSignOutUser",
    mfaOn: "ORGSetUsersMfa",
  },
  "users/upload": { save: "ORGCreateEndUsers" },
  "policies/create": { save: "CommonCreatePolicy" },
  "policies/:policyId/edit": { save: "CommonUpdatePolicyV2" },
  "departments/edit": { save: "ORGUpdateHierarchies" },
  "settings/branding": { save: "FIAddBranding" },
  "settings/decline-reasons": { save: "AppsUpdateDeclineSetting" },
  "settings/sign-in": { save: "AuthUpdateSignInPolicy" },
  "settings/notification": { save: "NotifUpdateNotificationSettingsV2" },
  "settings/compliance": { save: "AppsUpdateCustomerSetting", cancel: "AppsCancelRetentionChange" },
  "settings/sms": {
    save: "AppsUpdateSMSNotificationSettings",
    purchase: "NotifPurchaseSMSCreditsByCustomerId",
  },
  "settings/ats-tenants": { archive: "AtsDeleteTenantsByIds" },
  "settings/ats-tenants/:tenantId": { save: "AtsUpdateTenant" },
};

/** Buttons that need more than their operation's own code: tested as open only with all codes. */
const needsSeveral = new Set([
  ...["status", "move", "card", "ticked", "resend", "report", "invite", "addToGroup", "review", "contest"],
]);

/** Rights without which a screen still works but shows "No permission" for one part. */
const parts: Readonly<Partial<Record<string, readonly Right[]>>> = {
  "vacancies/:vacancyId": ["apps:listApplication somewhere"],
  "users/create": ["org:listUser"],
  "settings/ats-tenants/:tenantId": ["org:listUser", "apps:listWorkflow somewhere"],
};

type Cells = { api: number; screens: number; menu: number; links: number; buttons: number };
export type Found = { cells: Cells; disagreements: string[] };

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
const part = (html: string, tag: string) =>
  new RegExp(`<${tag}[ >][\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? "";
/** The page's HTML without disabled fieldsets. */
function switchedOn(html: string): string {
  const from = html.search(/<fieldset[^>]*\sdisabled/);
  if (from < 0) return html;
  let depth = 0;
  for (const { 0: tag, index } of html.slice(from).matchAll(/<\/?fieldset/g)) {
    depth += tag === "<fieldset" ? 1 : -1;
    if (depth === 0) return html.slice(0, from) + switchedOn(html.slice(from + index));
  }
  return html.slice(0, from);
}
const intentsIn = (html: string) =>
  new Set(
    [...switchedOn(html).matchAll(/<button[^>]*name="intent"[^>]*>/g)]
      .filter(([tag]) => !/\sdisabled/.test(tag))
      .map(([tag]) => /value="([^":]*)/.exec(tag)?.[1] ?? ""),
  );
/** The screen of an address below the customer. Literal paths win over ids. */
const screenAt = (address: string) => {
  const path = address.split("?")[0] ?? "";
  return path in gates ? path : Object.keys(gates).find((one) => patternOf(one).test(path));
};
const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);

/** True if the page is refused. Parts that are expected to be missing do not count. */
function isRefused(setting: Setting, address: string, { status, html }: Answer): boolean {
  if (status === 403 || status === 404) return true;
  const mayMiss = (parts[screenAt(address) ?? ""] ?? []).some(
    (right) => !isGateOpen(setting, { flag: null, right }),
  );
  // A part that is expected to be missing but is shown means the table above is wrong.
  return part(html, "main").includes("No permission") !== mayMiss;
}

/** Opens everything with each of the settings in turn and returns the disagreements. */
export async function rightsMatrix(settings: readonly Setting[]): Promise<Found> {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-rights-"));
  cpSync(await worldOnDisk(), join(dataDir, "regional-api"), { recursive: true });
  const databases = openDatabases(join(dataDir, "regional-api"));
  const sydney = databases.region("ap-southeast-2");
  const give = (statements: readonly PolicyStatement[]) =>
    sydney
      .statement("UPDATE policies SET statements = ? WHERE id = ?")
      .run(JSON.stringify(statements), ids.policy);
  const api = await startApi(dataDir, { AUTH_CALLS_PER_MINUTE: "1000" });
  const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
  try {
    // A local account, so that its password can be reset.
    sydney
      .statement("UPDATE users SET hierarchyId = ?, source = 'LOCAL' WHERE id = ?")
      .run(ids.department, people.sso);
    // With retention periods, the page shows pending shorter ones and the button that withdraws them.
    sydney
      .statement(
        `INSERT INTO customer_settings (customerId, id, hierarchyId, candidatePiiRetentionPeriod, videoRetentionPeriod,
           createdAt, updatedAt) SELECT id, id, rootHierarchyId, 1200, 1200, 1, 1 FROM customers WHERE id = ?`,
      )
      .run(ids.retail);
    addApplication(sydney, {
      id: sampleOf("applicationId"),
      assessmentId: hexId("8b", 800_001),
      vacancy: "department",
    });
    addDecision(sydney, {
      id: sampleOf("decisionId"),
      applicationId: sampleOf("applicationId"),
      vacancyId: vacancies.department,
      hierarchyId: ids.department,
    });
    give([{ effect: "Allow", actions: ["*"], resources: ["edge:*:*:*:*:*"] }]);
    const client = new ConsoleClient(web.origin);
    const base = await client.signIn(emailOf("noAccess"), password);
    const caller = await signedIn(api.origin, "noAccess");
    // With all rights the whole menu is shown.
    const menu = await menuOf(client, base);
    const found: Found = { cells: { api: 0, screens: 0, menu: 0, links: 0, buttons: 0 }, disagreements: [] };
    for (const path of Object.keys(gates)) {
      const { status } = await client.get(`${base}/${addressOf(path)}${queries[path] ?? ""}`);
      if (status !== 200) found.disagreements.push(`${path} answers ${status} to a user with every right`);
    }
    for (const setting of settings) {
      give(statementsOf(setting));
      await callApi(caller, databases, setting, found);
      await lookAround(client, { base, menu }, setting, found);
    }
    return found;
  } finally {
    await web.end("SIGTERM");
    await api.end("SIGTERM");
    databases.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Calls every operation the documentation forbids and every query it allows. */
async function callApi(
  caller: Client,
  databases: Databases,
  setting: Setting,
  { cells, disagreements }: Found,
) {
  for (const { name, document, variables } of operations) {
    const isOpen = needs.has(name) ? isDocumentedOpen(setting, name) : undefined;
    const isQuery = document.trimStart().startsWith("query");
    // Allowed mutations are not run: the operations' own tests cover them, each with its code only.
    if (isOpen === undefined || (isOpen && !isQuery)) continue;
    // Department-level rights: rows of other departments are refused individually.
    if (isOpen && setting.at === "department") continue;
    const { error, message } = await caller
      .clone()
      .call(document, withVersion(databases, name, variables(0)));
    // The target holds more rights than the person, which none of the person's codes changes (GRP-53).
    if (isOpen && message === exceedsOwnRightsMessage) continue;
    // Without a further code on the target, its existence is not revealed (GEN-16).
    const isHidden = error === "Not Found Error" && (needs.get(name)?.further.length ?? 0) > 0;
    const isForbidden = error === "FORBIDDEN" || isHidden;
    cells.api += 1;
    if (isForbidden === isOpen)
      disagreements.push(
        `${setting.name}: ${name} is ${isForbidden ? "refused" : "open"}, not as documented`,
      );
  }
}

/** The paths of the menu's entries below the customer. */
async function menuOf(client: ConsoleClient, base: string): Promise<string[]> {
  const { html } = await client.get(`${base}/account`);
  return linksIn(part(html, "nav"))
    .filter((href) => href.startsWith(`${base}/`))
    .map((href) => href.split("?")[0]?.slice(base.length + 1) ?? "");
}

async function lookAround(
  client: ConsoleClient,
  { base, menu }: { base: string; menu: readonly string[] },
  setting: Setting,
  found: Found,
) {
  const { cells, disagreements } = found;
  const opened = new Map<string, Promise<Answer>>();
  const open = (path: string) => {
    const answer = opened.get(path) ?? client.get(`${base}/${path}`);
    opened.set(path, answer);
    return answer;
  };
  const tell = (what: string) => disagreements.push(`${setting.name}: ${what}`);
  const shown = await menuOf(client, base);
  for (const path of menu) {
    cells.menu += 1;
    const isShown = shown.includes(path);
    const refused = isRefused(setting, path, await open(path));
    if (isShown === refused)
      tell(`the menu ${isShown ? "shows" : "hides"} ${path}, which is ${refused ? "refused" : "open"}`);
  }
  const followed = new Set<string>();
  for (const [path, gate] of Object.entries(gates)) {
    const page = await open(addressOf(path) + (queries[path] ?? ""));
    const refused = isRefused(setting, path, page);
    cells.screens += 1;
    if (page.status >= 500) tell(`${path} answers ${page.status}`);
    else if (refused === isGateOpen(setting, gate))
      tell(`${path} is ${refused ? "refused" : "open"}, not as its gate says`);
    if (refused) continue;
    const main = part(page.html, "main");
    for (const href of linksIn(main)) {
      const to = href.split("?")[0]?.slice(base.length + 1) ?? "";
      if (!href.startsWith(`${base}/`) || followed.has(to)) continue;
      followed.add(to);
      cells.links += 1;
      if (isRefused(setting, to, await open(href.slice(base.length + 1))))
        tell(`${path} leads to ${to}, which is refused`);
    }
    const there = intentsIn(main);
    const actions = buttons[path as ScreenPath] ?? {};
    for (const intent of there)
      if (!onlyForm.has(intent) && !(intent in actions))
        tell(
          `${path} has the button "${intent}", which is not among the buttons of tests/support/rights-matrix.ts`,
        );
    for (const [intent, operation] of Object.entries(actions)) {
      const mayDo =
        typeof operation === "string" ? isDocumentedOpen(setting, operation) : isGateOpen(setting, operation);
      if (mayDo === undefined) continue;
      cells.buttons += 1;
      const isShown = there.has(intent);
      if (isShown && !mayDo) tell(`${path} shows "${intent}", which the API refuses`);
      if (!isShown && mayDo && !needsSeveral.has(intent))
        tell(`${path} hides "${intent}", which the API allows`);
    }
  }
}
