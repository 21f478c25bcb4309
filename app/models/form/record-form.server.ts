import { redirect } from "@remix-run/node";
import type { z } from "zod/v4";
import type { FormArea } from "~/areas";
import { outcomes } from "~/i18n/outcomes";
import type { Texts } from "~/i18n/texts";
import { openPages, placeOf } from "~/models/list/open-pages.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { formAction, type FormSpec, isFormBack, type Refused } from "~/services/form-action.server";
import type { DetailError, Loaded } from "~/services/failure.server";
import { formGate } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import type { Right } from "~/services/rights";

type FormTexts = { form: { created: string; createFailed: string; saved: string; saveFailed: string } };

type RecordForm<S extends z.ZodType, Stored, T> = {
  area: Extract<FormArea, { texts: Texts<FormTexts> }>;
  /** The rules of the form, the same that check it in the browser. */
  schema: (args: FormArgs) => S;
  /** The rights to save: who lacks them sees the form and cannot change it. */
  rights: Readonly<Record<"create" | "edit", Right>>;
  find: (args: ConsoleArgs, id: string) => Promise<Loaded<Stored, DetailError>>;
  nameOf: (stored: Stored) => string;
  /** Whether the person may change the record, beside the right for all of them. */
  isEditable?: (stored: Stored) => boolean;
  /** Fetched side by side with the record. */
  extra?: (args: ConsoleArgs, id: string | undefined) => Promise<T>;
  /** Throws ApiError. */
  create: (args: FormArgs, values: z.output<S>) => Promise<{ _id: string }>;
  /** Saves the record as the person saw it, in `version`, or answers why not. Throws ApiError. */
  update: (args: FormArgs, id: string, values: z.output<S>, version: number) => Promise<Refused | void>;
  /** What else `formAction` is to know: checks, questions, the area's own answers to errors. */
  more?: (args: FormArgs) => Partial<FormSpec<S>>;
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
  S extends z.ZodType,
  Stored extends { archivedAt: string | null },
  T extends object = object,
>(form: RecordForm<S, Stored, T>) {
  const { area, rights, find, nameOf, isEditable = () => true, extra, create, update, more } = form;
  const texts: Texts<FormTexts> = area.texts;
  const pages = openPages(area);
  const gate = formGate(area);
  return {
    gate,
    loader: consoleLoader(gate, async (args) => {
      const id = args.paramIfAny(area.id);
      const isNew = id === undefined;
      const [{ data, error: problem }, isHeld, place, more] = await Promise.all([
        isNew ? { data: null, error: null } : find(args, id),
        holdsRight(args, isNew ? rights.create : rights.edit),
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
        mayEdit: isHeld && (data === null || isEditable(data)),
      };
    }),
    save: formAction(form.schema, (args) => {
      const id = args.paramIfAny(area.id);
      const t = args.translate(texts);
      const name = String(args.form.get("name") ?? "")
        .trim()
        .slice(0, 100);
      return {
        save: async (values, version) => {
          if (id === undefined) {
            const { _id } = await create(args, values);
            return { done: t("form.created", { name }), to: pages.afterCreation(args, _id) };
          }
          const refused = await update(args, id, values, version);
          return refused ?? { done: t("form.saved", { name }), to: pages.afterEdit(args, id) };
        },
        failed: { title: t(id === undefined ? "form.createFailed" : "form.saveFailed", { name }) },
        ...more?.(args),
      };
    }),
  };
}
