import type { ListName } from "~/models/list/list-name.server";
import { redirect } from "@remix-run/node";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import { isExport } from "./export.server";
import { defaultView, emptyLeftOut, viewParameter } from "./view-address";
import type { CustomerApi } from "~/services/customer-api.server";

const savedViewsFields = graphql(`
  fragment SavedViewsFields on CommonSavedView @_unmask {
    _id
    list
    name
    query
    isShared
    isMine
    canEdit
    isDefault
    madeBy
    version
  }
`);
const askList = queryOf("CommonGetSavedViews", savedViewsFields);

export type SavedView = ResultOf<typeof savedViewsFields>;

/** The person's own views and the shared ones, of one list or of all, by name (GEN-32). Throws ApiError. */
export async function getSavedViews(api: CustomerApi, list?: string): Promise<SavedView[]> {
  return await askList(api, { list });
}

/** Keeps a new view (GEN-32). */
export const createSavedView = mutationOf("CommonCreateSavedView", "_id");

/** Changes a view's name, what it holds, and who sees it (GEN-33). */
export const updateSavedView = mutationOf("CommonUpdateSavedView", "version");

/** Deletes a view. */
export const deleteSavedView = mutationOf("CommonDeleteSavedView", "_id");

/** Sets the view that the person begins a list with; without one, the plain list (GEN-35). */
export const chooseDefaultView = mutationOf("CommonChooseDefaultView", "_id");

/** The part of a view that a list's menu shows before it loads the rest. */
export type NamedView = Pick<SavedView, "_id" | "name" | "query" | "isShared">;

/**
 * The views for the head of a list: their address, the list's name there, and in a whole page their names, so that the
 * menu has them without scripts.
 */
export type ViewsOfList = { href: string; list: string; named?: NamedView[] };

/**
 * The views of a list for its head; undefined without the flag, when there are none to be had (GEN-34). Answers at once
 * what a page's script asked for: it asks for the names when the menu is opened.
 */
export async function viewsOf(args: ConsoleArgs, list: string): Promise<ViewsOfList | undefined> {
  if (!args.flags.edgeSavedViewsEnabled) return undefined;
  const head = { href: `${args.base}/views`, list };
  if (args.isFetched) return head;
  const named = await optional(askedViews(args, list), []);
  return { ...head, named: named.map(({ _id, name, query, isShared }) => ({ _id, name, query, isShared })) };
}

/** The views of a list, asked for once a page. */
const askedViews = ({ api, once }: ConsoleArgs, list: string) =>
  once(`views of ${list}`, () => getSavedViews(api, list));

/**
 * Redirects a list's address before anything is read: to the person's default view when it was entered through the menu
 * (GEN-35), and to the address without the empty parameters that forms without scripts add (GEN-36). Throws the
 * redirect; a failure to read views leaves the list as it is.
 */
export async function enterListOrRedirect(args: ConsoleArgs, list: ListName): Promise<void> {
  const { url, flags } = args;
  const to = (query: string) => redirect(query ? `${url.pathname}?${query}` : url.pathname);
  if (url.searchParams.get(viewParameter) === defaultView) {
    const views = flags.edgeSavedViewsEnabled ? await optional(askedViews(args, list), []) : [];
    throw to(views.find(({ isDefault }) => isDefault)?.query ?? "");
  }
  const short = emptyLeftOut(url.searchParams);
  if (short) throw to(short.toString());
  // A failure is the matter of whoever waits for them.
  if (flags.edgeSavedViewsEnabled && !args.isFetched && !isExport(args))
    askedViews(args, list).catch(() => {});
}
