/**
 * First load of a screen on a slow phone (processor 4 times slower, 1.6 Mbit/s, 150 ms) with an empty browser cache:
 * largest contentful paint, blocking time of scripts, layout shift. `npm run bench -- screens [part of a name]`, on the
 * demo data.
 */
import type { Page } from "@playwright/test";
import { say } from "../../scripts/lib/setup.mjs";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { firstLink, median, onPhone, slowDown } from "./slow-phone";
import { table } from "./report";

const rounds = 5;
const budget = { largest: 900, blocked: 50, moved: 0.02 };
const vacancy = `/vacancies/${demoVacancyId("acmeRetail", 0)}`;

/** Screens of every kind below the customer's address; with a link to follow where the address needs an id. */
const screens: Readonly<Record<string, string | readonly [list: string, row: string]>> = {
  vacancies: "/vacancies",
  "vacancy of 30 candidates": `${vacancy}?progressStatus=COMPLETED`,
  "create a vacancy": "/vacancies/create",
  "edit a vacancy": `${vacancy}/edit`,
  invitation: `${vacancy}/invite`,
  candidate: [`${vacancy}?progressStatus=COMPLETED`, "/applications/"],
  users: "/users",
  "create a user": "/users/create",
  user: ["/users", "/users/"],
  groups: "/groups",
  group: ["/groups", "/groups/"],
  policies: "/policies",
  departments: "/departments",
  workflows: "/workflow-sets/workflows",
  "create a workflow": "/workflow-sets/workflows/create",
  workflow: ["/workflow-sets/workflows", "/workflows/"],
  "workflow sets": "/workflow-sets",
  customers: "/customers",
  overview: "/settings/overview",
  branding: "/settings/branding",
  "single sign-on": "/settings/sso",
  "notification templates": "/settings/notification",
  "sms credits": "/settings/sms",
  "Discover Insights": "/di",
  "email log": "/notifications?search=1&tz=UTC",
};

type Seen = { largest: number; blocked: number; moved: number; kilobytes: number };

/** In the page: the performance entries recorded so far, once there are no new ones for a while. */
function noted(): Promise<Seen> {
  const all = (type: string) =>
    new Promise<PerformanceEntry[]>((done) => {
      new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => done([]), 300);
    });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  return Promise.all(["largest-contentful-paint", "longtask", "layout-shift"].map(all)).then(
    ([largest = [], long = [], shifts = []]) => {
      const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const page = performance.getEntriesByType("navigation") as PerformanceResourceTiming[];
      return {
        largest: largest.at(-1)?.startTime ?? 0,
        blocked: long
          .filter(({ startTime }) => startTime >= first)
          .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
        moved: (shifts as Shift[]).reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0),
        kilobytes: [...page, ...files].reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
      };
    },
  );
}

async function addressOf(page: Page, base: string, way: (typeof screens)[string]): Promise<string> {
  if (typeof way === "string") return base + way;
  const [list, row] = way;
  await page.goto(base + list);
  const { pathname, search } = new URL((await firstLink(page, row)).href);
  return pathname + search;
}

await onPhone({ viewport: { width: 412, height: 915 } }, async ({ context, page, base }) => {
  const rows: string[][] = [];
  for (const [name, way] of Object.entries(screens)) {
    if (!name.includes(process.argv[2] ?? "")) continue;
    const address = await addressOf(page, base, way);
    const seen: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cold = await context.newPage();
      const session = await context.newCDPSession(cold);
      await session.send("Network.enable");
      await session.send("Network.clearBrowserCache");
      await slowDown(session, true);
      const answer = await cold.goto(address, { waitUntil: "load" });
      if (answer?.status() !== 200) throw new Error(`${name}: ${address} answered ${answer?.status()}`);
      await cold.waitForFunction(() => window.__remixRouter?.state.initialized);
      await cold.waitForLoadState("networkidle");
      await cold.waitForTimeout(500);
      seen.push(await cold.evaluate(noted));
      await cold.close();
    }
    const medianOf = (part: keyof Seen) => median(seen.map((one) => one[part]));
    const [largest, blocked, moved] = [medianOf("largest"), medianOf("blocked"), medianOf("moved")];
    const isMet = largest <= budget.largest && blocked <= budget.blocked && moved <= budget.moved;
    rows.push([
      name,
      largest.toFixed(0),
      blocked.toFixed(0),
      moved.toFixed(3),
      medianOf("kilobytes").toFixed(0),
      isMet ? "ok" : "MISSED",
    ]);
  }
  const head = ["", `largest ≤ ${budget.largest} ms`, `blocked ≤ ${budget.blocked} ms`, "moved", "KB", ""];
  say(table([head, ...rows]));
});
