/**
 * What one person with every single permission in turn sees in the console and is answered by the API: menu, links and
 * buttons against what opens and what is refused. On the world of the API's tests, with real servers.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionCodes } from "../../regional-api/domain/permissions";
import { type PolicyStatement, serviceOf } from "../../regional-api/domain/policy";
import { type Databases, openDatabases } from "../../regional-api/store/database";
import { beyond } from "../../regional-api/graphql/rights";
import { type Client, signedIn } from "../contract/fixtures/client";
import { withVersion } from "../contract/fixtures/edits";
import { vacancies } from "../contract/fixtures/hiring";
import { operations } from "../contract/fixtures/operations";
import { emailOf, password } from "../contract/fixtures/people";
import { ids, worldOnDisk } from "../contract/fixtures/world";
import { type Answer, ConsoleClient } from "./console-client";
import { startApi, startConsole } from "./servers";

/** What the person holds: which codes, where, and whether a Deny of the same codes stands beside them. */
export type Setting = {
  name: string;
  codes: readonly string[];
  at: "customer" | "department";
  denied?: true;
};

const door = "edge:access";

/** Every code at the whole customer, at one department, and with a Deny beside it; and the console alone. */
export const everySetting: readonly Setting[] = [
  { name: "the console alone", codes: [], at: "customer" },
  ...permissionCodes
    .filter((code) => code !== door)
    .flatMap((code): Setting[] => [
      { name: `${code} at the customer`, codes: [code], at: "customer" },
      { name: `${code} at a department`, codes: [code], at: "department" },
      { name: `${code} allowed and denied`, codes: [code], at: "customer", denied: true },
    ]),
];

const resourceOf = (service: string, at: Setting["at"]) =>
  `edge:${service}:ap-southeast-2:${ids.acme}:${ids.retail}:${at === "customer" ? "*" : ids.department}`;

function statementsOf({ codes, at, denied }: Setting): PolicyStatement[] {
  const of = (effect: PolicyStatement["effect"]) =>
    codes.map((code) => ({ effect, actions: [code], resources: [resourceOf(serviceOf(code), at)] }));
  return [
    { effect: "Allow", actions: [door], resources: [resourceOf("edge", "customer")] },
    ...of("Allow"),
    ...(denied ? of("Deny") : []),
  ];
}

const documented = readFileSync(new URL("../../docs/permissions.md", import.meta.url), "utf8");

/** What docs/permissions.md says that each operation needs: a code, and on which part of the customer. */
const needs: ReadonlyMap<string, { code: string; where: string }> = new Map(
  [...documented.matchAll(/^\| `(\w+)` +\| `(\w+:\w+)` +\| ([^|]*?) +\|$/gm)].map(
    ([, name = "", code = "", where = ""]) => [name, { code, where }],
  ),
);

/** Whether the documentation lets the person call an operation; undefined where that depends on what the call names. */
function isDocumentedOpen(setting: Setting, name: string): boolean | undefined {
  const need = needs.get(name);
  // Of whole organisations, which no code grants.
  if (!need) return false;
  if (need.code === door) return true;
  // Not refused: the customers on which the code is not held are left out of the answer.
  if (
    need.where === "any customer" &&
    setting.codes.includes(need.code) &&
    (setting.denied || setting.at === "department")
  )
    return undefined;
  if (setting.denied || !setting.codes.includes(need.code)) return false;
  if (setting.at === "customer" || need.where === "any department") return true;
  return need.where === "the department sent" ? undefined : false;
}

const workflowOf = operations.find(({ name }) => name === "AppsGetWorkflowById")?.variables(0).workflowId;
const setOf = operations.find(({ name }) => name === "AppsGetWorkflowSetById")?.variables(0).workflowSetId;

/** Each button that posts, by the screen it stands on and its intent, with the operation that it calls. */
const buttons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  vacancies: { archive: "AppsArchiveVacanciesByExternalVacancyIds" },
  "vacancies/archive": { restore: "AppsRestoreVacanciesByExternalVacancyIds" },
  "vacancies/create": { save: "AppsCreateVacancy" },
  [`vacancies/${vacancies.department}`]: { status: "AppsUpdateApplicationStatus" },
  [`vacancies/${vacancies.department}/edit`]: { save: "AppsUpdateVacancyByExternalVacancyId" },
  "workflow-sets/workflows": { archive: "AppsArchiveWorkflows" },
  "workflow-sets/workflows/archive": { restore: "AppsRestoreWorkflows" },
  "workflow-sets/workflows/create": { save: "AppsCreateWorkflow" },
  [`workflow-sets/workflows/${workflowOf}`]: { archive: "AppsArchiveWorkflows" },
  "workflow-sets": { archive: "AppsArchiveWorkflowSet", copy: "AppsCreateWorkflowSet" },
  "workflow-sets/archive": { restore: "AppsRestoreWorkflowSet" },
  "workflow-sets/create": { save: "AppsCreateWorkflowSet" },
  [`workflow-sets/${setOf}`]: { archive: "AppsArchiveWorkflowSet" },
  users: { archive: "ORGArchiveUsers", addToGroup: "ORGGroupAddUsers" },
  "users/archive": { restore: "ORGRestoreUsers" },
  "users/create": { save: "ORGCreateEndUser" },
  "users/upload": { save: "ORGCreateEndUsers" },
  groups: {},
  policies: {},
  departments: {},
  "departments/edit": {},
  customers: { archive: "ORGArchiveCustomers" },
  "customers/archive": { restore: "ORGRestoreCustomers" },
  "customers/create": { save: "ORGCreateCustomer" },
  organisations: { archive: "ORGArchiveOrganizations" },
  "organisations/archive": { restore: "ORGRestoreOrganizations" },
  "organisations/create": { save: "ORGCreateOrganization" },
  di: {},
  notifications: {},
  "ats-requests": {},
  "settings/overview": {},
  "settings/branding": { save: "FIAddBranding" },
  "settings/ats-tenants": {},
};

