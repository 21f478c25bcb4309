import { redirect } from "@remix-run/node";
import type { z } from "zod/v4";
import type { FormArea } from "~/areas";
import { outcomes } from "~/i18n/outcomes";
import type { Texts } from "~/i18n/texts";
import { signsOf } from "./length";
import { openPages, placeOf } from "~/models/list/open-pages.server";
import { type ConsoleArgs, type FormArgs } from "~/services/console-args";
import { detailOr, type DetailError, type Loaded } from "~/services/failure.server";
import { formAction, type FormSpec, isFormBack } from "~/services/form-action.server";
import { formGate, opens } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

type FormTexts = {
  detail: { loadFailed: string };
  form: { created: string; createFailed: string; saved: string; saveFailed: string };
};

type RecordForm<Values extends object, Stored, T> = {
  /** Whoever lacks what its deed `edit` asks for sees the form and cannot change it. */
  area: Extract<FormArea, { texts: Texts<FormTexts>; deeds: { edit: object } }>;
  /** The rules of the form, the same that check it in the browser. */
  schema: (args: FormArgs) => z.ZodType<Values>;
  /** Throws ApiError. */
  find: (api: CustomerApi, id: string) => Promise<Stored>;
  /** What becomes of a record that cannot be loaded, where the page is not left for the usual screens. */
  load?: (found: Promise<Stored>, args: ConsoleArgs, failed: string) => Promise<Loaded<Stored, DetailError>>;
  nameOf: (stored: Stored) => string;
  /** Whether the person may change the record, beside the right for all of them. */
  isEditable?: (stored: Stored) => boolean;
  /** Fetched side by side with the record. */
  extra?: (args: ConsoleArgs, id: string | undefined) => Promise<T>;
  /** Throws ApiError. */
  create: (api: FormApi, values: NoInfer<Values>, args: FormArgs) => Promise<{ _id: string }>;
  /** Saves the record as the person saw it, in `version`. Throws ApiError. */
  update: (
    api: FormApi,
    values: NoInfer<Values> & { _id: string; version: number },
    args: FormArgs,
  ) => Promise<unknown>;
  /** What else `formAction` is to know: checks, questions, the area's own answers to errors. */
  more?: (args: FormArgs) => Partial<FormSpec<z.ZodType<Values>>>;
};

/**
 * Leads from the form of what is archived to the record, which says so (GEN-25). A form that comes back stays: what was
 * typed would be lost.
 */
export function leaveArchived(
  { notify, translate }: Pick<ConsoleArgs, "notify" | "translate">,
  { archivedAt }: { archivedAt: string | null },
  to: string,
  title = translate(outcomes)("archived"),
): void {
  if (archivedAt === null || isFormBack()) return;
  notify({ tone: "warning", title });
  throw redirect(to, 303);
}

/**
 * The page that creates a record of an area and the one that edits it, for one file with two routes: the guarded loader,
 * whose answer `<RecordFormScreen>` draws, and the handler of "Save". `stored` is null for a new record, and undefined
 * for one that could not be loaded. Words are the area's, with the typed `name` where they have a place for it.
 */
export function recordForm<
  Values extends object,
  Stored extends { archivedAt: string | null },
  T extends object = object,
>(form: RecordForm<Values, Stored, T>) {
  const { area, find, load = detailOr, nameOf, isEditable = () => true, extra, create, update, more } = form;
  const texts: Texts<FormTexts> = area.texts;
  const pages = openPages(area);
  const gate = formGate(area);
  return {
    gate,
    loader: consoleLoader(gate, async (args) => {
      const id = args.paramIfAny(area.id);
      const isNew = id === undefined;
      const failed = args.translate(texts)("detail.loadFailed");
      const [{ data, error: problem }, rights, place, more] = await Promise.all([
        isNew ? { data: null, error: null } : load(find(args.api, id), args, failed),
        args.rights(),
        placeOf(args),
        extra?.(args, id) as Promise<T>,
      ]);
      if (data && id !== undefined) leaveArchived(args, data, pages.afterEdit(place, id));
      return {
        ...more,
        backHref: isNew ? pages.openList(place, false) : pages.openDetail(place, id),
        cancelHref: isNew ? pages.cancelledCreation(place) : pages.afterEdit(place, id),
        stored: problem ? undefined : data,
        recordName: data ? nameOf(data) : undefined,
        problem,
        mayEdit:
          opens(isNew ? area.screens.create : area.deeds.edit, { flags: args.flags, rights }) &&
          (data === null || isEditable(data)),
      };
    }),
    save: formAction(form.schema, (args) => {
      const id = args.paramIfAny(area.id);
      const t = args.translate(texts);
      const typed = String(args.form.get("name") ?? "").trim();
      const name = signsOf(typed).slice(0, 100).join("");
      return {
        save: async (values, version) => {
          if (id === undefined) {
            const { _id } = await create(args.api, values, args);
            return { done: t("form.created", { name }), to: pages.afterCreation(args, _id) };
          }
          await update(args.api, { ...values, _id: id, version }, args);
          return { done: t("form.saved", { name }), to: pages.afterEdit(args, id) };
        },
        failed: { title: t(id === undefined ? "form.createFailed" : "form.saveFailed", { name }) },
        ...more?.(args),
      };
    }),
  };
}
