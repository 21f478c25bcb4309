import type { FlagName } from "../flags";
import type { Texts, Translate } from "../i18n/texts";

/** The rights of the provider's staff on whole organisations: on some, on the customer's own, on every one. */
export type ProviderRight =
  "provider of some organisation" | "provider of this organisation" | "provider of every organisation";

type Right = `${string}:${string}` | ProviderRight;
type Gate = { flag: FlagName | readonly FlagName[] | null; right?: Right | readonly Right[] };
type Gates<Name extends string = string> = Readonly<Partial<Record<Name, Gate>>>;
type ScreenName = "list" | "archive" | "create" | "detail" | "edit";

/** A word of an area, in the page's language. */
export type Word = (translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>) => string;

/** A word out of an area's texts. */
export const word =
  <T extends Texts["en"]>(texts: Texts<T>, key: Parameters<Translate<T>>[0]): Word =>
  (translate) =>
    translate(texts)(key);

/** All that the console has to know of an area beside its screens; whatever an area lacks is left out. */
export type AreaShape = {
  /** The address of its list below the customer. */
  path: string;
  texts: Texts<{ title: string }>;
  /** The folder of its screens' files in `routes`, where it is not called as its address. */
  folder?: string;
  /** The name of a record's id in addresses. */
  id?: string;
  /** The icon of its menu entry; without one there is none. */
  icon?: string;
  /** Flags of the menu entry beside those of its screen. */
  menuFlags?: readonly FlagName[];
  /** A further address that the menu entry leads to: being there marks it too (SHELL-14). */
  alsoAt?: string;
  /** The names of its lists in views, in the cookie of columns and in files. */
  list?: string;
  archiveList?: string;
  /** What its records are in the record of changes. */
  kind?: string;
  /** What its page to create is called in "Go to", where that is not the text `form.createTitle`. */
  createTitle?: Word;
  /** What opens each screen: the flags, and the rights that the API asks for the screen's main data or the form's save. */
  screens: Gates<ScreenName>;
  /** Further screens, by their address below the area's. */
  further?: Gates;
  /** What opens each button that posts. */
  deeds?: Gates;
};

/** The title of an area's list, which names the area wherever something leads there. */
export const titleOf = ({ texts }: Pick<AreaShape, "texts">): Word => word(texts, "title");

/** What the page to create is called, of an area that has one. */
export const createTitleOf = ({ screens, texts, createTitle }: AreaShape): Word | undefined =>
  screens.create &&
  (createTitle ?? word(texts as object as Texts<{ form: { createTitle: string } }>, "form.createTitle"));

type Titled = { createTitle: Word } | { texts: Texts<{ form: { createTitle: string } }> };

/** Declares an area; `areas` in index.ts lists it. */
export const defineArea = <const A extends AreaShape>(
  area: A & (A["screens"] extends { create: object } ? Titled : unknown),
): A => area;

type PathBelow<A extends AreaShape> = {
  list: A["path"];
  archive: `${A["path"]}/archive`;
  create: `${A["path"]}/create`;
  detail: `${A["path"]}/:${A["id"] & string}`;
  edit: `${A["path"]}/:${A["id"] & string}/edit`;
};
type Keys<T> = T extends object ? keyof T & string : never;
/** The addresses of an area's screens below the customer, ids as `:id`. */
export type PathsOf<A extends AreaShape> = A extends AreaShape
  ? PathBelow<A>[Keys<A["screens"]> & ScreenName] | `${A["path"]}/${Keys<A["further"]>}`
  : never;

type Values<T> = T extends object ? T[keyof T] : never;
type RightsOf<G> = G extends { right: infer R } ? (R extends readonly (infer One)[] ? One : R) : never;
/** The permission codes in an area's gates. */
export type CodesOf<A extends AreaShape> = A extends AreaShape
  ? CodeOf<RightsOf<Values<A["screens"]> | Values<A["further"]> | Values<A["deeds"]>>>
  : never;
type CodeOf<R> = R extends ProviderRight ? never : R extends `${infer Code} somewhere` ? Code : R & string;

/** Where a screen of an area is. */
function pathOf({ path, id = "" }: AreaShape, screen: string): string {
  if (screen === "list") return path;
  return `${path}/${screen === "detail" ? `:${id}` : screen === "edit" ? `:${id}/edit` : screen}`;
}

// What is made of the declarations at run time has the keys of the types above: the casts say no more than that.

/** The gates of areas' screens by their addresses. */
export const gatesOf = <A extends AreaShape>(areas: readonly A[]) =>
  Object.fromEntries(
    areas.flatMap((area) => [
      ...Object.entries(area.screens).map(([screen, gate]) => [pathOf(area, screen), gate]),
      ...Object.entries(area.further ?? {}).map(([below, gate]) => [`${area.path}/${below}`, gate]),
    ]),
  ) as Readonly<Record<PathsOf<A>, Values<A["screens"]> | Values<A["further"]>>>;

/** The permission codes in areas' gates, each once. */
export function codesOf<A extends AreaShape>(areas: readonly A[]): readonly CodesOf<A>[] {
  const gates = areas.flatMap(({ screens, further, deeds }) =>
    [screens, further, deeds].flatMap((some) => Object.values(some ?? {})),
  );
  const codes = gates
    .flatMap(({ right = [] }: Gate) => right)
    .filter((right) => !right.startsWith("provider of "))
    .map((right) => right.replace(/ somewhere$/, ""));
  return [...new Set(codes)] as CodesOf<A>[];
}
