import i18next, { type i18n } from "i18next";

/** Interface languages (SHELL-17): British, American, and the neutral English both fall back to. */
export const languages = ["en-GB", "en-US", "en"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en-US";

type Tree = { readonly [key: string]: string | Tree };
type PartialTree<T> = { readonly [K in keyof T]?: T[K] extends string ? string : PartialTree<T[K]> };
/** Dotted paths to the leaves of a tree; plural forms (`x_one`, `x_other`) are asked for by their stem. */
type Leaf<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${P}${K extends `${infer Stem}_${"one" | "other"}` ? Stem : K}`
    : Leaf<T[K], `${P}${K}.`>;
}[keyof T & string];

export type Texts<T extends Tree = Tree> = { readonly namespace: string; readonly en: T };
export type Translate<T extends Tree> = (key: Leaf<T>, values?: Record<string, string | number>) => string;

// One instance for server and browser: it holds texts only, the language is chosen at each call.
const instance: i18n = i18next.createInstance();
void instance.init({
  lng: fallbackLanguage,
  fallbackLng: { "en-GB": ["en"], "en-US": ["en"], default: ["en"] },
  supportedLngs: [...languages],
  initImmediate: false,
  resources: {},
  interpolation: { escapeValue: false }, // React escapes
});

const translators = new Map<string, Translate<Tree>>();

/**
 * Declares the texts of one area. Texts travel in the code chunk of the screens that import them, so the
 * browser gets only what its screens say, and gets it once. `en-GB` and `en-US` hold just what differs.
 */
export function defineTexts<const T extends Tree>(
  namespace: string,
  texts: { en: T; "en-GB"?: PartialTree<T>; "en-US"?: PartialTree<T> },
): Texts<T> {
  for (const language of languages) {
    instance.addResourceBundle(language, namespace, texts[language] ?? {}, true, true);
    // Texts that are defined once more have changed, which happens in development alone.
    translators.delete(`${language} ${namespace}`);
  }
  return { namespace, en: texts.en };
}

/** The translator of one area's texts into one language. i18next looks a key up anew each time; still texts are kept. */
export function translator<T extends Tree>(texts: Texts<T>, language: Language): Translate<T> {
  const id = `${language} ${texts.namespace}`;
  let translate = translators.get(id);
  if (!translate) {
    const lookUp = instance.getFixedT(language, texts.namespace) as unknown as (
      key: string,
      values?: object,
    ) => string;
    const still = new Map<string, string>();
    translate = ((key: string, values?: Record<string, string | number>) => {
      if (values) return lookUp(key, values);
      let text = still.get(key);
      if (text === undefined) still.set(key, (text = lookUp(key)));
      return text;
    }) as Translate<Tree>;
    translators.set(id, translate);
  }
  return translate as unknown as Translate<T>;
}
