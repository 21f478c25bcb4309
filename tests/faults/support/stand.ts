import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { inject } from "vitest";
import { z } from "zod/v4";
import { demoPassword } from "../../../scripts/lib/settings.mjs";
import { type Answer, ConsoleClient, formWith, hiddenValue } from "../../support/console-client";
import { FaultProxy } from "../../support/fault-proxy";
import { type RunningServer, startApi, startConsole } from "../../support/servers";

export const staff = "admin@acme.example";
/** The consoles' timeout for a region in these tests, in ms. */
export const deadline = 1500;

/** The page's message when the outcome of a change is unknown. */
export const inDoubt =
  "We could not confirm the outcome. You can safely try again: nothing will be done twice.";

/** The whole product on free ports with its own data, and proxies that can break the calls from console to region. */
export type Stand = {
  dataDir: string;
  api: RunningServer;
  web: RunningServer;
  sydney: FaultProxy;
  ireland: FaultProxy;
  virginia: FaultProxy;
  heal: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a stand; `apiEnv` overrides settings of the API. */
export async function startStand(apiEnv: Record<string, string | undefined> = {}): Promise<Stand> {
  const dataDir = mkdtempSync(join(dirname(inject("seededData")), "stand-"));
  cpSync(inject("seededData"), dataDir, { recursive: true });
  // The tests of many files sign in from one address.
  const starting = startApi(dataDir, { AUTH_CALLS_PER_MINUTE: "10000", ...apiEnv });
  const origin = starting.then((api) => api.origin);
  const proxies = await Promise.all([1, 2, 3].map(() => FaultProxy.start(origin)));
  const [sydney, ireland, virginia] = proxies as [FaultProxy, FaultProxy, FaultProxy];
  const [api, web] = await Promise.all([
    starting,
    startConsole(dataDir, {
      REGIONAL_API_URL_AP_SOUTHEAST_2: sydney.origin,
      REGIONAL_API_URL_EU_WEST_1: ireland.origin,
      REGIONAL_API_URL_US_EAST_1: virginia.origin,
      REGIONAL_API_TIMEOUT: String(deadline),
    }),
  ]);
  const stand: Stand = {
    dataDir,
    api,
    web,
    sydney,
    ireland,
    virginia,
    heal: async () => {
      for (const proxy of proxies) await proxy.heal();
    },
    // Includes servers that a test started as replacements.
    stop: async () => {
      if (!stand.web.hasEnded()) await stand.web.end("SIGTERM");
      for (const proxy of proxies) await proxy.stop();
      if (!stand.api.hasEnded()) await stand.api.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return stand;
}

/** Resets the data of a stand to the seed, while its servers go on. */
export async function resetData({ dataDir }: Stand): Promise<void> {
  const seeded = join(inject("seededData"), "regional-api");
  for (const name of readdirSync(seeded).filter((file) => file.endsWith(".sqlite"))) {
    const data = new Database(join(seeded, name), { readonly: true });
    await data.backup(join(dataDir, "regional-api", name), { progress: () => 100_000 });
    data.close();
  }
}

/** A signed-in person. */
export type Person = { client: ConsoleClient; base: string };

export async function signIn({ web }: Pick<Stand, "web">, email = staff): Promise<Person> {
  const client = new ConsoleClient(web.origin);
  return { client, base: await client.signIn(email) };
}

/** Ends the session behind `page` from elsewhere: the browser that has it open does not notice. */
export async function signOutElsewhere({ client }: Person, page: Answer): Promise<void> {
  const { location } = await client.copy().post("/logout", [["csrf", hiddenValue(page, "csrf")]]);
  if (location !== "/login") throw new Error(`Signing out leads to ${location}`);
}

/** Signs in from the answer to a post that came too late. Returns the page with the restored input. */
export async function signInAgain({ client }: Person, late: Answer): Promise<Answer> {
  const login = await client.press(late, "keep");
  const signedIn = await client.post("/login", [
    ["csrf", hiddenValue(login, "csrf")],
    ["draft", hiddenValue(login, "draft")],
    ["email", staff],
    ["password", demoPassword],
  ]);
  return client.press(signedIn, "bring-back");
}

/** The base path of one of the person's customers in another region. */
export async function baseIn({ client, base }: Person, region: string): Promise<string> {
  const page = await client.get(`${base}/switch-customer`);
  const found = new RegExp(`/region/${region}/customers/[0-9a-f]{24}`).exec(page.html)?.[0];
  if (!found) throw new Error(`No customer in ${region}`);
  return found;
}

/** Account names on the customers list or archive, all pages. */
export async function accountNames({ client, base }: Person, list = "customers"): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { html } = await client.get(`${base}/${list}?size=100&page=${page}&sort=displayName&order=asc`);
    // The account name is the first plain cell after the row's header.
    names.push(...[...html.matchAll(/<\/th><td[^>]*>([a-z0-9-]+)<\/td>/g)].map(([, name = ""]) => name));
    if (!html.includes('rel="next"') || page === 20) return names;
  }
}

/** Creates a customer and returns its account name. */
export async function created(person: Person, stem: string): Promise<string> {
  const name = unusedName(stem);
  const answer = await confirmCreate(person, await submitCreateForm(person, name));
  if (answer.status !== 303) throw new Error(`Creating a customer answered ${answer.status}`);
  return name;
}

let count = 0;
/** An account name unused by other tests. */
export function unusedName(stem: string): string {
  count += 1;
  return `${stem}-${process.pid}-${count}`;
}

/** Input for the create form; the display name is the account name. */
export async function newCustomer({ client, base }: Person, name: string): Promise<Record<string, string>> {
  const { html } = await client.get(`${base}/customers/create`);
  const organizationId = /<option value="([0-9a-f]{24})">Acme Group</.exec(html)?.[1] ?? "";
  return { organizationId, displayName: name, uniqueName: name, awsRegion: "ap-southeast-2" };
}

/** Fills in the create form and presses Save; the answer asks for confirmation (CUST-37). */
export async function submitCreateForm(person: Person, name: string): Promise<Answer> {
  const path = `${person.base}/customers/create`;
  const typed = await newCustomer(person, name);
  return person.client.post(path, formWith(await person.client.get(path), "save", typed));
}

/** Presses the dialog's Save. */
export function confirmCreate({ client, base }: Person, page: Answer): Promise<Answer> {
  return client.post(`${base}/customers/create`, formWith(page, "save:confirm"));
}

/** Presses Save and the dialog's Save on a form that was returned after a failure, unchanged. */
export async function createAgain(person: Person, page: Answer): Promise<Answer> {
  const question = await person.client.post(`${person.base}/customers/create`, formWith(page, "save"));
  return confirmCreate(person, question);
}

/** Presses a bulk button of the list with these customers checked. */
export async function pressOnList(
  { client, base }: Person,
  list: string,
  intent: string,
  names: readonly string[],
): Promise<Answer> {
  const page = await client.get(`${base}/${list}?size=100`);
  const ids = names.map((name) => ["ids", idOf(page, name)] as const);
  return client.post(`${base}/${list}`, [...formWith(page, intent), ...ids]);
}

function idOf({ html }: Answer, name: string): string {
  const row = html.split("<tr").find((one) => one.includes(`>${name}</td>`));
  return /name="ids"[^>]*value="([0-9a-f]{24})"/.exec(row ?? "")?.[1] ?? "";
}

const flagFile = z.object({ flags: z.record(z.string(), z.record(z.string(), z.unknown())) }).loose();

/** Runs `look` at another console of the stand's region with some flags off. */
export async function withoutFlags(
  stand: Stand,
  names: readonly string[],
  look: (person: Person) => Promise<void>,
  email = staff,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-flags-"));
  const file = join(folder, "flags.json");
  const known = flagFile.parse(JSON.parse(readFileSync("config/flags.json", "utf8")));
  const off = names.map((name) => [name, { ...known.flags[name], defaultVariant: "off", targeting: {} }]);
  writeFileSync(file, JSON.stringify({ ...known, flags: { ...known.flags, ...Object.fromEntries(off) } }));
  const web = await startConsole(stand.dataDir, {
    REGIONAL_API_URL: stand.sydney.origin,
    FLAGS_FILE: file,
  });
  try {
    await look(await signIn({ web }, email));
  } finally {
    await web.end("SIGTERM");
    rmSync(folder, { recursive: true });
  }
}
