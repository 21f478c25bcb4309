import { expect, test } from "vitest";
import { browserOf } from "~/models/users/browser-name";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${windows} ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, "Edge", "Windows"],
  [`${windows} ${webkit} Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera", "Windows"],
  [`${windows} ${webkit} Chrome/156.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "Firefox", "Linux"],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`, "Safari", "macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/153.0",
    "Firefox",
    "iOS",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/156.0", "Chrome", "iOS"],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`,
    "Chrome",
    "Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/156.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  ["w3m/0.5.3+git20230121", null, null],
  ["curl/8.9 (Linux)", null, "Linux"],
  ["", null, null],
  [null, null, null],
])("USER-119 %s", (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toEqual({ browser, system });
});
