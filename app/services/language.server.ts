import { RemixI18Next } from "remix-i18next/server";
import { type AwsRegion, regions } from "~/regions";
import { fallbackLanguage, type Language, languages } from "~/i18n/texts";
import { readPreferences } from "~/sessions.server";

/**
 * Negotiates a language from the whole Accept-Language header; `first` is used for a bare "en" or another English. The
 * library's own "header" detection checks only the first language and would miss en-GB in "fr, en-GB".
 */
const detectorOf = (first: Language, otherwise: Language) =>
  new RemixI18Next({
    detection: {
      supportedLanguages: [first, ...languages],
      fallbackLanguage: otherwise,
      order: ["custom"],
      // Longer headers come from no browser and are slow to parse.
      findLocale: (request) => Promise.resolve(request.headers.get("accept-language")?.slice(0, 500) ?? null),
    },
  });

const anyRegionDetector = detectorOf("en", fallbackLanguage);
const regionDetectors = { "en-US": detectorOf("en-US", "en-US"), "en-GB": detectorOf("en-GB", "en-GB") };

/**
 * The page's language: the browser's if supported; en-US and en-GB always apply, for others the region decides
 * (SHELL-17, SHELL-19).
 */
export async function languageOf(request: Request, region?: AwsRegion): Promise<Language> {
  const detector = region ? regionDetectors[regions[region].language] : anyRegionDetector;
  return (await detector.getLocale(request)) as Language;
}

/** Display time zone: the user's choice, else the browser's if known, else the region's (SHELL-21). */
export function timeZoneOf(request: Request, region?: AwsRegion): string {
  const { timeZone, browserTimeZone } = readPreferences(request);
  if (timeZone === "UTC") return "UTC";
  if (timeZone === "browser" && browserTimeZone) return browserTimeZone;
  return region ? regions[region].timeZone : "UTC";
}
