import { data, redirect } from "@remix-run/node";
import { common } from "~/i18n/common";
import { savedViews } from "~/i18n/saved-views";
import { listPath, listWords } from "./list-name.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Gate } from "~/services/gates";
import { failure, loaded, refusal } from "~/services/failure.server";
import { formAction, type RefusedSave } from "~/services/form-action.server";
import { confirmationStatus, type Question } from "~/services/form-answer";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";
import { listName } from "~/services/list-views.server";
import { columnsParameter } from "./list-view";
import { savedViewSchema } from "./saved-view.schema";
import {
  chooseDefaultView,
  createSavedView,
  deleteSavedView,
  getSavedViews,
  type SavedView,
  updateSavedView,
} from "./saved-views.server";
import { fitsView, listAddress, viewQuery } from "./view-address";

/** Gate of both saved-view screens. */
export const viewsGate = { flag: "edgeSavedViewsEnabled" } as const satisfies Gate;

/** The list named in the URL and its query when it was left; without a query if none is given. */
export function listOfViews({ url, base }: Pick<ConsoleArgs, "url" | "base">) {
  const list = url.searchParams.get("list") ?? "";
  const own = listPath(list);
  const from = listAddress(url.searchParams.get("from") ?? (own && `${base}/${own}`), base);
  if (!from || !listName.safeParse(list).success) throw notFound();
  const { path, search } = from;
  const params = new URLSearchParams({ list, from: search ? `${path}?${search}` : path });
  return {
    list,
    path,
    /** The list's current query, in stored form. */
    query: viewQuery(search),
    /** The list in the state it was left in, but with the user's own columns. */
    listHref: hrefOf(path, withoutColumns(search)),
    viewsHref: `${base}/views?${params}`,
    createHref: `${base}/views/create?${params}`,
    editHref: (id: string) => `${base}/views/edit?${new URLSearchParams([...params, ["id", id]])}`,
  };
}

const hrefOf = (path: string, query: string) => (query ? `${path}?${query}` : path);

function withoutColumns(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(columnsParameter);
  return params.toString();
}

/** A list's views, for their page and the list's menu. */
export async function loadViews(args: ConsoleArgs) {
  const { api, translate } = args;
  const { list, path, query, ...hrefs } = listOfViews(args);
  const failed = translate(common)("table.viewsFailed");
  const { data: views, error } = await loaded(getSavedViews(api, list), args, failed, "side");
  return {
    listName: listWords(list, translate),
    listHref: hrefs.listHref,
    createHref: hrefs.createHref,
    problem: error,
    views: (views ?? []).map((view) => ({
      ...view,
      href: hrefOf(path, view.query),
      editHref: hrefs.editHref(view._id),
      isShown: view.query === query,
    })),
  };
}

export type ViewsData = Awaited<ReturnType<typeof loadViews>>;
export type ViewRow = ViewsData["views"][number];

/**
 * The view named by `id` in the URL; null if there is no id. Throws "not found" if not visible to the user.
 */
async function viewOfAddress(args: ConsoleArgs): Promise<SavedView | null> {
  const id = args.url.searchParams.get("id");
  if (id === null) return null;
  const view = await findVisibleView(args, id);
  if (!view) throw notFound();
  return view;
}

async function findVisibleView(args: ConsoleArgs, id: string): Promise<SavedView | undefined> {
  const views = await getSavedViews(args.api, listOfViews(args).list);
  return views.find(({ _id }) => _id === id);
}

/** Form of a new view, or of the one in the URL. */
export async function loadView(args: ConsoleArgs) {
  const { list, query, viewsHref, listHref } = listOfViews(args);
  const [stored, mayShare] = await Promise.all([viewOfAddress(args), holdsRight(args, settingsRight)]);
  const held = new URLSearchParams(stored ? stored.query : query);
  return {
    listName: listWords(list, args.translate),
    listHref,
    viewsHref,
    stored: stored && { name: stored.name, isShared: stored.isShared, version: stored.version },
    /** Sharing requires the right to edit settings; others' views stay shared. */
    mayShare: stored ? stored.isMine && (mayShare || stored.isShared) : mayShare,
    mayEdit: stored?.canEdit ?? true,
    hasColumns: held.has(columnsParameter),
  };
}

