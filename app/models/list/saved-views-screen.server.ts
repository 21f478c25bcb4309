import { data, redirect } from "@remix-run/node";
import { common } from "~/i18n/common";
import { savedViews } from "~/i18n/saved-views";
import { listPath, listWords } from "./list-name.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Gate } from "~/services/gates";
import { failure, loaded, refusal } from "~/services/failure.server";
import { formAction, type Refused } from "~/services/form-action.server";
import { askedStatus, type Question } from "~/services/form-answer";
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

/** Both screens of views. */
export const viewsGate = { flag: "edgeSavedViewsEnabled" } as const satisfies Gate;

/** The list that the address names, and where it was left: its beginning where the address does not say. */
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
    /** The list's current query, as a view stores it. */
    query: viewQuery(search),
    /** The list as it was left. Its columns are the person's own again. */
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

/** The views of a list as its page and its menu show them. */
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

/** The view that the address's `id` names; null where it names none. Not found when the person sees no such view. */
async function viewOfAddress(args: ConsoleArgs): Promise<SavedView | null> {
  const id = args.url.searchParams.get("id");
  if (id === null) return null;
  const view = await seenView(args, id);
  if (!view) throw notFound();
  return view;
}

async function seenView(args: ConsoleArgs, id: string): Promise<SavedView | undefined> {
  const views = await getSavedViews(args.api, listOfViews(args).list);
  return views.find(({ _id }) => _id === id);
}

/** The form of a new view, or of the one that the address names. */
export async function loadView(args: ConsoleArgs) {
  const { list, query, viewsHref, listHref } = listOfViews(args);
  const [stored, mayShare] = await Promise.all([viewOfAddress(args), holdsRight(args, settingsRight)]);
  const held = new URLSearchParams(stored ? stored.query : query);
  return {
    listName: listWords(list, args.translate),
    listHref,
    viewsHref,
    stored: stored && { name: stored.name, isShared: stored.isShared, version: stored.version },
    /** Sharing is for whoever may edit the customer's settings; what is somebody else's stays shared. */
    mayShare: stored ? stored.isMine && (mayShare || stored.isShared) : mayShare,
    mayEdit: stored?.canEdit ?? true,
    hasColumns: held.has(columnsParameter),
  };
}

const schema = ({ translate }: FormArgs) => savedViewSchema(translate(savedViews));

/** Saves the form: a new view, or the stored one's name, columns and who sees it. */
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
        // Only its maker decides who sees it.
        const shared = stored.isMine ? isShared : stored.isShared;
        const change = { ...values, isShared: shared, _id: stored._id, version };
        await updateSavedView(api, change);
      } else await createSavedView(api, { ...values, isShared, list });
      return { done: t("saved"), to: stored ? viewsHref : listHref };
    },
    failed: { title: t("saveFailed") },
    explain: (error): Refused | undefined => {
      if (isApiMessage(error, "viewNameTaken")) return { fieldErrors: { name: [t("nameTaken")] } };
      if (isApiMessage(error, "viewOfAddress")) return { fieldErrors: { isShared: [t("notSharable")] } };
      if (isApiMessage(error, "tooManyViews")) return { formErrors: [t("tooMany")] };
      return undefined;
    },
  };
});

/** Done to one view of the page, after which the page is there again with a notice. */
const toOne =
  (change: (args: FormArgs, view: SavedView) => Promise<string>, idOf = (args: FormArgs) => args.detail) =>
  async (args: FormArgs) => {
    const t = args.translate(savedViews);
    try {
      const view = await seenView(args, idOf(args));
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

/** A view holds what the list shows now. Its button carries the version that was seen. */
export const updateView = toOne(
  async (args, { _id, name, isShared }) => {
    const { api, detail, translate } = args;
    const version = Number(detail.split(":")[1]);
    const values = { _id, name, isShared, query: listOfViews(args).query, version };
    await updateSavedView(api, values);
    return translate(savedViews)("updated", { name });
  },
  ({ detail }) => detail.split(":")[0] ?? "",
);

/** The question before a view is deleted. */
export async function askToDelete(args: FormArgs) {
  const t = args.translate(savedViews);
  const view = await seenView(args, args.detail);
  if (!view) return refusal(t("gone"));
  const { _id, name, isShared } = view;
  const text = isShared ? [t("deleteShared"), t("deleteText")] : [t("deleteText")];
  const question: Question = { title: t("deleteTitle", { name }), text, confirm: t("delete"), danger: true };
  return data({ question, viewId: _id }, { status: askedStatus });
}

/** Deletes the view that was asked about. */
export const removeView = toOne(
  async ({ api, translate }, { _id }) => {
    await deleteSavedView(api, { _id });
    return translate(savedViews)("deleted");
  },
  ({ form }) => String(form.get("viewId") ?? ""),
);

const begin = (viewId: (view: SavedView) => string | null) =>
  toOne(async ({ api, translate }, view) => {
    const t = translate(savedViews);
    const chosen = viewId(view);
    const values = { list: view.list, viewId: chosen };
    await chooseDefaultView(api, values);
    return chosen === null ? t("beginsPlain") : t("begins", { name: view.name });
  });

/** The view that the list opens with from the menu, and none of them (GEN-35). */
export const beginWith = begin(({ _id }) => _id);
export const beginPlain = begin(() => null);
