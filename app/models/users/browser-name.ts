/** Browsers by User-Agent; those that also name another browser come first. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
];

/** Systems by User-Agent; phones and Chromebooks come first, as they also name the system they are based on. */
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(intosh| OS X)\b/],
  ["Linux", /\b(Linux|X11)\b/],
];

const findName = (names: typeof browsers, text: string) =>
  names.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** Browser and system of a User-Agent, by their common names; null for unknown parts. */
export const browserOf = (userAgent: string | null): { browser: string | null; system: string | null } => ({
  browser: findName(browsers, userAgent ?? ""),
  system: findName(systems, userAgent ?? ""),
});
