import { defineConfig } from "@playwright/test";
import { findBrowser, sandboxArgs } from "./scripts/lib/browser.mjs";

const executablePath = findBrowser();

/**
 * Features of Chromium that no journey uses. Without the first three every new window loads two pages for the address bar's
 * suggestions, even headless: a quarter of the processor time of a journey with scripts. The switch replaces Playwright's
 * list, which follows.
 */
const disabledFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "AimEnabled"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

/** Which journeys: what the product does ("functional"), what that leaves out ("rest"), or whatever is named. */
const which = process.env.JOURNEYS;
/** Holds where the expression is found, wherever in the title the tag stands. */
const tagged = (tag: string) => `(?=[^]*${tag})`;
const untagged = (tag: string) => `(?![^]*${tag})`;
/**
 * The journeys of a project.
 * @param meant those that it can run
 * @param byDay those of them that `npm test` runs; the others run with `npm test -- all` alone
 */
function journeys(meant: string, byDay: string) {
  const day = `${untagged("@all")}${byDay}`;
  const chosen = { functional: day, rest: `(?!${day})` };
  return { grep: new RegExp(`^${meant}${which === "functional" || which === "rest" ? chosen[which] : ""}`) };
}

// Every journey runs with scripts and without, one way by day and both with `npm test -- all`; tests tagged @js need scripts,
// those tagged @no-js need them gone.
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
  reporter: [["dot"], ["./tests/support/second-tries.ts"]],
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
        ...sandboxArgs(),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
    },
  },
  projects: [
    { name: "js", ...journeys(untagged("@no-js"), tagged("@js")) },
    // Over HTTP, by tests/support/plain-browser.
    { name: "no-js", ...journeys(untagged("@(?:js|browser)"), ""), use: { javaScriptEnabled: false } },
    // In Chromium: what an engine draws, and some of both to compare the two. By day what runs nowhere else.
    {
      name: "no-js-chromium",
      ...journeys(untagged("@js") + tagged("@(?:browser|both)"), tagged("@no-js")),
      use: { javaScriptEnabled: false },
    },
    // How screens and components look, compared with kept pictures; by one worker, which has servers of its own.
    {
      name: "pictures",
      testDir: "tests/pictures",
      snapshotPathTemplate: "{testDir}/shots/{arg}{ext}",
      fullyParallel: false,
    },
  ].filter(({ name }) => name !== "pictures" || which !== "functional"),
});
