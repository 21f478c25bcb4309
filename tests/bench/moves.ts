/**
 * Duration of repeated moves within the console: list → record → back, on a slow phone (processor 4 times slower, 1.6
 * Mbit/s, 150 ms), from the click, which ends the press, until the screen is painted, with a breakdown. The screens
 * were visited before in the same page. `npm run bench -- moves [folder of data]`; without one the demo data is used.
 */
import type { CDPSession, Page } from "@playwright/test";
import { say } from "../../scripts/lib/setup.mjs";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { firstLink, median, onPhone, slowDown } from "./slow-phone";
import { table } from "./report";

const budgetMs = 250;
const rounds = 7;
/** Duration of a quick mouse press; a move is measured from its release. */
const pressMs = 80;
/** Time until a list shown from cache has begun to refetch. */
const behindMs = 100;

/** A list and the link to a record in its first row. */
const ways: Readonly<Record<string, { list: string; row: string }>> = {
  candidate: {
    list: `/vacancies/${demoVacancyId("acmeRetail", 0)}?progressStatus=COMPLETED`,
    row: "/applications/",
  },
  vacancy: { list: "/vacancies", row: "/vacancies/" },
  customer: { list: "/customers", row: "/settings/overview" },
  user: { list: "/users", row: "/users/" },
  group: { list: "/groups", row: "/groups/" },
  "log entry": { list: "/notifications?tab=sms&search=1&tz=UTC", row: "messageId=" },
  workflow: { list: "/workflow-sets/workflows", row: "/workflows/" },
  "workflow set": { list: "/workflow-sets", row: "/workflow-sets/" },
};

type Parts = {
  /** From the click until the new screen's heading and data are painted. */
  heading: number;
  data: number;
  /** From the click until the data request is sent. */
  before: number;
  /** Time to first byte (including the console's own time), and from there to the last. */
  wait: number;
  server: number;
  download: number;
  /** From the last byte until the data is painted. */
  after: number;
  script: number;
  layout: number;
  kilobytes: number;
  requests: number;
};

type Watched = {
  /** The address moved to, and what must be present besides a new heading. */
  href: string;
  needs: string;
  isBack: boolean;
};