const schema = ({ translate }: FormArgs) => savedViewSchema(translate(savedViews));

/** Saves the form: a new view, or an existing one's name, columns and visibility. */
export const saveView = formAction(schema, (args) => {
  const { api, translate } = args;
  const t = translate(savedViews);
  const { list, query, listHref, viewsHref } = listOfViews(args);
  return {
    save: async ({ name, isShared, hasColumns }, version) => {
      const stored = await viewOfAddress(args);
      const held = stored ? stored.query : query;
      const kept = hasColumns ? held : withoutColumns(held);
      if (!fitsView(kept)) return { formErrors: [t("tooLong")] };
      const values = { name, query: kept };
      if (stored) {
        // Only the owner decides on visibility.
        const shared = stored.isMine ? isShared : stored.isShared;
        const change = { ...values, isShared: shared, _id: stored._id, version };
        await updateSavedView(api, change);
      } else await createSavedView(api, { ...values, isShared, list });
      return { done: t("saved"), to: stored ? viewsHref : listHref };
    },
    failed: { title: t("saveFailed") },
    explain: (error): RefusedSave | undefined => {
      if (isApiMessage(error, "viewNameTaken")) return { fieldErrors: { name: [t("nameTaken")] } };
      if (isApiMessage(error, "viewOfAddress")) return { fieldErrors: { isShared: [t("notSharable")] } };
      if (isApiMessage(error, "tooManyViews")) return { formErrors: [t("tooMany")] };
      return undefined;
    },
  };
});

/** Runs a change on one view, then shows the page with a notice. */
const changeOneView =
  (change: (args: FormArgs, view: SavedView) => Promise<string>, idOf = (args: FormArgs) => args.detail) =>
  async (args: FormArgs) => {
    const t = args.translate(savedViews);
    try {
      const view = await findVisibleView(args, idOf(args));
      if (!view) return refusal(t("gone"));
      args.notify({ tone: "success", title: await change(args, view) });
    } catch (error) {
      if (error instanceof ApiError && error.conflict) return refusal(t("changed"));
      if (error instanceof ApiError && error.kind === "NOT_FOUND") return refusal(t("gone"));
      if (isApiMessage(error, "viewOfAddress")) return refusal(t("notSharable"));
      return failure(error, args, { title: t("changeFailed") });
    }
    return redirect(listOfViews(args).viewsHref, 303);
  };

/** Stores the list's current query in a view. The button carries the version that was seen. */
export const updateView = changeOneView(
  async (args, { _id, name, isShared }) => {
    const { api, detail, translate } = args;
    const version = Number(detail.split(":")[1]);
    const values = { _id, name, isShared, query: listOfViews(args).query, version };
    await updateSavedView(api, values);
    return translate(savedViews)("updated", { name });
  },
  ({ detail }) => detail.split(":")[0] ?? "",
);

/** Confirmation before deleting a view. */
export async function askBeforeDeleting(args: FormArgs) {
  const t = args.translate(savedViews);
  const view = await findVisibleView(args, args.detail);
  if (!view) return refusal(t("gone"));
  const { _id, name, isShared } = view;
  const text = isShared ? [t("deleteShared"), t("deleteText")] : [t("deleteText")];
  const question: Question = { title: t("deleteTitle", { name }), text, confirm: t("delete"), danger: true };
  return data({ question, viewId: _id }, { status: confirmationStatus });
}

/** Deletes the view after confirmation. */
export const removeView = changeOneView(
  async ({ api, translate }, { _id }) => {
    await deleteSavedView(api, { _id });
    return translate(savedViews)("deleted");
  },
  ({ form }) => String(form.get("viewId") ?? ""),
);

const begin = (viewId: (view: SavedView) => string | null) =>
  changeOneView(async ({ api, translate }, view) => {
    const t = translate(savedViews);
    const chosen = viewId(view);
    const values = { list: view.list, viewId: chosen };
    await chooseDefaultView(api, values);
    return chosen === null ? t("beginsPlain") : t("begins", { name: view.name });
  });

/** Sets the list's default view, or clears it (GEN-35). */
export const openByDefault = begin(({ _id }) => _id);
export const beginPlain = begin(() => null);
