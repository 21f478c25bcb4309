import type { ListName } from "~/models/list/list-name.server";
import { redirect } from "@remix-run/node";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { mutationOf, queryOf } from "~/services/operation.server";
import { isExport } from "./export.server";
import { defaultView, withoutEmptyParameters, viewParameter } from "./view-address";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchList = queryOf(
  "CommonGetSavedViews",
  "_id list name query isShared isMine canEdit isDefault madeBy version",
);

export type SavedView = Awaited<ReturnType<typeof fetchList>>[number];

/** The user's own and shared views, of one list or all, by name (GEN-32). Throws ApiError. */
export async function getSavedViews(api: CustomerApi, list?: string): Promise<SavedView[]> {
  return await fetchList(api, { list });
}

/** Creates a view (GEN-32). */
export const createSavedView = mutationOf("CommonCreateSavedView", "_id");

/** Updates a view's name, content and visibility (GEN-33). */
export const updateSavedView = mutationOf("CommonUpdateSavedView", "version");

/** Deletes a view. */
export const deleteSavedView = mutationOf("CommonDeleteSavedView", "_id");

/** Sets the user's default view of a list; without one, the plain list (GEN-35). */
export const chooseDefaultView = mutationOf("CommonChooseDefaultView", "_id");

/** The fields of a view that a list's menu needs initially. */
export type NamedView = Pick<SavedView, "_id" | "name" | "query" | "isShared">;

/**
 * Saved views for a list's header: link, list name, and on full page loads the views, so that the menu works without
 * JS.
 */
export type ViewsOfList = { href: string; list: string; named?: NamedView[] };

/**
 * Saved views for a list's header; undefined without the flag (GEN-34). For script requests returns immediately: the
 * page loads the views when the menu opens.
 */
export async function viewsOf(args: ConsoleArgs, list: string): Promise<ViewsOfList | undefined> {
  if (!args.flags.edgeSavedViewsEnabled) return undefined;
  const head = { href: `${args.base}/views`, list };
  if (args.isFetched) return head;
  const named = await optional(loadListViews(args, list), []);
  return { ...head, named: named.map(({ _id, name, query, isShared }) => ({ _id, name, query, isShared })) };
}

/** A list's views, loaded once per page. */
const loadListViews = ({ api, once }: ConsoleArgs, list: string) =>
  once(`views of ${list}`, () => getSavedViews(api, list));

/**
 * Redirects a list's URL before loading: to the user's default view when entered through the menu (GEN-35),
 * and to the URL without the empty parameters of no-JS forms (GEN-36). Throws the redirect; if the views
 * cannot be loaded, shows the list unchanged.
 */
export async function enterListOrRedirect(args: ConsoleArgs, list: ListName): Promise<void> {
  const { url, flags } = args;
  const to = (query: string) => redirect(query ? `${url.pathname}?${query}` : url.pathname);
  if (url.searchParams.get(viewParameter) === defaultView) {
    const views = flags.edgeSavedViewsEnabled ? await optional(loadListViews(args, list), []) : [];
    throw to(views.find(({ isDefault }) => isDefault)?.query ?? "");
  }
  const short = withoutEmptyParameters(url.searchParams);
  if (short) throw to(short.toString());
  // Starts loading early; errors surface where the views are awaited.
  if (flags.edgeSavedViewsEnabled && !args.isFetched && !isExport(args))
    loadListViews(args, list).catch(() => {});
}
