import { formatNumber } from "./numbers";

/** Interface languages (SHELL-17): British, American, and the neutral English that both fall back to. */
export const languages = ["en-GB", "en-US", "en"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en-US";

type Tree = { readonly [key: string]: string | Tree };
type PartialTree<T> = { readonly [K in keyof T]?: T[K] extends string ? string : PartialTree<T[K]> };
/** Dotted paths to a tree's leaves; plural forms (`x_one`, `x_other`) are addressed by their stem. */
type LeafPath<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${P}${K extends `${infer Stem}_${"one" | "other"}` ? Stem : K}`
    : LeafPath<T[K], `${P}${K}.`>;
}[keyof T & string];

type Translations<T extends Tree> = { en: T; "en-GB"?: PartialTree<T>; "en-US"?: PartialTree<T> };
export type Texts<T extends Tree = Tree> = { readonly namespace: string } & Readonly<Translations<T>>;
export type Translate<T extends Tree> = (
  key: LeafPath<T>,
  values?: Record<string, string | number>,
) => string;

/**
 * Declares one area's texts in i18next's format: `{{name}}` is a value, `x_one` and `x_other` are plural forms chosen
 * by `count`. Texts are bundled with the screens that import them, so the browser loads only what its screens use,
 * once. `en-GB` and `en-US` hold only the differences from `en`.
 */
export function defineTexts<const T extends Tree>(namespace: string, texts: Translations<T>): Texts<T> {
  return { namespace, ...texts };
}

/** Texts most areas share for archiving and restoring rows; `one` is a row's noun. */
export const movedTexts = (one: string) => ({
  archivedNotice_one: `{{count}} ${one} has been archived.`,
  archivedNotice_other: `{{count}} ${one}s have been archived.`,
  restoredNotice_one: `{{count}} ${one} has been restored.`,
  restoredNotice_other: `{{count}} ${one}s have been restored.`,
  archiveFailed: `Failed to archive ${one}s. Please contact support.`,
  restoreFailed: `Failed to restore ${one}s. Please contact support.`,
});

/** Texts most areas share for lists, archives, detail pages and forms; `one` is a record's noun. */
export function commonTexts(one: string) {
  const title = one.charAt(0).toUpperCase() + one.slice(1);
  return {
    title: `${title}s`,
    archiveTitle: `Archived ${one}s`,
    search: `Search ${one}s`,
    created: "Created",
    archived: "Archived",
    loadFailed: `Failed to load ${one}s. Please contact support.`,
    ...movedTexts(one),
    detail: {
      title: `${title} details`,
      loadFailed: `Failed to load ${one} details. Please contact support.`,
    },
    form: {
      createTitle: `Create a new ${one}`,
      editTitle: `Edit ${one}`,
      created: `${title} is created.`,
      createFailed: `Create ${one} failed.`,
      saved: `${title} is updated.`,
      saveFailed: `Update ${one} failed.`,
    },
  };
}

let newTranslator = createTranslator;
const translators = new WeakMap<object, Map<Language, Translate<Tree>>>();

/**
 * Translator for one area's texts in one language; a missing key returns the key. The server uses i18next; the browser
 * uses `createTranslator`, because i18next would be an eighth of its scripts.
 */
export function translator<T extends Tree>(texts: Texts<T>, language: Language): Translate<T> {
  const known = translators.get(texts) ?? new Map<Language, Translate<Tree>>();
  translators.set(texts, known);
  const translate = known.get(language) ?? newTranslator(texts, language);
  known.set(language, translate);
  return translate as unknown as Translate<T>;
}

/** Replaces the translator implementation; the server installs i18next (`i18next.server.ts`). */
export function translateWith(other: typeof createTranslator): void {
  newTranslator = other;
}

/** The browser's translator: interpolates values and picks one of two plural forms. */
export function createTranslator(texts: Texts, language: Language): Translate<Tree> {
  const all = new Map([...leaves(texts.en), ...leaves(texts[language] ?? {})]);
  const plurals = new Intl.PluralRules(language);
  return (key: string, values) => {
    if (!values) return all.get(key) ?? key;
    const { count } = values;
    const form = typeof count === "number" ? all.get(`${key}_${plurals.select(count)}`) : undefined;
    const text = form ?? all.get(key) ?? key;
    return withValues(text, values);
  };
}

/** Interpolates values into a text; `count` is formatted as in lists: "5,000" (GRP-63). */
export const withValues = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return name === "count" && typeof value === "number" ? formatNumber(value) : String(value);
  });

/** All leaves of a tree as [dotted path, text]. */
const leaves = (tree: Tree | PartialTree<Tree>, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return typeof value === "string" ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`);
  });
