import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { findProgram } from "../../scripts/lib/browser.mjs";
import { type Answer, ConsoleClient, formWith, hiddenValue } from "../support/console-client";
import { sampleAddresses } from "../support/route-samples";
import { drawnRoutes, pathOfRoute, routeOf, screensFrom } from "../support/screens";

const java = findProgram("java");
const require = createRequire(import.meta.url);
const jar = String(require("vnu-jar"));

/** Ids from Acme Retail's demo data. */
const vacancyId = demoVacancyId("acmeRetail", 0);

const publicPages = ["login", "forgetPassword", "resetPassword?token=x&region=eu-west-1", "loginWithSSO"];
/** Pages to follow links from: the menu, and states of lists with links of their own. */
const starts = ["", `/vacancies/${vacancyId}`, "/go"];
/** States that have no route of their own. */
const states = [
  ...[
    "vacancies?q=nothing-like-it",
    "go?q=acme",
    "search?q=a&tab=applications",
    "users?q=nothing-like-it",
    "no/such/screen",
  ],
  `notifications?tab=sms&search=1&tz=UTC&until=${new Date().toISOString()}`,
  `users/add-to-group?ids=${demoId("nobody")}`,
];
/**
 * Routes that are skipped: the gallery, which other tests cover, and pages that end a sign-in and render
 * nothing.
 */
const noScreens = [
  ...["routes/home.tsx", "routes/elsewhere.tsx", "routes/settings/first-tab.tsx"],
  ...["routes/region/shell.tsx", "routes/region/screen.tsx", "routes/settings/frame.tsx"],
  ...["routes/kit.tsx", "routes/auth/sso-callback.tsx", "routes/auth/leaving.tsx"],
  "routes/settings/sso-test.tsx",
];

/**
 * Messages to ignore: this version of the checker does not know popovers and grouped `details` yet, and
 * tables state their implicit roles because CSS that lays out rows as cards would remove them
 * (components/table/roles.ts).
 */
const known =
  /^Attribute “popover(target(action)?)?” not allowed|^Attribute “name” not allowed on element “details”|^The “role” attribute must not be used on an? “(tr|t[dh])” element which has a “table” ancestor|^Bad value “[^”]*” for attribute “role” on element “(table|tbody|thead|tr|t[dh])”/;

const dialogs = ["/edit", "/delete", "/de-identify", "/email-state"];

