import type { ListName } from "~/models/list/list-name.server";
import { data, redirect } from "@remix-run/node";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { outcomes } from "~/i18n/outcomes";
import { isApiMessage } from "~/services/api-messages";
import { type Loaded, failure, loaded, nothingSelected, refusal, optional } from "~/services/failure.server";
import type { ConsoleArgs, FormArgs, Scope } from "~/services/console-args";
import { askedStatus, type Question } from "~/services/form-answer";
import { type Gate, hasFlags, opens } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { RegionalApi } from "~/services/regional-api.server";
import { isHeld } from "~/services/rights";
import { denied, notFound } from "~/services/screens.server";
import { type BulkResult, type Changes, offerUndo, openUndo, screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "./list-state";
import { type LeftOut, without } from "./left-out";
import { isAllChosen } from "./all-match";
import { isExport, throwFile, viewOf } from "./export.server";
import { enterListOrRedirect, viewsOf } from "./saved-views.server";
import type { ColumnBasis, ExportColumn } from "./list-columns";
import type { PageOf } from "./paging";

/** The reader of a list's address; `listSearch` makes it. */
export type ListSearch<State extends ListState> = {
  sorts: readonly State["sort"][];
  defaults: ListDefaults;
  parse: (params: URLSearchParams) => State;
  leftOut: (params: URLSearchParams) => LeftOut[];
  filtersOf: (state: State) => FilterValues;
};

/** The declaration of a list's rows; see `defineList`. */
export type ListSource<Row, State extends ListState> = {
  name: ListName;
  /** Made by `listSearch`. */
  search: ListSearch<State>;
  /** A page of the rows that the address asks for. Throws ApiError. */
  fetch: (args: ConsoleArgs, state: State) => Promise<PageOf<Row>>;
  /** Values of the address that only the region can tell to be none, such as a department that was removed (SHELL-65). */
  unknown?: (args: ConsoleArgs, state: State) => Promise<LeftOut[]>;
  /** The message when loading fails, in the area's words. */
  loadFailed: (args: ConsoleArgs) => string;
  /** Made by `columnsOf`: with it the list can be exported. */
  columns?: (basis: ColumnBasis) => readonly ExportColumn<NoInfer<Row>>[];
};

/**
 * Everything `<DataTable>` needs of a loader, to be spread into it: rows, the page that was answered (GEN-03), totals,
 * filters, defaults, the person's columns, a problem in place of rows, and the one-time key of its form (GEN-22).
 */
export async function listData<Row extends { _id: string }, State extends ListState>(
  args: ConsoleArgs,
  source: ListSource<Row, State>,
) {
  const { name, search, fetch, loadFailed, columns } = source;
  await enterListOrRedirect(args, name);
  const { state, leftOut } = await askedOf(args, source);
  if (columns && isExport(args))
    await throwFile<Row>(args, {
      name,
      columns,
      sorts: search.sorts,
      fetch: (page, size) => fetch(args, { ...state, page, size }),
    });
  const result = await loaded(fetch(args, state), args, loadFailed(args));
  return {
    ...(await tableData(args, name, result, state, search.defaults)),
    sorts: search.sorts,
    filters: search.filtersOf(state),
    ...(leftOut.length > 0 && { leftOut }),
    canExport: columns !== undefined,
  };
}

/** Reads the address: the list's state, and the values that it does not know (SHELL-65). Throws ApiError. */
async function askedOf<Row, State extends ListState>(
  args: ConsoleArgs,
  { search, unknown }: Pick<ListSource<Row, State>, "search" | "unknown">,
): Promise<{ state: State; leftOut: LeftOut[] }> {
  const { searchParams } = args.url;
  const state = search.parse(searchParams);
  const leftOut = search.leftOut(searchParams);
  const gone = (await unknown?.(args, state)) ?? [];
  if (gone.length === 0) return { state, leftOut };
  return { state: search.parse(without(searchParams, gone)), leftOut: [...leftOut, ...gone] };
}

/**
 * Why nothing is done to all that match: the address asks for something that the list does not know, so that it shows more
 * than was asked for (SHELL-65). Undefined where it knows everything.
 */
export function refuseLeftOut({ translate }: Pick<ConsoleArgs, "translate">, leftOut: readonly LeftOut[]) {
  if (leftOut.length === 0) return undefined;
  const values = leftOut.map(({ value }) => value).join(", ");
  return refusal(translate(bulkJobs)("leftOut", { values }));
}

/** Returns `listData`'s answer for rows that the screen has fetched by itself. */
export async function tableData<Row>(
  args: ConsoleArgs,
  name: ListName,
  { data, error }: Loaded<PageOf<Row>>,
  { page, size, sort, order }: ListState,
  defaults: ListDefaults,
) {
  const pagination = data?.pagination;
  const views = await viewsOf(args, name);
  return {
    name,
    list: { page: pagination?.currentPage ?? page, size, sort, order },
    defaults,
    rows: data?.data ?? [],
    totals: pagination && totalsOf(pagination),
    problem: error,
    view: viewOf(args, name),
    ...(views && { views }),
  };
}

/** Said only where there are more: pages carry what is exact without saying so. */
const totalsOf = ({ totalItems, totalPages, isTotalExact = true }: ListTotals): ListTotals => ({
  totalItems,
  totalPages,
  ...(!isTotalExact && { isTotalExact }),
});

type Extra<T> = {
  /** Fetched side by side with the rows; `totals` comes with them. */
  extra?: (args: ConsoleArgs, totals: Promise<ListTotals | undefined>) => T | Promise<T>;
};
type Actions<Name extends string> = { actions?: Readonly<Record<Name, BulkAction>>; actionGate?: Gate };
/** The gate of each thing that can be done from the list: `{ create: screenGates["…/create"], archive: deedGates.… }`. */
type May<Deed extends string> = { may?: Readonly<Record<Deed, Gate>> };

/**
 * A whole list from one declaration: the guarded loader, whose answer is spread into `<ListScreen>`, and the guarded
 * action of its bulk buttons, `{ intent: bulkAction(…) }`, and of the Undo of those that have one. `may` says which flags
 * and rights each deed needs: the loader answers `may` with what the person may do, and the action named like a deed is
 * not found without its flags and refused without its rights. Its Undo needs the flags; the API decides about the rest,
 * since taking back needs the opposite right. `extra` adds what else the screen needs and knows how many rows there are;
 * `actionGate` is for actions that need more flags than that.
 */
export function defineList<
  Row extends { _id: string },
  State extends ListState,
  T extends object = object,
  Name extends string = never,
  Deed extends string = never,
>(declaration: { gate: Gate } & ListSource<Row, State> & Extra<T> & Actions<Name> & May<Deed>) {
  const { gate, actionGate = gate, actions = {} as Readonly<Record<Name, BulkAction>>, extra } = declaration;
  const gates: ReadonlyMap<string, Gate> = new Map(Object.entries<Gate>(declaration.may ?? {}));
  /** The actions that the person's flags allow. */
  const open = ({ flags }: ConsoleArgs) =>
    Object.fromEntries(
      Object.entries<BulkAction>(actions).filter(([name]) =>
        hasFlags(gates.get(name) ?? { flag: null }, flags),
      ),
    );
  const handlers = Object.fromEntries([
    ...Object.keys(actions).map((name) => [
      name,
      async (args: FormArgs) => {
        const action = open(args)[name];
        if (!action) throw notFound();
        if (!isHeld(await args.rights(), gates.get(name)?.right)) throw denied();
        if (action.all && isAllChosen(args.url)) {
          const refused = refuseLeftOut(args, (await askedOf(args, declaration)).leftOut);
          if (refused) return refused;
        }
        return action.act(args, name);
      },
    ]),
    ["undo", (args: FormArgs) => undoAction(args, open(args))],
  ]) as Readonly<Record<Name | "undo", (args: FormArgs) => Promise<BulkAnswer>>>;
  return {
    loader: consoleLoader(gate, async (args) => {
      const listed = listData(args, declaration);
      // A file is made of the rows alone.
      if (isExport(args)) await listed;
      const totals = listed.then((data) => data.totals);
      // Without a reader this rejection would end the process; the rows report the failure.
      totals.catch(() => undefined);
      const [data, more, rights] = await Promise.all([listed, extra?.(args, totals) as T, args.rights()]);
      const isOpen = (gate: Gate) => opens(gate, { flags: args.flags, rights });
      const may = Object.fromEntries([...gates].map(([deed, gate]) => [deed, isOpen(gate)]));
      const canDoAll = Object.entries<BulkAction>(actions).some(
        ([name, { all }]) => all && isOpen(gates.get(name) ?? { flag: null }),
      );
      const allMatch = canDoAll ? allMatchOf(args) : undefined;
      return { base: args.base, may: may as Record<Deed, boolean>, allMatch, ...more, ...data };
    }),
    action: consoleAction(actionGate, handlers),
  };
}

type Words = { title: string; description?: string };

export type BulkOptions = {
  /** The message when nothing is chosen; "Please select at least one item." by default (SHELL-29). */
  nothing?: (args: FormArgs) => string;
  /** Why this choice is refused, if it is. */
  refuse?: (args: FormArgs, chosen: string[]) => string | undefined;
  /** The question before it is done to these rows; null for none. Throws ApiError. */
  question?: ((args: FormArgs, chosen: string[]) => Promise<Question | null>) | undefined;
  /** Does it and returns how many were done, and which were changed by it. Throws ApiError. */
  run: (args: FormArgs, chosen: string[]) => Promise<BulkResult>;
  /** The notice when all were done, with how many it changed; a text alone is the title of a success. */
  success: (args: FormArgs, changed: number) => string | Notice;
  /**
   * The words of a failure, and of a change that left some out: those that could be changed stay changed (VAC-23). A
   * text alone stands below "Unexpected error".
   */
  failed: (args: FormArgs) => string | Words;
  /** The area's own reason for an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
  /** How it is undone; left out when it cannot be. */
  undo?: UndoOptions;
  /** Plans it for every row that the list's address leaves, and leads to the plan (BULK-01). Throws ApiError. */
  all?: (args: FormArgs) => Promise<Response>;
};

type UndoOptions = {
  /** The question before it is taken back; null for none. Throws ApiError. */
  question?: ((args: FormArgs, changes: Changes) => Promise<Question | null>) | undefined;
  /**
   * Takes it back for those rows that nobody changed since, and returns which of the ids are as they were. Throws
   * ApiError.
   */
  run: (args: FormArgs, changes: Changes) => Promise<BulkResult>;
  /** The names of the rows that were left out. Throws ApiError. */
  names: (args: FormArgs, ids: string[]) => Promise<string[]>;
  /** The area's own reason for an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
};

type BulkAnswer = ReturnType<typeof refusal> | ReturnType<typeof asked> | Response;
type BulkAction = {
  act: (args: FormArgs, intent: string) => Promise<BulkAnswer>;
  undo: UndoOptions | undefined;
  all?: boolean;
};

/** Makes an action on the chosen rows. It ends at the list again, with a notice or the reason why not. */
export function bulkAction({
  nothing,
  refuse,
  question,
  run,
  success,
  failed,
  explain,
  undo,
  all,
}: BulkOptions): BulkAction {
  const act: BulkAction["act"] = async (args, intent) => {
    if (all && isAllChosen(args.url)) return planOfAll(args, all, failed(args));
    const chosen = [...new Set(args.form.getAll("ids").map(String))].slice(0, 500);
    if (chosen.length === 0) return nothing ? refusal(nothing(args)) : nothingSelected(args);
    const reason = refuse?.(args, chosen);
    if (reason !== undefined) return refusal(reason);
    const words = wordsOf(args, failed(args));
    try {
      const ask = args.step === "confirm" ? null : await question?.(args, chosen);
      if (ask) return asked(ask, chosen);
      const result = await run(args, chosen);
      const notice: Notice =
        result.done < chosen.length
          ? { tone: "error", ...words }
          : changedNotice(args, result, (count) => success(args, count));
      args.notify({ ...notice, undo: undo && offerUndo(args, intent, result.changes) });
    } catch (error) {
      const known = explain?.(args, error);
      return known === undefined ? failure(error, args, words) : refusal(known);
    }
    return listAgain(args);
  };
  return { act, undo, all: all !== undefined };
}

/**
 * The notice of a bulk action that did all: `success` says what it changed. Rows that were so already do not count as
 * changed and are said apart (ORG-60).
 */
export function changedNotice(
  { translate }: Pick<ConsoleArgs, "translate">,
  { done, already = 0 }: BulkResult,
  success: (changed: number) => string | Notice,
): Notice {
  const t = translate(outcomes);
  if (already > 0 && already === done) return { tone: "info", title: t("changedAlready") };
  const said = success(done - already);
  const notice: Notice = typeof said === "string" ? { tone: "success", title: said } : said;
  return already === 0 ? notice : { ...notice, description: t("someAlready", { count: already }) };
}

/** More names than these are not read out. */
const maxNames = 20;

/** Names in a sentence: the first of them, and how many more there are. */
export function namesTold(
  { translate }: Pick<ConsoleArgs, "translate">,
  names: readonly string[],
  total = names.length,
): string {
  const named = names.slice(0, maxNames).join(", ");
  const count = total - maxNames;
  return count > 0 ? translate(outcomes)("andMore", { names: named, count }) : named;
}

/** The names of rows that are read one by one; one that cannot be read goes by its id. */
export const namesBy =
  <Stored>(
    find: (api: RegionalApi, scope: Scope, id: string) => Promise<Stored>,
    nameOf: (stored: Stored) => string,
  ): UndoOptions["names"] =>
  ({ api, scope }, ids) =>
    Promise.all(ids.map((id) => optional(find(api, scope, id).then(nameOf), id)));

const wordsOf = ({ translate }: ConsoleArgs, said: string | Words): Words =>
  typeof said === "string" ? { title: translate(outcomes)("unexpectedError"), description: said } : said;

/** Whether every row that matches is chosen; undefined where that cannot be. */
export const allMatchOf = ({ flags, url }: ConsoleArgs): { isChosen: boolean } | undefined =>
  flags.edgeBulkJobsEnabled ? { isChosen: isAllChosen(url) } : undefined;

/** Plans something for every row that matches; not found where that cannot be. */
export async function planOfAll<Args extends ConsoleArgs, Answer>(
  args: Args,
  plan: (args: Args) => Promise<Answer>,
  said: string | Words,
) {
  if (!args.flags.edgeBulkJobsEnabled) throw notFound();
  try {
    return await plan(args);
  } catch (error) {
    return planRefused(args, error) ?? failure(error, args, wordsOf(args, said));
  }
}

/** The notice that no plan can be made, with the reason; undefined for any other failure. */
export function planRefused({ translate }: Pick<ConsoleArgs, "translate">, error: unknown) {
  const t = translate(bulkJobs);
  if (isApiMessage(error, "bulkTooManyRows")) return refusal(t("tooManyRows"));
  if (isApiMessage(error, "bulkNothingMatches")) return refusal(t("nothingMatches"));
  if (isApiMessage(error, "bulkTooManyPlans")) return refusal(t("tooManyPlans"));
  return undefined;
}

/** An action that leads from exactly one chosen row to another page; `wrong` is the message for any other choice. */
export const openOne = (page: {
  wrong: (args: FormArgs) => string;
  href: (args: FormArgs, id: string) => string;
}): BulkAction => ({
  act: (args) => {
    const [id, ...others] = new Set(args.form.getAll("ids").map(String));
    const isOne = id !== undefined && others.length === 0;
    return Promise.resolve(isOne ? redirect(page.href(args, id), 303) : refusal(page.wrong(args)));
  },
  undo: undefined,
});

/** What `<ListQuestion>` shows over the page: a question about the chosen rows, or before an Undo of what was done to them. */
export type Asked = { question?: Question; ids?: string[]; undo?: string };

/** The page again, with a question about the chosen rows over it. */
export const asked = (question: Question, ids: string[]) =>
  data<Asked>({ question, ids }, { status: askedStatus });

/** Undoes a bulk action. It ends at the list again, with "Undone" or with what was not undone and why. */
export async function undoAction(
  args: FormArgs,
  actions: Readonly<Record<string, Pick<BulkAction, "undo">>>,
): Promise<BulkAnswer> {
  const t = args.translate(outcomes);
  const changes = await openUndo(args);
  const undo = changes && Object.hasOwn(actions, changes.what) ? actions[changes.what]?.undo : undefined;
  if (!changes || !undo) return refusal(t("undoGone"));
  try {
    const question = args.step === "confirm" ? null : await undo.question?.(args, changes);
    if (question)
      return data<Asked>({ question, undo: String(args.form.get("undo")) }, { status: askedStatus });
    const result = await undo.run(args, changes);
    const undone = new Set(result.changes?.ids);
    const left = changes.ids.filter((id) => !undone.has(id));
    if (left.length > 0) {
      const names = namesTold(args, await undo.names(args, left.slice(0, maxNames)), left.length);
      const [done, total] = [undone.size, changes.ids.length];
      const title = done > 0 ? t("partlyUndone", { done, total }) : t("notUndone");
      const notice: Notice = { tone: "warning", title, description: t("changedMeanwhile", { names }) };
      // 200 also when nothing was done: the list is read again, for the person to see how things stand now.
      return data({ notice });
    }
    args.notify({ tone: "success", title: t("undone") });
  } catch (error) {
    const known = undo.explain?.(args, error);
    return known === undefined ? failure(error, args, { title: t("undoFailed") }) : refusal(known);
  }
  return listAgain(args);
}

/** The list as its address shows it. */
export const listAgain = (args: ConsoleArgs): Response => redirect(screenHref(args), 303);
