/** Sample addresses of every route for counting its API calls, in the demo data as staff see it. */
import { randomUUID } from "node:crypto";
import { demoCustomers, demoVacancyId } from "../../regional-api/seed/ids";
import { type ConsoleClient, formWith } from "./console-client";
import { routeOf } from "./screens";

/** The user whose pages are counted; holds every right. */
export const sampleReader = "admin@acme.example";

type At = { client: ConsoleClient; base: string };

const vacancyId = demoVacancyId("acmeRetail", 0);

/** The first match of `pattern` on a page of the customer. */
const linked =
  (path: string, pattern: RegExp) =>
  async ({ client, base }: At): Promise<string> => {
    const { html } = await client.get(`${base}${path}`);
    const [, found] = pattern.exec(html) ?? [];
    if (found === undefined)
      throw new Error(
        `${path} links to nothing like ${pattern.source}: add to tests/support/route-samples.ts`,
      );
    return found;
  };

/** The first id linked from the list at a path with parameters. */
const ofList = (path: string) => {
  const below = path.replace(/^.*:customerId/, "");
  return linked(below, new RegExp(`${below}/([0-9a-f][0-9a-f-]{23,35})[?"]`));
};

/** The last segment of the address a form redirects to. */
const madeBy = (location: string | null): string => {
  const id = location?.split("?")[0]?.split("/").at(-1);
  if (!id) throw new Error("The form led nowhere");
  return id;
};

const hex = "([0-9a-f]{24})";

/** Values of path parameters that the list above does not link to; `*` is the rest of the path. */
const parameters: Readonly<Record<string, (at: At) => Promise<string>>> = {
  awsRegion: async ({ base }) => base.split("/")[2] ?? "",
  customerId: async ({ base }) => base.split("/")[4] ?? "",
  "*": async () => "no/such/screen",
  // A token that does not exist.
  token: async () => "none",
  requisitionId: async () => "REQ-1",
  vacancyId: async () => vacancyId,
  // An application with a report, so that its insights exist.
  applicationId: linked(
    `/vacancies/${vacancyId}?progressStatus=COMPLETED`,
    new RegExp(`/applications/${hex}[?"]`),
  ),
  // A pack that does not exist.
  packId: async () => "0".repeat(24),
  // A test that does not exist.
  testId: async () => "0".repeat(24),
  jobId: async ({ client, base }) => {
    const path = `${base}/vacancies/${vacancyId}?select=all`;
    const changes = { newStatus: "APPS_APPLICATION_OFFERED" };
    return madeBy((await client.post(path, formWith(await client.get(path), "status", changes))).location);
  },
  uploadId: async ({ client, base }) => {
    const path = `${base}/users/upload`;
    const content = "firstName,lastName,email\n,Lee,none\nA,B,a@b.example";
    const file = { name: "people.csv", type: "text/csv", content };
    return madeBy((await client.postFile(path, formWith(await client.get(path), "save"), file)).location);
  },
};

type Sample = {
  /** Query string after the path. */
  query?: (at: At) => Promise<string>;
  /** Expected status, 200 by default. */
  status?: number;
  /** Opened without a session. */
  isPublic?: true;
};

const query = (text: string) => async () => text;
const open: Sample = { isPublic: true };
const leadsOn: Sample = { status: 302 };
const nothing: Sample = { status: 404 };

const viewsQuery = ({ base }: At) => new URLSearchParams({ list: "vacancies", from: `${base}/vacancies` });

