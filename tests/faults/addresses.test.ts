import { afterAll, beforeAll, expect, test } from "vitest";
import { demoCustomers } from "../../regional-api/seed/ids";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { hiddenValue } from "../support/console-client";
import { sampleAddresses, sampleReader } from "../support/route-samples";
import { pathOfRoute } from "../support/screens";
import { type RunningServer, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { useStand } from "./support/use-stand";

// Query strings that people paste, shorten or make up.

const { stand, person } = useStand();

// With the usual timeout for its regions, since this sends many requests at once.
let web: RunningServer;
beforeAll(async () => {
  web = await startConsole(stand.dataDir, { REGIONAL_API_URL: stand.sydney.origin });
});
afterAll(() => web.end("SIGTERM"));
const signedIn = () => person.client.copy(web.origin);

const names = (
  "page size sort order search q query tab tz from to until range status person kind action of id ids list find open show setup language " +
  "department departments manager vacancy stage stageId product category closing progressStatus recommendation notified applicationId application " +
  "recipient template event type email phone candidate view columns density select format export case card metric copyWorkflowId copyWorkflowSetId " +
  "load name templateId cursor reason redirect to customer_id account_name code error token region part story undo from-date"
).split(" ");

const odd = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e9",
  "1000001",
  "99999999999999999999",
  "NaN",
  "\u0000",
  "a\u0000b",
  "\u{1f600}".repeat(60),
  "x".repeat(2_000),
  "\u202e\u0301",
  "%",
  "_%'\"\\;--",
  "<script>",
  "__proto__",
  "constructor",
  "null",
  "[object Object]",
  "{}",
  "Mars/Base",
  "Antarctica/Troll",
  "2026-02-31",
  "9999-12-31",
  "-000001-01-01",
  "2026-11-01T12:00:00.000Z",
  "2026-11-29",
  "asc",
  "sms",
  "csv",
  "all",
  "1",
  "../../etc",
  "https://evil.example/",
  "0123456789abcdef01234567",
  demoCustomers.acmeRetail.id,
];

/** A seeded random generator: the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("SHELL-105 no value in the address of any page fails it @all", async () => {
  const client = signedIn();
  const routes = (await sampleAddresses({ client, base: person.base }, pathOfRoute)).filter(
    ({ address }) => !/\/logout|session\//.test(address),
  );
  const below = numbers(20_261_128);
  const answers = Array.from({ length: 300 }, (_, n) => {
    const { address = "" } = routes[n % routes.length] ?? {};
    const [path = "", query] = address.split("?");
    const params = new URLSearchParams(query);
    for (let more = 1 + below(5); more > 0; more -= 1)
      params.append(names[below(names.length)] ?? "", odd[below(odd.length)] ?? "");
    // Some as data requests, as the page's script sends them.
    return `${path}${below(4) === 0 ? ".data" : ""}?${params}`;
  });
  // Each parameter of JSON and file routes: left out, unknown, blank, repeated, not text, and far too long.
  for (const { name, address } of routes) {
    const [path = "", query = ""] = address.split("?");
    const own = new URLSearchParams(query);
    if (name.endsWith("/figure.ts"))
      for (const filter of ["from", "to", "department", "vacancy", "find"]) own.append(filter, "");
    if (!name.endsWith(".ts")) continue;
    for (const one of own.keys())
      for (const values of [[], ["unknown"], [""], ["FI", "unknown"], ["a\u0000"], ["x".repeat(4_000)]]) {
        const params = new URLSearchParams([...own].filter(([key]) => key !== one));
        for (const value of values) params.append(one, value);
        answers.push(`${path}?${params}`);
      }
  }
  expect(answers.length).toBeGreaterThan(350);
  // Parameters that pages use.
  answers.push(
    ...[
      "tz=Mars%2FBase",
      "q=a%00b",
      "search=%00",
      `search=${"%F0%9F%98%80".repeat(60)}`,
      "page=1000001",
    ].flatMap((query) =>
      [
        "vacancies",
        "users",
        "groups",
        "record",
        "notifications",
        "search",
        "di",
        "ats-requests",
        "workflow-sets/workflows",
      ].map((list) => `${person.base}/${list}?${query}&q=${query.slice(7)}`),
    ),
  );
  const failed: string[] = [];
  const next = answers.values();
  const request = async () => {
    for (const address of next) {
      const { status } = await client.get(address);
      if (status >= 500) failed.push(`${status} ${address}`);
    }
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(request));
  expect(failed).toEqual([]);
  expect(
    web
      .errors()
      .split("\n")
      .filter((line) => line.includes('"level":"error"')),
  ).toEqual([]);
}, 60_000);

test("SHELL-65 AUTH-37 a list's address with 500 ids opens, and is what a sign-in leads back to", async () => {
  const ids = Array.from({ length: 500 }, (_, n) => ["department", n.toString(16).padStart(24, "0")]);
  const path = `${person.base}/vacancies?${new URLSearchParams(ids)}`;
  const referer = web.origin + path;
  expect(
    (await sendRequest(web.origin, { path, headers: { cookie: signedIn().cookieHeader, referer } })).status,
  ).toBe(200);
  const { headers } = await sendRequest(web.origin, { path });
  const login = String(headers.location);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const page = await sendRequest(web.origin, { path: login, headers: { cookie } });
  const fields = {
    csrf: hiddenValue({ html: page.body }, "csrf"),
    email: sampleReader,
    password: demoPassword,
  };
  const answer = await sendRequest(web.origin, {
    method: "POST",
    path: login,
    headers: { cookie, "content-type": "application/x-www-form-urlencoded", referer: web.origin + login },
    body: new URLSearchParams(fields).toString(),
  });
  expect([answer.status, answer.headers.location]).toEqual([303, path]);
});
