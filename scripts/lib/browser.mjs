// Finds the browser the end-to-end tests drive; `ensureBrowser` gets one when there is none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { say } from "./setup.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @param {string} name */
function onPath(name) {
  const found = (process.env.PATH ?? "").split(":").map((folder) => `${folder}/${name}`);
  return found.find((path) => existsSync(path));
}

function playwrightOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)("@playwright/test");
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The path of a Chromium or Chrome: the one CHROMIUM_PATH names, the system's, Playwright's; undefined for none. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  return names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path)) ?? playwrightOwn();
}

/** The same, after trying Playwright's download and then apt; ends the script with advice when all fail. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  say("No browser found; trying to install one …");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: 240_000 });
  if (!findBrowser() && onPath("apt-get")) {
    const isRoot = process.getuid?.() === 0;
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
      const [command = "", ...rest] = isRoot ? ["apt-get", ...args] : ["sudo", "-n", "apt-get", ...args];
      spawnSync(command, rest, { stdio: "ignore", timeout: 600_000 });
    }
  }
  const installed = findBrowser();
  if (installed) return installed;
  say(
    "The end-to-end tests need Chromium or Chrome. Install one, or name it in CHROMIUM_PATH, and run the tests again.",
  );
  process.exit(1);
}
