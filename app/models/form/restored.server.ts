import type { Area } from "~/areas";
import { outcomes } from "~/i18n/outcomes";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { queryOf } from "~/services/operation.server";
import { restoreParameter, valuesBefore } from "./restorable";

const fetchEntry = queryOf(
  "AudGetEntry",
  "entry { objects { kind _id fields { field hidden before } } }",
  "RestoredEntry",
);

/** Earlier values for a record's form, and what the page says about them; null if the URL asks for none (AUD-22). */
export async function restoredValues({ api, translate, url }: ConsoleArgs, area: Area, id: string) {
  const entryId = url.searchParams.get(restoreParameter);
  if (!entryId || !("kind" in area)) return null;
  const found = await optional(fetchEntry(api, { _id: entryId }), null);
  const object = found?.entry.objects.find((one) => one.kind === area.kind && one._id === id);
  const values = object ? valuesBefore(area, object.fields) : null;
  if (!object || !values) return null;
  const isAll = Object.keys(values).length === object.fields.length;
  return { values, title: translate(outcomes)(isAll ? "restoredValues" : "restoredSome") };
}
