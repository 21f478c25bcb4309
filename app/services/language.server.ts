import { RemixI18Next } from "remix-i18next/server";
import { type AwsRegion, regions } from "~/regions";
import { fallbackLanguage, type Language, languages } from "~/i18n/texts";
import { readPreferences } from "~/sessions.server";

const detector = new RemixI18Next({
  // The neutral one first: the detector takes the first that fits a bare "en" or another English.
  detection: { supportedLanguages: [...languages].reverse(), fallbackLanguage, order: ["header"] },
});

/** Languages by header: browsers send few different ones, and every loader of a page asks. */
const detected = new Map<string, Promise<string>>();
const detectedLimit = 500;

function detect(request: Request): Promise<string> {
  const header = request.headers.get("accept-language") ?? "";
  let locale = detected.get(header);
  if (!locale) {
    if (detected.size >= detectedLimit) detected.clear();
    detected.set(header, (locale = detector.getLocale(request)));
  }
  return locale;
}

/**
 * The language of a page: the browser's when it is one of ours; en-US and en-GB stay in force everywhere, with
 * any other the region decides (SHELL-17, SHELL-19).
 */
export async function languageOf(request: Request, region?: AwsRegion): Promise<Language> {
  const asked = (await detect(request)) as Language;
  const named = /(^|,)\s*en(-(US|GB))?\s*(;|,|$)/i.test(request.headers.get("accept-language") ?? "");
  const isExplicit = named && (asked === "en-US" || asked === "en-GB");
  if (isExplicit || !region) return asked;
  return regions[region].language;
}

/** The zone times are shown in: the person's choice, else the browser's when known, else the region's (SHELL-21). */
export function timeZoneOf(request: Request, region?: AwsRegion): string {
  const { timeZone, browserTimeZone } = readPreferences(request);
  if (timeZone === "UTC") return "UTC";
  if (timeZone === "browser" && browserTimeZone) return browserTimeZone;
  return region ? regions[region].timeZone : "UTC";
}
