import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/lib/browser.mjs";

const executablePath = findBrowser();

/** Which journeys: what the product does ("functional"), what that leaves out ("rest"), or whatever is named. */
const which = process.env.JOURNEYS;
/** Holds where the expression is found, wherever in the title the tag stands. */
const tagged = (tag: string) => `(?=[^]*${tag})`;
/** Of a project's journeys those that are meant; tests tagged @all are left to `npm test -- all`. */
const of = (grep: string | undefined, without: RegExp | undefined) => ({
  grep: new RegExp((grep ? tagged(grep) : "") + (which === "rest" ? tagged("@all") : "")),
  grepInvert: [...(without ? [without] : []), ...(which === "functional" ? [/@all/] : [])],
});
/** With scripts: by day those that need them and one or two of each area, the others with `npm test -- all`. */
const byDay = "(?:@js|@twice)\\b";
const withScripts = {
  functional: { grep: new RegExp(tagged(byDay)), grepInvert: /@all|@no-js/ },
  rest: { grep: new RegExp(`${tagged("@all")}|^(?![^]*${byDay})`), grepInvert: /@no-js/ },
  named: { grepInvert: /@no-js/ },
}[which === "functional" || which === "rest" ? which : "named"];

// Every journey runs with scripts and without; tests tagged @js need them, @no-js need them gone.
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/servers.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // A machine that is busy for a moment is no finding.
  retries: process.env.CI ? 2 : 0,
  // What so many have in common is read in their errors, not in the list of all the others.
  maxFailures: process.env.CI ? 25 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    // A fade in the middle of its way is neither a state to click nor one to judge contrast by.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // With TRACE=1 what a failed journey did can be looked at: npx playwright show-trace test-results/…/trace.zip
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "js", ...withScripts },
    // Over HTTP, by tests/support/plain-browser. In Chromium: what an engine draws, and some of both to compare the two.
    { name: "no-js", ...of(undefined, /@js|@browser/), use: { javaScriptEnabled: false } },
    { name: "no-js-chromium", ...of("@(?:browser|both)", /@js/), use: { javaScriptEnabled: false } },
    // How screens and components look, compared with kept pictures; by one worker, which has servers of its own.
    {
      name: "pictures",
      testDir: "tests/pictures",
      snapshotPathTemplate: "{testDir}/shots/{arg}{ext}",
      fullyParallel: false,
    },
  ].filter(({ name }) => name !== "pictures" || which !== "functional"),
});