/** Every screen as served without scripts, also with open dialogs and with errors. */
async function allPages(client: ConsoleClient): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const keep = (name: string, { html, location }: Answer) => {
    if (location !== null) throw new Error(`${name} is no page: it leads to ${location}`);
    pages.set(name, html);
  };
  const look = async (path: string) => {
    const answer = await client.get(path);
    keep(path, answer);
    return answer;
  };
  for (const path of publicPages) await look(`/${path}`);
  for (const [path, field] of [
    ["login", "email"],
    ["forgetPassword", "email"],
    ["loginWithSSO", "account"],
    ["resetPassword?token=x&region=eu-west-1", "password"],
  ] as const) {
    const csrf = hiddenValue(await client.get(`/${path}`), "csrf");
    keep(
      `${path}, errors`,
      await client.post(`/${path}`, [
        ["csrf", csrf],
        [field, ""],
      ]),
    );
  }
  const base = await client.signIn("admin@acme.example");
  const screens = await screensFrom((address) => client.get(address), base, starts);
  for (const { address, html } of screens.values()) pages.set(address.replace(base, ""), html);
  // The customer whose names and titles contain markup, quotes and right-to-left text.
  const corner = base.replace(/[0-9a-f]{24}$/, demoId("customer:corner-cases"));
  const odd = ["", `/vacancies/${demoId("vacancy:corner-cases:0")}`, "/go"];
  const oddScreens = await screensFrom((address) => client.get(address), corner, odd);
  expect(oddScreens.size).toBeGreaterThan(40);
  for (const { address, html } of oddScreens.values()) pages.set(address, html);
  const group = screens.get("routes/groups/detail.tsx")?.address.split("?")[0];
  await look(`${group}/users/add`);
  for (const state of states) await look(`${base}/${state}`);
  const vacancy = `${base}/vacancies/${vacancyId}`;
  const shown = await look(vacancy);
  const all = await look(`${vacancy}?select=all`);
  const statusForm = formWith(all, "status", { newStatus: "APPS_APPLICATION_OFFERED" });
  const planned = await client.post(`${vacancy}?select=all`, statusForm);
  await look(planned.location ?? "");
  await look(`${base}/bulk-jobs`);
  const application = /vacancies\/[0-9a-f]{24}\/applications\/([0-9a-f]{24})"/.exec(shown.html)?.[1];
  for (const dialog of ["", ...["", "/candidate"].flatMap((over) => dialogs.map((dialog) => over + dialog))])
    await look(`${vacancy}/applications/${application}${dialog}`);
  const completed = await look(`${vacancy}?progressStatus=COMPLETED`);
  const insights = /applications\/([0-9a-f]{24})[?"]/.exec(completed.html)?.[1];
  await look(`${vacancy}/applications/${insights}/insights`);
  const invite = await look(`${vacancy}/invite`);
  keep("invite, errors", await client.press(invite, "invite"));
  const create = await client.get(`${base}/customers/create`);
  keep("create customer, errors", await client.press(create, "save"));
  const retention = await client.get(`${base}/settings/compliance`);
  keep("retention, errors", await client.press(retention, "save", { video: "0" }));
  const upload = await client.get(`${base}/users/upload`);
  const file = {
    name: "people.csv",
    type: "text/csv",
    content: "firstName,lastName,email\n,Lee,none\nA,B,a@b.example",
  };
  const sent = await client.postFile(`${base}/users/upload`, formWith(upload, "save"), file);
  const checked = await look(sent.location ?? "");
  expect((await client.post(sent.location ?? "", formWith(checked, "create"))).status).toBe(303);
  keep("upload, done", await client.get(sent.location ?? ""));
  // The talent hub's address; people without access to it get a screen.
  expect((await client.get(`${base}/job-requisitions`)).location).toMatch(/\/job-requisitions$/);
  const outsider = new ConsoleClient(client.origin);
  const landing = await outsider.signIn("noaccess@acme.example");
  keep("no access", await outsider.get(landing));
  keep(`${base}/job-requisitions, refused`, await outsider.get(`${base}/job-requisitions`));
  const looked = new Set([...pages.keys()].map((name) => routeOf(name.replace(/,.*/, ""))));
  for (const route of screens.keys()) looked.add(route);
  const others = drawnRoutes.filter((route) => !looked.has(route) && !noScreens.includes(route));
  const paths = new Map(others.map((route) => [route, pathOfRoute.get(route) ?? ""]));
  for (const { name, address } of await sampleAddresses({ client, base }, paths))
    if (paths.has(name)) await look(address);
  return pages;
}

describe.skipIf(!java)("HTML", () => {
  test("quality: the HTML checker finds no error on any screen, including dialogs and forms with errors", async () => {
    const pages = await allPages(new ConsoleClient(inject("consoleAddress")));
    const folder = mkdtempSync(join(tmpdir(), "edge-console-html-"));
    try {
      const names = [...pages.keys()];
      names.forEach((name, index) => writeFileSync(join(folder, `${index}.html`), pages.get(name) ?? ""));
      const args = ["-Xss2m", "-jar", jar, "--errors-only", "--format", "json", "--skip-non-html", folder];
      const { stderr, error } = spawnSync(String(java), args, {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
        timeout: 180_000,
      });
      // A checker that ended early has reported only part of the errors.
      expect(error).toBeUndefined();
      const { messages } = JSON.parse(stderr) as {
        messages: { url: string; message: string; extract?: string; lastLine?: number }[];
      };
      const found = messages
        .filter(({ message }) => !known.test(message))
        .map(
          ({ url, message, extract }) =>
            `${names[Number(/(\d+)\.html$/.exec(url)?.[1])]}: ${message} (${extract?.replace(/\s+/g, " ")})`,
        );
      expect(names.length).toBeGreaterThan(35);
      expect(found).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
});