/** A button that needs more than its operation's own code is open with all of them alone. */
const needsSeveral = new Set(["status", "addToGroup"]);

type Cells = { api: number; menu: number; links: number; buttons: number };
export type Found = { cells: Cells; disagreements: string[] };

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
const part = (html: string, tag: string) =>
  new RegExp(`<${tag}[ >][\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? "";
const intentsIn = (html: string) =>
  new Set(
    [...html.matchAll(/<button[^>]*name="intent"[^>]*>/g)]
      .filter(([tag]) => !/\sdisabled/.test(tag))
      .map(([tag]) => /value="([^":]*)/.exec(tag)?.[1] ?? ""),
  );
const isRefused = ({ status, html }: Answer) =>
  status === 403 || status === 404 || part(html, "main").includes("No permission");

/** Opens everything as a person with each of the settings in turn, and says what does not fit together. */
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
    give([{ effect: "Allow", actions: ["*"], resources: ["edge:*:*:*:*:*"] }]);
    const client = new ConsoleClient(web.origin);
    const base = await client.signIn(emailOf("noAccess"), password);
    const caller = await signedIn(api.origin, "noAccess");
    // Whoever holds everything sees the whole menu.
    const menu = await menuOf(client, base);
    const found: Found = { cells: { api: 0, menu: 0, links: 0, buttons: 0 }, disagreements: [] };
    for (const setting of settings) {
      give(statementsOf(setting));
      await askApi(caller, databases, setting, found);
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

/** Calls what the documentation keeps from the person, and every query that it leaves open. */
async function askApi(
  caller: Client,
  databases: Databases,
  setting: Setting,
  { cells, disagreements }: Found,
) {
  for (const { name, document, variables } of operations) {
    const isOpen = needs.has(name) ? isDocumentedOpen(setting, name) : undefined;
    const isQuery = document.trimStart().startsWith("query");
    // What may be done is not done: the operations' own tests do that, each with its code alone.
    if (isOpen === undefined || (isOpen && !isQuery)) continue;
    // A row of another department is refused for itself.
    if (isOpen && setting.at === "department") continue;
    const { error, message } = await caller
      .clone()
      .call(document, withVersion(databases, name, variables(0)));
    // What the call is about holds more than the person does, which no code of theirs would change (GRP-53).
    if (isOpen && message === beyond) continue;
    const isForbidden = error === "FORBIDDEN";
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
    const refused = isRefused(await open(path));
    if (isShown === refused)
      tell(`the menu ${isShown ? "shows" : "hides"} ${path}, which is ${refused ? "refused" : "open"}`);
  }
  const followed = new Set<string>();
  for (const [path, deeds] of Object.entries(buttons)) {
    const page = await open(path);
    if (page.status >= 500) tell(`${path} answers ${page.status}`);
    if (isRefused(page)) continue;
    const main = part(page.html, "main");
    for (const href of linksIn(main)) {
      const to = href.split("?")[0]?.slice(base.length + 1) ?? "";
      if (!href.startsWith(`${base}/`) || followed.has(to)) continue;
      followed.add(to);
      cells.links += 1;
      const refused = isRefused(await open(href.slice(base.length + 1)));
      if (refused) tell(`${path} leads to ${to}, which is refused`);
    }
    const there = intentsIn(main);
    for (const [intent, operation] of Object.entries(deeds)) {
      const mayDo = isDocumentedOpen(setting, operation);
      if (mayDo === undefined) continue;
      cells.buttons += 1;
      const isShown = there.has(intent);
      if (isShown && !mayDo) tell(`${path} shows "${intent}", which the API refuses`);
      if (!isShown && mayDo && !needsSeveral.has(intent))
        tell(`${path} hides "${intent}", which the API allows`);
    }
  }
}
