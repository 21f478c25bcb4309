import { applications } from "~/i18n/applications";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { openUndo } from "~/services/undo.server";
import { getUndoable } from "./application-changes.server";
import { mayOnApplications } from "./application-screen.server";

/** Candidates of the Undo in the URL (PIPE-11). */
export async function loadUndoable(args: ConsoleArgs) {
  const { api, base, flags, param, translate, url } = args;
  const undo = await openUndo({ ...args, form: url.searchParams });
  const changes = undo?.what === "status" ? undo : null;
  const [vacancy, rights, { data, error }] = await Promise.all([
    vacancyOfAddress(args),
    args.rights(),
    loaded(
      changes ? getUndoable(api, changes, param("vacancyId")) : Promise.resolve([]),
      args,
      translate(applications)("undoSome.loadFailed"),
    ),
  ]);
  const params = new URLSearchParams(url.searchParams);
  params.delete("undo");
  const rows = data ?? [];
  return {
    problem: error,
    isGone: changes === null,
    rows,
    /** Candidates deleted since, or no longer visible. */
    missing: error || !changes ? 0 : changes.ids.length - rows.length,
    mayOpen: mayOnApplications({ flags, rights }).open,
    stages: vacancy.workflow.stages.map(({ _id, name }) => ({ _id, name })),
    vacancyTitle: vacancy.title,
    vacancyPath: `${base}/vacancies/${vacancy._id}`,
    /** Query of the list or board to return to. */
    search: params.size > 0 ? `?${params}` : "",
  };
}
