import { defineConfig } from "@playwright/test";
import { findBrowser, sandboxArgs } from "./scripts/lib/browser.mjs";

const executablePath = findBrowser();

/**
 * Chromium features that no journey uses. The first three load two address bar pages per window even in headless mode,
 * a quarter of a scripted journey's CPU time. `--disable-features` overrides Playwright's own list, so the rest repeats it.
 */
const disabledFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "AimEnabled"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

/** "functional" (the default suite), "rest" (everything else), or unset to select journeys on the command line. */
const which = process.env.JOURNEYS;
/** Lookaheads, since a tag may appear anywhere in a title. */
const tagged = (tag: string) => `(?=[^]*${tag})`;
const untagged = (tag: string) => `(?![^]*${tag})`;
/**
 * Title filter of a project.
 * @param meant matches the journeys that the project can run
 * @param byDay matches those that `npm test` runs; the others run only with `npm test -- all`
 */
function journeys(meant: string, byDay: string) {
  const day = `${untagged("@all")}${byDay}`;
  const chosen = { functional: day, rest: `(?!${day})` };
  return { grep: new RegExp(`^${meant}${which === "functional" || which === "rest" ? chosen[which] : ""}`) };
}

// Without a tag journeys run over HTTP, without scripts. The tags are in CONTRIBUTING.md.
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/servers.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // Journeys wait more than they compute: four keep two cores busy.
  workers: 4,
  // CI machines may be briefly overloaded.
  retries: process.env.CI ? 2 : 0,
  // This many failures have a common cause; running the rest would not add information.
  maxFailures: process.env.CI ? 25 : 0,
  // Twice what the longest take on a busy machine: a retry would cost more. Failures are found by `expect`.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["dot"], ["./tests/support/second-tries.ts"]],
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Elements must not be clicked, or checked for contrast, in the middle of a transition.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // TRACE=1 keeps traces of failed journeys: npx playwright show-trace test-results/…/trace.zip
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
    { name: "js", ...journeys(tagged("@(?:js|twice|both)"), tagged("@js")) },
    // Plain HTTP, using tests/support/plain-browser.
    { name: "no-js", ...journeys(untagged("@(?:js|browser)"), ""), use: { javaScriptEnabled: false } },
    // Journeys that need rendering, plus @both journeys to compare with the plain browser.
    {
      name: "no-js-chromium",
      ...journeys(tagged("@(?:browser|both)"), tagged("@browser")),
      use: { javaScriptEnabled: false },
    },
    // Screenshots of screens and components, taken by a single worker with its own servers.
    {
      name: "pictures",
      testDir: "tests/pictures",
      snapshotPathTemplate: "{testDir}/shots/{arg}{ext}",
      fullyParallel: false,
    },
  ].filter(({ name }) => name !== "pictures" || which !== "functional"),
});
