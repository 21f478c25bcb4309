import { createInstance } from "i18next";
import type { createTranslator } from "./texts";
import { fallbackLanguage, type Language, languages, type Texts, translateWith, withValues } from "./texts";

const i18next = createInstance();
// The texts are already in memory, so i18next is ready when this returns.
void i18next.init({
  lng: fallbackLanguage,
  fallbackLng: "en",
  supportedLngs: [...languages],
  resources: {},
  initImmediate: false,
});

/**
 * The server's translator: i18next with the area's texts as a namespace. Caches each text and plural form, since a page
 * of rows repeats the same ones hundreds of times; values are interpolated as in the browser.
 */
export function i18nextTranslator(texts: Texts, language: Language): ReturnType<typeof createTranslator> {
  for (const one of languages) i18next.addResourceBundle(one, texts.namespace, texts[one] ?? {});
  // Listing the languages explicitly saves i18next from resolving them for every text.
  const where = { ns: texts.namespace, lngs: [...new Set([language, "en"])], skipInterpolation: true };
  const plurals = new Intl.PluralRules(language);
  const known = new Map<string, string>();
  return (key: string, values) => {
    const count = typeof values?.count === "number" ? values.count : undefined;
    const form = count === undefined ? key : `${key}_${plurals.select(count)}`;
    const text = known.get(form) ?? i18next.t(key, count === undefined ? where : { ...where, count });
    known.set(form, text);
    return values ? withValues(text, values) : text;
  };
}

translateWith(i18nextTranslator);
