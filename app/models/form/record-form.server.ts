import { redirect } from "@remix-run/node";
import type { z } from "zod/v4";
import type { CreateArea } from "~/areas";
import { outcomes } from "~/i18n/outcomes";
import type { Texts } from "~/i18n/texts";
import { signsOf } from "./length";
import { restoredValues } from "./restored.server";
import { openPages, placeOf } from "~/models/list/open-pages.server";
import { type ConsoleArgs, type FormArgs } from "~/services/console-args";
import { detailOrNotice, type DetailError, type Loaded } from "~/services/failure.server";
import {
  formAction,
  type FormSpec,
  isFormRerendered,
  isRefused,
  type RefusedSave,
} from "~/services/form-action.server";
import { formGate, type Gate, isGateOpen } from "~/services/gates";
import { consoleAction, consoleLoader, type FormHandler } from "~/services/guard.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

type CreateTexts = { title: string; form: { createTitle: string; createFailed: string; created: string } };
type EditTexts = { form: { editTitle: string; saveFailed: string; saved: string } };
type PageTexts = { detail: { title: string } };
type LoadTexts = { detail: { loadFailed: string } };
type AreaWith<T extends Texts["en"]> = Extract<CreateArea, { texts: Texts<T> }>;

/** Areas whose records can also be edited. If records have a page of their own, the area needs its title text. */
type EditArea =
  | AreaWith<CreateTexts & EditTexts & PageTexts>
  | Exclude<AreaWith<CreateTexts & EditTexts>, { screens: { edit: object } }>;

type Handlers = Readonly<Record<never, FormHandler<unknown>>>;
/** Description below the "saved" notice. */
type SavedNote = { note?: string | undefined };

/** Validation and saving of one of the two forms. */
type SaveHandler<Values extends object, Sent, Result, Args> = {
  /** The form's schema, shared with the browser. */
  schema: (args: FormArgs) => z.ZodType<Values>;
  /** Throws ApiError. */
  save: (api: FormApi, sent: NoInfer<Sent>, args: Args) => Promise<Result | RefusedSave>;
  /** Further options for `formAction`: checks, questions, the area's answers to errors. */
  more?: (args: Args) => Partial<FormSpec<z.ZodType<NoInfer<Values>>>>;
};

/** `save` receives the `version` the user saw; its argument `stored` loads the record, once per request. */
type Edit<Values extends object, Stored, Shown> = SaveHandler<
  Values,
  Values & { _id: string; version: number },
  (SavedNote & { _id?: string }) | undefined,
  FormArgs & { stored: () => Promise<Stored> }
> & {
  /** Throws ApiError. */
  find: (api: CustomerApi, id: string, args: ConsoleArgs) => Promise<Stored>;
  /** Handles a record that cannot be loaded, if not by the area's `detail.loadFailed`. */
  load?: Load<Stored>;
  nameOf: (stored: Stored) => string;
  /** The form's view of the record. */
  shown: (stored: Stored, args: ConsoleArgs) => Shown;
  /** True if this record may be changed, given the general right. */
  isEditable?: (stored: Stored) => boolean;
  /** Notice for a record archived in the meantime, if not the default. */
  archived?: (args: ConsoleArgs) => string;
};

type Load<Stored> = (found: Promise<Stored>, args: ConsoleArgs) => Promise<Loaded<Stored, DetailError>>;

type SaveHandlers<Values extends object, Stored, Shown> =
  | { area: AreaWith<CreateTexts>; edit?: undefined }
  | { area: EditArea & AreaWith<LoadTexts>; edit: Edit<Values, Stored, Shown> }
  | { area: EditArea; edit: Edit<Values, Stored, Shown> & { load: Load<Stored> } };

type RecordForm<
  New extends object,
  Values extends object,
  Stored,
  Shown,
  T,
  Actions extends Handlers,
> = SaveHandlers<Values, Stored, Shown> & {
  create: SaveHandler<
    New,
    New,
    SavedNote & { _id: string; /** Its page, if not below the area's path. */ href?: string },
    FormArgs
  >;
  /** Loaded in parallel with the record. */
  extra?: (args: ConsoleArgs, id: string | undefined, stored: () => Promise<Stored | null>) => Promise<T>;
  /** Intents of buttons other than "Save". */
  actions?: Actions;
};

/**
 * Redirects from an archived record's form to its page, which shows that it is archived (GEN-25). A posted
 * form stays, because its input would be lost.
 */
export function redirectIfArchived(
  { notify, translate }: Pick<ConsoleArgs, "notify" | "translate">,
  { archivedAt }: { archivedAt: string | null },
  to: string,
  title = translate(outcomes)("archived"),
): void {
  if (archivedAt === null || isFormRerendered()) return;
  notify({ tone: "warning", title });
  throw redirect(to, 303);
}

