import { RemixI18Next } from "remix-i18next/server";
import { type AwsRegion, regions } from "~/regions";
import { fallbackLanguage, type Language, languages } from "~/i18n/texts";
import { readPreferences } from "~/sessions.server";

/**
 * Chooses among our languages by the whole of Accept-Language: `first` for a bare "en" or another English. The library's
 * own order "header" looks at the first language alone, and would not find the en-GB of "fr, en-GB".
 */
const detectorOf = (first: Language, otherwise: Language) =>
  new RemixI18Next({
    detection: {
      supportedLanguages: [first, ...languages],
      fallbackLanguage: otherwise,
      order: ["custom"],
      // Longer ones come from no browser and take long to read.
      findLocale: (request) => Promise.resolve(request.headers.get("accept-language")?.slice(0, 500) ?? null),
    },
  });

const anywhere = detectorOf("en", fallbackLanguage);
const inRegion = { "en-US": detectorOf("en-US", "en-US"), "en-GB": detectorOf("en-GB", "en-GB") };

/**
 * The language of a page: the browser's when it is one of ours; en-US and en-GB stay in force everywhere, with
 * any other the region decides (SHELL-17, SHELL-19).
 */
export async function languageOf(request: Request, region?: AwsRegion): Promise<Language> {
  const detector = region ? inRegion[regions[region].language] : anywhere;
  return (await detector.getLocale(request)) as Language;
}

/** The zone times are shown in: the person's choice, else the browser's when known, else the region's (SHELL-21). */
export function timeZoneOf(request: Request, region?: AwsRegion): string {
  const { timeZone, browserTimeZone } = readPreferences(request);
  if (timeZone === "UTC") return "UTC";
  if (timeZone === "browser" && browserTimeZone) return browserTimeZone;
  return region ? regions[region].timeZone : "UTC";
}
