import { createInstance } from "i18next";
import type { lookup } from "./texts";
import { fallbackLanguage, type Language, languages, type Texts, translateWith } from "./texts";

const aside = "\uE000";
const i18next = createInstance();
// With its texts at hand i18next is ready when this returns.
void i18next.init({
  lng: fallbackLanguage,
  fallbackLng: "en",
  supportedLngs: [...languages],
  resources: {},
  initImmediate: false,
  // i18next would take braces in a value for a place of its own: they stand aside until all values are in.
  interpolation: { escape: (value) => value.replaceAll("{", aside) },
});

/** The server's translator: i18next, with the area's texts as a namespace. */
export function throughI18next(texts: Texts, language: Language): ReturnType<typeof lookup> {
  for (const one of languages) i18next.addResourceBundle(one, texts.namespace, texts[one] ?? {});
  // Named outright, the languages need not be worked out again for every text.
  const where = { ns: texts.namespace, lngs: [...new Set([language, "en"])] };
  const translate = (key: string, values?: object) => i18next.t(key, { ...values, ...where });
  // Texts without values never change: each is asked for once, since a page of rows holds hundreds of them.
  const known = new Map<string, string>();
  return (key: string, values) => {
    if (values) return translate(key, values).replaceAll(aside, "{");
    const text = known.get(key) ?? translate(key);
    known.set(key, text);
    return text;
  };
}

translateWith(throughI18next);
