import { applications } from "~/i18n/applications";
import { board } from "~/i18n/board";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded, refusal } from "~/services/failure.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { settableStatuses } from "./application-options";
import {
  applicationActions,
  giveStatus,
  mayOnApplications,
  moveTo,
  selectionOf,
  stageOf,
} from "./application-screen.server";
import { loadDeclineChoice } from "./decline-reasons.server";
import { getBoard } from "./board.server";
import { messageFacts } from "./candidate-messages";

/** Board of the vacancy in the address: one column per stage (PIPE-01). */
export async function loadBoard(args: ConsoleArgs) {
  const { api, flags, param, translate, url } = args;
  const [vacancy, { data, error }, rights, declining] = await Promise.all([
    vacancyOfAddress(args),
    loaded(getBoard(api, param("vacancyId")), args, translate(board)("loadFailed")),
    args.rights(),
    loadDeclineChoice(args),
  ]);
  const { stages } = vacancy.workflow;
  const { stage } = stageOf(vacancy, url.searchParams.get("stageId") ?? undefined);
  return {
    problem: error,
    vacancy: { _id: vacancy._id, title: vacancy.title },
    columns: stages.map(({ _id, name, dayLimit }, index) => {
      const { count = 0, rows = [] } = data?.columns.find(({ stageId }) => stageId === _id) ?? {};
      return { _id, name, dayLimit, count, rows, isFirst: index === 0 };
    }),
    /** The only stage shown in a narrow window. */
    stageId: stage?._id ?? null,
    asOf: data?.asOf ?? null,
    messages: messageFacts(vacancy.messageSwitches, stage?._id),
    declining,
    may: mayOnApplications({ flags, rights }, data?.canView),
  };
}

export type BoardData = Awaited<ReturnType<typeof loadBoard>>;

/** Applies the chosen action, a status or a later stage, to these candidates. */
function applyDecision(args: FormArgs, ids: readonly string[], chosen: FormDataEntryValue | null) {
  const t = args.translate(applications);
  if (ids.length === 0) return refusal(t("bulk.nothingSelected"));
  const [what, value = ""] = String(chosen ?? "").split(/:(.*)/s);
  const selection = { ...selectionOf(args.form), ids: [...ids] };
  const status = settableStatuses.find((one) => one === value);
  if (what === "status" && status) return giveStatus(args, selection, status);
  if (what === "stage" && value) return moveTo(args, selection, value);
  return refusal(args.translate(board)("nothingChosen"));
}

/** Actions of the board's buttons: on one card, named by the button's detail, and on all ticked ones (PIPE-02). */
export const boardActions = {
  card: (args: FormArgs) => applyDecision(args, [args.detail], args.form.get(`next.${args.detail}`)),
  ticked: (args: FormArgs) => applyDecision(args, selectionOf(args.form).ids, args.form.get("next")),
  undo: applicationActions.undo,
};