/** In the page: records when the next screen's heading and data are painted. */
function watch({ href, needs, isBack }: Watched): Promise<Parts | null> {
  return new Promise((done) => {
    performance.clearResourceTimings();
    const headingNow = () =>
      [...document.querySelectorAll("main h1, main h2")].map((one) => one.textContent).join(" / ");
    const before = headingNow();
    let pressed = isBack ? performance.now() : 0;
    addEventListener("click", (event) => (pressed ||= event.timeStamp), { capture: true, once: true });
    let heading = 0;
    // A frame requested after the change runs before its paint, and a task queued in that frame after it.
    const painted = (then: (at: number) => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => then(performance.now());
        port2.postMessage(null);
      });
    const finish = (data: number) => {
      const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const dataRequests = all.filter(({ name }) => new URL(name).pathname.endsWith(".data"));
      const [first] = dataRequests;
      done({
        heading: (heading || data) - pressed,
        data: data - pressed,
        before: first ? first.requestStart - pressed : 0,
        wait: first ? first.responseStart - first.requestStart : 0,
        server: 0,
        download: first ? first.responseEnd - first.responseStart : 0,
        after: data - (first ? first.responseEnd : pressed),
        script: 0,
        layout: 0,
        kilobytes: dataRequests.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
        requests: all.length,
      });
    };
    setTimeout(() => done(null), 15_000);
    let isHeadingSeen = false;
    const observer = new MutationObserver(() => {
      if (headingNow() === before) return;
      if (!isHeadingSeen) {
        isHeadingSeen = true;
        painted((at) => (heading = at));
      }
      if (location.href !== href || !document.querySelector(needs)) return;
      observer.disconnect();
      painted(finish);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    if (isBack) history.back();
  });
}

/** In the page: the median duration of an empty request. */
async function emptyRequest(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const from = performance.now();
    await (await fetch("/health")).text();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}

type Metrics = { script: number; layout: number };

async function metricsOf(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  return {
    script: metric("ScriptDuration"),
    layout: metric("LayoutDuration") + metric("RecalcStyleDuration"),
  };
}

/** The duration of a data request according to the console's log. */
function serverMs(log: string): number {
  const last = log
    .trim()
    .split("\n")
    .reverse()
    .flatMap((text) => {
      try {
        const { path, ms } = JSON.parse(text) as { path?: string; ms?: number };
        return path?.endsWith(".data") && ms !== undefined ? [ms] : [];
      } catch {
        return [];
      }
    })[0];
  return last ?? 0;
}

const middle = (all: readonly Parts[]): Parts => {
  const [first] = all;
  if (!first) throw new Error("Nothing was measured");
  const names = Object.keys(first) as (keyof Parts)[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Parts;
};

/** Waits until no request is pending, including background refetches, so that moves do not affect one another. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(behindMs);
  await page.waitForFunction(() => {
    const { navigation, revalidation } = window.__remixRouter.state;
    return navigation.state === "idle" && revalidation === "idle";
  });
}

await onPhone(
  { dataDir: process.argv[2], viewport: { width: 1280, height: 800 } },
  async ({ web, context, page, base }) => {
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Network.enable");

    const moved = async (act: () => Promise<void>, watching: () => Promise<Parts | null>) => {
      const from = await metricsOf(session);
      const seen = watching();
      await act();
      const parts = await seen;
      if (!parts)
        throw new Error(`After 15 s there is ${page.url()}, ${await page.locator("main h1").innerText()}`);
      await settled(page);
      const to = await metricsOf(session);
      // The log arrives through a pipe.
      await new Promise((done) => setTimeout(done, 50));
      parts.server = parts.wait > 0 ? serverMs(web.log()) : 0;
      return { ...parts, script: to.script - from.script, layout: to.layout - from.layout };
    };

    await slowDown(session, true);
    const emptyAnswer = await page.evaluate(emptyRequest);
    const rows: string[][] = [];
    for (const [name, { list, row }] of Object.entries(ways)) {
      await slowDown(session, false);
      await page.goto(base + list);
      await settled(page);
      const { link, href: there } = await firstLink(page, row);
      const here = page.url();
      const opened: Parts[] = [];
      const back: Parts[] = [];
      const open = () =>
        moved(
          () => link.click({ delay: pressMs }),
          () => page.evaluate(watch, { href: there, needs: "main h1", isBack: false }),
        );
      const goBack = () =>
        moved(
          async () => undefined,
          () => page.evaluate(watch, { href: here, needs: "main table tbody tr", isBack: true }),
        );
      // The first visit loads the scripts of both screens.
      await open();
      await goBack();
      await slowDown(session, true);
      for (let round = 0; round < rounds; round += 1) {
        opened.push(await open());
        back.push(await goBack());
      }
      for (const [what, parts] of [
        [`list → ${name}`, middle(opened)],
        [`${name} → list`, middle(back)],
      ] as const)
        rows.push([
          what,
          ...[
            parts.heading,
            parts.data,
            parts.before,
            parts.wait,
            parts.server,
            parts.download,
            parts.after,
          ].map((ms) => ms.toFixed(0)),
          parts.script.toFixed(0),
          parts.layout.toFixed(0),
          parts.kilobytes.toFixed(1),
          parts.requests.toFixed(0),
          parts.data <= budgetMs ? "ok" : "MISSED",
        ]);
    }
    const head = [
      "ms",
      "heading",
      "data",
      "before",
      "wait",
      "of it server",
      "download",
      "after",
      "script",
      "layout",
      "KB",
      "requests",
      `≤ ${budgetMs}`,
    ];
    say(
      `The floor of each move but back: an empty answer takes ${emptyAnswer.toFixed(0)} ms on this line.\n`,
    );
    say(table([head, ...rows]));
  },
);
