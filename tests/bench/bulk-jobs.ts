/**
 * Duration of a bulk action on 10,000 applications and its effect on other users (BULK-20: two minutes, at most twice
 * the usual time). `node --import tsx tests/bench/bulk-jobs.ts [folder of the large data]`; writes to the folder.
 * Without one the large data is generated first, which takes some minutes. Build console and API first.
 */
import { setTimeout as pause } from "node:timers/promises";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { say } from "../../scripts/lib/setup.mjs";
import { ConsoleClient, formWith, textOf } from "../support/console-client";
import type { RunningServer } from "../support/servers";
import { inFolder, withProduct } from "./product";

const busiest = demoVacancyId("acmeRetail", 0);

/** Percentile of response times, in ms. */
const percentile = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
const summary = (times: readonly number[]) =>
  `${percentile(times, 0.5).toFixed(0)} ms half of the time, ${percentile(times, 0.95).toFixed(0)} ms at most in 95 of 100 (${times.length} pages)`;

async function measure({ web }: { web: RunningServer }): Promise<void> {
  const client = new ConsoleClient(web.origin);
  const base = await client.signIn("admin@acme.example");
  const other = new ConsoleClient(web.origin);
  await other.signIn("customer.admin@acme.example");
  const screens = ["vacancies", `vacancies/${busiest}`, "users", "workflow-sets"];

  /** Response times of other pages, requested one after the other while `goesOn`. */
  const others = async (goesOn: (count: number) => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (goesOn(times.length)) {
      const { ms, status } = await other.get(`${base}/${screens[times.length % screens.length]}`);
      if (status !== 200) throw new Error(`a page answered ${status}`);
      times.push(ms);
      await pause(20);
    }
    return times;
  };

  await others((count) => count < 20);
  const usual = await others((count) => count < 100);
  say(`usual: ${summary(usual)}`);

  /** About 10,000 of the 100,000 applications. */
  const listOf = (status: string) =>
    `${base}/vacancies/${busiest}?progressStatus=DROPPED_OUT&status=${status}&select=all`;
  const press = async (path: string, intent: string, fields = {}) => {
    const { location } = await client.post(path, formWith(await client.get(path), intent, fields));
    return { location: location ?? "" };
  };
  const statuses = ["APPS_APPLICATION_NEW", "APPS_APPLICATION_LONGLISTED", "APPS_APPLICATION_SHORTLISTED"];
  for (const [at, status] of statuses.slice(1).entries()) {
    const planFrom = performance.now();
    const { location: path } = await press(listOf(statuses[at] ?? ""), "status", { newStatus: status });
    let text = "";
    while (!text.includes("will be changed")) text = textOf(await client.get(path));
    const seconds = (performance.now() - planFrom) / 1000;
    say(`plan: ${/([\d,]+) of ([\d,]+) will be changed/.exec(text)?.[0]}, in ${seconds.toFixed(1)} s`);
    const from = performance.now();
    await press(path, "start");
    let isOver = false;
    const concurrent = others(() => !isOver);
    while (!isOver) {
      await pause(500);
      isOver = textOf(await client.get(path)).includes("Download report");
    }
    say(
      `${status}: done in ${((performance.now() - from) / 1000).toFixed(1)} s; others during it ${summary(await concurrent)}`,
    );
  }
}

await inFolder(process.argv[2], (dataDir) => withProduct(dataDir, measure, { SEED: "large" }));
