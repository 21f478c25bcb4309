import type { FlagName } from "../flags";
import type { Texts, Translate } from "../i18n/texts";

/** Provider-staff rights on organisations: on any one, on the customer's own, or on all. */
export type ProviderRight =
  "provider of some organisation" | "provider of this organisation" | "provider of every organisation";

type Right = `${string}:${string}` | ProviderRight;
type Gate = { flag: FlagName | readonly FlagName[] | null; right?: Right | readonly Right[] };
type Gates<Name extends string = string> = Readonly<Partial<Record<Name, Gate>>>;
type ScreenName = "list" | "archive" | "create" | "detail" | "edit";

/** An area's text, resolved in the page's language. */
export type AreaText = (translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>) => string;

/** Picks one key of an area's texts as an `AreaText`. */
export const word =
  <T extends Texts["en"]>(texts: Texts<T>, key: Parameters<Translate<T>>[0]): AreaText =>
  (translate) =>
    translate(texts)(key);

/** Everything the console knows about an area apart from its screens. Features an area lacks are omitted. */
export type AreaShape = {
  /** Path of the area's list, below the customer. */
  path: string;
  texts: Texts<{ title: string }>;
  /** Folder of the screens' files in `routes`, if it differs from `path`. */
  folder?: string;
  /** Route parameter that holds a record's id. */
  id?: string;
  /** Icon of the menu entry. Areas without an icon have no entry. */
  icon?: string;
  /** Flags the menu entry needs in addition to its screen's. */
  menuFlags?: readonly FlagName[];
  /** Second path that also marks the menu entry as current (SHELL-14). */
  alsoAt?: string;
  /** List names used in saved views, the columns cookie and export file names. */
  list?: string;
  archiveList?: string;
  /** Entity kind of the area's records in the audit log. */
  kind?: string;
  /** The form's name of each field of the audit log that the form can be filled in with again. */
  formFields?: Readonly<Record<string, string>>;
  /** Name of the create page in "Go to", if it is not the text `form.createTitle`. */
  createTitle?: AreaText;
  /** Gates per screen: flags, plus the rights the API requires for the main query or the form's mutation. */
  screens: Gates<ScreenName>;
  /** Gates of additional screens, by path below the area's. */
  further?: Gates;
  /** Gates of buttons that post. */
  actions?: Gates;
};

/** Title of an area's list; used wherever the area is linked. */
export const titleOf = ({ texts }: Pick<AreaShape, "texts">): AreaText => word(texts, "title");

/** Title of an area's create page; undefined if it has none. */
export const createTitleOf = ({ screens, texts, createTitle }: AreaShape): AreaText | undefined =>
  screens.create &&
  (createTitle ?? word(texts as object as Texts<{ form: { createTitle: string } }>, "form.createTitle"));

type TitleSource = { createTitle: AreaText } | { texts: Texts<{ form: { createTitle: string } }> };

/** Declares an area; `areas` in index.ts lists it. */
export const defineArea = <const A extends AreaShape>(
  area: A & (A["screens"] extends { create: object } ? TitleSource : unknown),
): A => area;

type PathBelow<A extends AreaShape> = {
  list: A["path"];
  archive: `${A["path"]}/archive`;
  create: `${A["path"]}/create`;
  detail: `${A["path"]}/:${A["id"] & string}`;
  edit: `${A["path"]}/:${A["id"] & string}/edit`;
};
type Keys<T> = T extends object ? keyof T & string : never;
/** Paths of an area's screens below the customer, with ids as `:id`. */
export type PathsOf<A extends AreaShape> = A extends AreaShape
  ? PathBelow<A>[Keys<A["screens"]> & ScreenName] | `${A["path"]}/${Keys<A["further"]>}`
  : never;

type Values<T> = T extends object ? T[keyof T] : never;
type RightsOf<G> = G extends { right: infer R } ? (R extends readonly (infer One)[] ? One : R) : never;
/** Permission codes used in an area's gates. */
export type CodesOf<A extends AreaShape> = A extends AreaShape
  ? CodeOf<RightsOf<Values<A["screens"]> | Values<A["further"]> | Values<A["actions"]>>>
  : never;
type CodeOf<R> = R extends ProviderRight ? never : R extends `${infer Code} somewhere` ? Code : R & string;

/** Route path of an area's screen. */
function pathOf({ path, id = "" }: AreaShape, screen: string): string {
  if (screen === "list") return path;
  return `${path}/${screen === "detail" ? `:${id}` : screen === "edit" ? `:${id}/edit` : screen}`;
}

// The casts below are safe: the runtime objects have exactly the keys of the types above.

/** Gates of the areas' screens, by route path. */
export const gatesOf = <A extends AreaShape>(areas: readonly A[]) =>
  Object.fromEntries(
    areas.flatMap((area) => [
      ...Object.entries(area.screens).map(([screen, gate]) => [pathOf(area, screen), gate]),
      ...Object.entries(area.further ?? {}).map(([below, gate]) => [`${area.path}/${below}`, gate]),
    ]),
  ) as Readonly<Record<PathsOf<A>, Values<A["screens"]> | Values<A["further"]>>>;

/** Distinct permission codes used in the areas' gates. */
export function codesOf<A extends AreaShape>(areas: readonly A[]): readonly CodesOf<A>[] {
  const gates = areas.flatMap(({ screens, further, actions }) =>
    [screens, further, actions].flatMap((some) => Object.values(some ?? {})),
  );
  const codes = gates
    .flatMap(({ right = [] }: Gate) => right)
    .filter((right) => !right.startsWith("provider of "))
    .map((right) => right.replace(/ somewhere$/, ""));
  return [...new Set(codes)] as CodesOf<A>[];
}
