// Finds the browser for the end-to-end tests; `ensureBrowser` installs one if there is none.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { bin, say } from "./setup.mjs";

// The headless shell first: the same engine without the browser's own UI, which every new context would load.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @param {string} name */
function onPath(name) {
  const found = (process.env.PATH ?? "").split(":").map((folder) => `${folder}/${name}`);
  return found.find((path) => existsSync(path));
}

/** The path of the first of these programs that is installed. @param {string[]} names */
export const findProgram = (...names) => names.map(onPath).find(Boolean);

/** Playwright's own download: its headless shell, otherwise its Chromium. */
function playwrightOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)("@playwright/test");
    /** Has the form {cache}/chromium-{revision}/{system}/{executable}; the shell is in a sibling folder. */
    const path = chromium.executablePath();
    const folder = dirname(dirname(path));
    const shells = join(dirname(folder), basename(folder).replace("chromium-", "chromium_headless_shell-"));
    const shell = existsSync(shells)
      ? readdirSync(shells, { encoding: "utf8", recursive: true }).find((name) =>
          /(^|[\\/])(chrome-)?headless[-_]shell(\.exe)?$/.test(name),
        )
      : undefined;
    return [shell && join(shells, shell), path].find((one) => one && existsSync(one));
  } catch {
    return undefined;
  }
}

/** The path of a Chromium or Chrome: CHROMIUM_PATH, the system's, or Playwright's; undefined if there is none. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  return names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path)) ?? playwrightOwn();
}

/**
 * Keeps Chromium's sandbox on, except as root, where it does not start, and in CI, where containers often forbid it.
 * @returns {string[]}
 */
export const sandboxArgs = () => (process.getuid?.() === 0 || process.env.CI ? ["--no-sandbox"] : []);

/** Runs a command and prints it; returns true on success. @param {string} command @param {string[]} args @param {import("node:child_process").SpawnSyncOptions} options */
function runSaid(command, args, options) {
  say(`  ${basename(command)} ${args.join(" ")}`);
  return spawnSync(command, args, { stdio: "ignore", ...options }).status === 0;
}

/** Installs the first of the packages that is available; returns false if not permitted. */
function installByApt(/** @type {string[]} */ packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  // Fails quickly if a mirror cannot be reached.
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...asRoot, "apt-get", ...patience, ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return runSaid(command, rest, { timeout: 300_000, env });
  };
  apt("update");
  return packages.some((name) => apt("install", "-y", "--no-install-recommends", name));
}

/**
 * Like `findBrowser`, after trying apt and then Playwright's download; exits with advice if both fail. In this order,
 * since machines without internet access often have a package mirror, but none for Playwright's downloads.
 */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  say("No browser found; installing one:");
  if (onPath("apt-get")) installByApt(["chromium-headless-shell", "chromium"]);
  if (!findBrowser())
    runSaid(bin("playwright"), ["install", "--only-shell", "chromium"], {
      timeout: 180_000,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000", ...process.env },
    });
  const installed = findBrowser();
  if (installed) return installed;
  say(
    "The end-to-end tests need Chromium or Chrome. Install one, or name it in CHROMIUM_PATH, and run the tests again.",
  );
  process.exit(1);
}