/** Creates a view of the vacancies and returns its query string. */
async function viewQuery(at: At): Promise<string> {
  const { client, base } = at;
  const create = `${base}/views/create?${viewsQuery(at)}`;
  await client.post(create, formWith(await client.get(create), "save", { name: "Round trips" }));
  const { html } = await client.get(`${base}/views?${viewsQuery(at)}`);
  const id = /\/views\/edit\?[^"]*?id=([\w-]+)"/.exec(html)?.[1];
  if (!id) throw new Error("No view was saved");
  return `?${viewsQuery(at)}&id=${id}`;
}

/** Routes that need a query string or another status. A route without an entry answers 200. */
const samples: Readonly<Record<string, Sample>> = {
  "routes/auth/login.tsx": open,
  "routes/auth/forget-password.tsx": open,
  "routes/auth/reset-password.tsx": { ...open, query: query("?token=x&region=eu-west-1") },
  "routes/auth/login-with-sso.tsx": open,
  "routes/auth/sso-callback.tsx": { ...open, status: 303 },
  "routes/version.ts": open,
  "routes/app-manifest.ts": open,

  "routes/home.tsx": leadsOn,
  "routes/elsewhere.tsx": leadsOn,
  "routes/region/job-requisitions.tsx": leadsOn,
  "routes/settings/first-tab.tsx": leadsOn,
  "routes/workflows/elsewhere.ts": leadsOn,
  "workflows-below": leadsOn,
  "routes/auth/logout.ts": leadsOn,
  "routes/session-stay.ts": leadsOn,
  "routes/preferences.ts": leadsOn,

  // Some routes exist only outside of production, and some only accept posts.
  "routes/kit.tsx": nothing,
  "routes/client-errors.ts": nothing,
  "routes/users/upload-file.ts": { status: 303 },
  "routes/retention/pack-file.ts": { status: 303 },
  "routes/region/unknown.tsx": nothing,
  "routes/settings/sso-test.tsx": nothing,
  "routes/auth/leaving.tsx": { query: query("?to=https://elsewhere.example/") },
  "routes/palette/go.tsx": { query: query("?q=acme") },
  "routes/palette/places.ts": { query: query("?q=acme") },
  "routes/palette/search.tsx": { query: query("?q=a&tab=applications") },
  "routes/palette/found.ts": { query: query("?q=a&tab=applications") },
  "routes/vacancies/people.ts": { query: query("?q=an") },
  "archive-people": { query: query("?q=an") },
  "routes/places/search.ts": { query: query("?q=Syd") },
  "routes/views/list.tsx": { query: async (at) => `?${viewsQuery(at)}` },
  "routes/views/names.ts": { query: async (at) => `?${viewsQuery(at)}` },
  "view-create": { query: async (at) => `?${viewsQuery(at)}` },
  "view-edit": { query: viewQuery },
  // Like the lists' links, with the page's place in the list.
  "routes/vacancies/detail.tsx": { query: query("?list=all") },
  "routes/users/detail.tsx": { query: query("?list=all") },
  "routes/settings/overview.tsx": { query: query("?list=all") },
  "routes/applications/funnel.tsx": {
    query: linked(`/vacancies/${vacancyId}?funnel=1`, /\/funnel(\?stageId=[0-9a-f]{24})/),
  },
  "routes/users/add-to-group.tsx": {
    query: async (at) => `?ids=${await ofList("/users")(at)}`,
  },
  "routes/workflows/packages.ts": { query: query("?product=FI&q=") },
  "routes/workflow-sets/name-check.ts": { query: query("?name=Round+trips") },
  "routes/insights/figure.ts": { query: query("?card=countByDay") },
  "routes/event-logs/list.tsx": { query: query("?tab=sms&search=1&tz=UTC&until=2026-11-01T12:00:00.000Z") },
};

/** Creates a customer without data. */
async function newCustomer({ client, base }: At): Promise<string> {
  const path = `${base}/customers/create`;
  const uniqueName = `round-trips-${randomUUID().slice(0, 8)}`;
  const { organizationId, awsRegion } = demoCustomers.acmeRetail;
  const typed = { organizationId, displayName: "Round trips", uniqueName, awsRegion };
  const question = await client.post(path, formWith(await client.get(path), "save", typed));
  await client.post(path, formWith(question, "save:confirm"));
  const { html } = await client.get(`${base}/switch-customer?q=Round+trips`);
  const found = new RegExp(`/region/${awsRegion}/customers/${hex}`).exec(html.split("Round trips")[0] ?? "");
  return found?.[0] ?? "";
}

const someDays = "from=2026-09-01&to=2026-09-30";

/** States in which a route makes more calls, opened in addition to its sample. */
const states: Readonly<Record<string, (at: At) => Promise<string>>> = {
  "without vacancies": async (at) => `${await newCustomer(at)}/vacancies`,
  // Compared with the same number of days before.
  "of some days": async ({ base }) => `${base}/di?${someDays}`,
  "a figure of some days": async ({ base }) => `${base}/di/figure?card=medianScore&${someDays}`,
};

/** An address and its expected status; `name` is the route's id, or the state it is opened in. */
export type Opened = { name: string; address: string; status: number; isPublic: boolean };

/**
 * An address for each of these paths (by route), with existing ids found in the console's pages or created through its
 * forms. Throws if a parameter has no sample.
 */
export async function sampleAddresses(at: At, paths: ReadonlyMap<string, string>): Promise<Opened[]> {
  const known = new Map<string, Promise<string>>();
  const valueOf = (name: string, above: string): Promise<string> => {
    const value = known.get(name) ?? (parameters[name] ?? ofList(above))(at);
    known.set(name, value);
    return value;
  };
  const all: Opened[] = [];
  for (const [routeId, path] of paths) {
    const { query: search, status = 200, isPublic = false } = samples[routeId] ?? {};
    const parts = path.split("/").map(async (part, index, all) => {
      const name = part === "*" ? part : /^:(\w+)/.exec(part)?.[1];
      return name === undefined ? part : valueOf(name, all.slice(0, index).join("/"));
    });
    const address = (await Promise.all(parts)).join("/") + ((await search?.(at)) ?? "");
    all.push({ name: routeId, address, status, isPublic });
  }
  for (const [state, find] of Object.entries(states)) {
    const address = await find(at);
    all.push({ name: `${routeOf(address)}, ${state}`, address, status: 200, isPublic: false });
  }
  return all;
}