/**
 * An area's create and edit pages, for one file with two routes: the guarded loader, rendered by
 * `<RecordFormScreen>`, and the guarded action. `stored` is null for a new record and undefined if loading
 * failed. Uses the area's texts; `{{name}}` is the submitted name.
 */
export function recordForm<
  New extends object,
  Values extends object,
  Stored extends { archivedAt: string | null },
  Shown extends object,
  T extends object = object,
  Actions extends Handlers = object,
>({ area, create, edit, extra, actions }: RecordForm<New, Values, Stored, Shown, T, Actions>) {
  // The types of `area` and `edit` guarantee the texts that are used.
  const texts = area.texts as object as Texts<CreateTexts & EditTexts & PageTexts & LoadTexts>;
  const editGate: Gate | null = "actions" in area && "edit" in area.actions ? area.actions.edit : null;
  const pages = openPages(area);
  const gate = formGate(area);
  const idOf = ({ paramIfAny }: ConsoleArgs) => ("id" in area ? paramIfAny(area.id) : undefined);
  const load: Load<Stored> =
    edit?.load ?? ((found, args) => detailOrNotice(found, args, args.translate(texts)("detail.loadFailed")));

  const loader = consoleLoader(gate, async (args) => {
    const id = idOf(args);
    const t = args.translate(texts);
    const loading =
      edit && id !== undefined
        ? load(edit.find(args.api, id, args), args)
        : Promise.resolve({ data: null, error: null });
    const [{ data, error: problem }, rights, place, restored, more] = await Promise.all([
      loading,
      args.rights(),
      placeOf(args),
      id === undefined ? null : restoredValues(args, area, id),
      extra?.(args, id, async () => (await loading).data) as Promise<T>,
    ]);
    if (data && edit && id !== undefined)
      redirectIfArchived(args, data, pages.afterEdit(place, id), edit.archived?.(args));
    const mayEdit = id === undefined || !editGate || isGateOpen(editGate, { flags: args.flags, rights });
    const isEditable = mayEdit && (data === null || (edit?.isEditable?.(data) ?? true));
    const isBackToList = id === undefined || !pages.hasDetail;
    const backHref = isBackToList ? pages.openList(place, false) : pages.openDetail(place, id);
    return {
      ...more,
      title: t(id === undefined ? "form.createTitle" : "form.editTitle"),
      back: backHref ? { to: backHref, label: t(isBackToList ? "title" : "detail.title") } : undefined,
      cancelHref: id === undefined ? pages.cancelledCreation(place) : pages.afterEdit(place, id),
      restored: data !== null && isEditable && restored,
      stored: problem ? undefined : data && edit ? edit.shown(data, args) : null,
      recordName: data ? edit?.nameOf(data) : undefined,
      problem,
      mayEdit: isEditable,
    };
  });

  const wordsOf = ({ form, translate }: FormArgs) => {
    const typed = String(form.get("name") ?? "").trim();
    const name = signsOf(typed).slice(0, 100).join("");
    return (key: `form.${keyof (CreateTexts & EditTexts)["form"]}`) => translate(texts)(key, { name });
  };
  const done = (title: string, description?: string, link?: { to: string; label: string }) => ({
    title,
    ...(description && { description }),
    ...(link && { link }),
  });
  const saveNew = formAction(create.schema, (args) => {
    const t = wordsOf(args);
    return {
      save: async (values) => {
        const made = await create.save(args.api, values, args);
        if (!("_id" in made)) return made;
        const to = pages.afterCreation(args, made._id);
        const href = made.href ?? pages.openRecord(args, made._id);
        const link = href && href !== to && { to: href, label: args.translate(outcomes)("openMade") };
        return { done: done(t("form.created"), made.note, link || undefined), to };
      },
      failed: { title: t("form.createFailed") },
      ...create.more?.(args),
    };
  });
  const saveEdit = (id: string, { find, schema, save, more }: Edit<Values, Stored, Shown>) =>
    formAction(schema, (formArgs) => {
      const t = wordsOf(formArgs);
      let found: Promise<Stored> | undefined;
      const args = { ...formArgs, stored: () => (found ??= find(formArgs.api, id, formArgs)) };
      return {
        save: async (values, version) => {
          const outcome = (await save(args.api, { ...values, _id: id, version }, args)) ?? {};
          if (isRefused(outcome)) return outcome;
          return { done: done(t("form.saved"), outcome.note), to: pages.afterEdit(args, id) };
        },
        failed: { title: t("form.saveFailed") },
        ...more?.(args),
      };
    });
  const save = (args: FormArgs) => {
    const id = idOf(args);
    return edit && id !== undefined ? saveEdit(id, edit)(args) : saveNew(args);
  };
  return { gate, loader, save, action: consoleAction(gate, { save, ...(actions as Actions) }) };
}
