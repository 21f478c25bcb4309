/** Browsers by what their User-Agent says, the ones that name others beside themselves first. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
];

/** Systems; the ones of phones and Chromebooks also say what they come from. */
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(intosh| OS X)\b/],
  ["Linux", /\b(Linux|X11)\b/],
];

const named = (names: typeof browsers, text: string) =>
  names.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** Which browser on which system a User-Agent means, as people call them; null for what it does not tell. */
export const browserOf = (userAgent: string | null): { browser: string | null; system: string | null } => ({
  browser: named(browsers, userAgent ?? ""),
  system: named(systems, userAgent ?? ""),
});
