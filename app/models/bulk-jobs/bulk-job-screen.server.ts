import { redirect } from "@remix-run/node";
import { createHash } from "node:crypto";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { allMatchParameter } from "~/models/list/all-match";
import { planRefusalNotice } from "~/models/list/bulk.server";
import { listSearch, choiceFilter } from "~/models/list/list-search";
import { isReloadingOff, reloadingHref } from "~/models/list/reloading";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { screenGates } from "~/services/gates";
import { failure, nothingSelected, optional, refusal } from "~/services/failure.server";
import { ApiError } from "~/services/regional-api.server";
import { screenHref } from "~/services/undo.server";
import {
  type BulkJob,
  cancelBulkPlan,
  getUndoableJobs,
  planUndo,
  runBulkJob,
  stopBulkJob,
} from "./bulk-job.server";
import { bulkOutcomes, bulkReasons, titleOf } from "./bulk-words";

/** Gate of all bulk actions on matching rows. */
export const bulkGate = screenGates["bulk-jobs"];

/** A job's rows keep the order of the list they were selected from. */
export const rowSearch = listSearch({
  sorts: ["position"],
  defaultSort: "position",
  defaultOrder: "asc",
  filters: { outcome: choiceFilter(bulkOutcomes), reason: choiceFilter(bulkReasons) },
});

/**
 * The user's latest undoable bulk action on this vacancy's candidates, or on vacancies if `vacancyId` is null
 * (BULK-26). Null if there is none or it cannot be loaded.
 */
export async function undoableJob({ api, flags, base, translate }: ConsoleArgs, vacancyId: string | null) {
  if (!flags.edgeBulkJobsEnabled) return null;
  const jobs = await optional(getUndoableJobs(api), []);
  const job = jobs.find((one) => one.vacancyId === vacancyId);
  if (!job) return null;
  return {
    what: titleOf(job, { t: translate(bulkJobs), translate }),
    changed: job.done - job.undone,
    until: job.undoUntil,
    href: jobHref({ base }, job.jobId),
  };
}

/** Path of a job's page. */
export const jobHref = ({ base }: Pick<ConsoleArgs, "base">, jobId: string) => `${base}/bulk-jobs/${jobId}`;

/** URL of the current list without the "all matching" selection, to return to. */
function originOf(args: ConsoleArgs): string {
  const [path = "", search = ""] = screenHref(args).split("?");
  const params = new URLSearchParams(search);
  params.delete(allMatchParameter);
  const kept = params.toString();
  return kept ? `${path}?${kept}` : path;
}

/** The list a job was created from, if it belongs to this customer's screens. */
export const originHref = ({ base }: Pick<ConsoleArgs, "base">, { origin }: Pick<BulkJob, "origin">) =>
  origin?.startsWith(`${base}/`) && !origin.includes("\\") ? origin : undefined;

/**
 * Creates a plan via `plan`, which receives its ids, and redirects to its page. One press of a button makes one plan,
 * however often it is posted (GEN-22). Throws ApiError.
 */
export async function createPlan(
  args: FormArgs,
  asked: unknown,
  plan: (ids: { jobId: string; origin: string }) => Promise<unknown>,
): Promise<Response> {
  const sent = JSON.stringify([args.idempotencyKey, originOf(args), asked]);
  const jobId = createHash("sha256").update(sent).digest("hex").slice(0, 32);
  await plan({ jobId, origin: originOf(args) });
  return redirect(jobHref(args, jobId), 303);
}

const steps = { start: runBulkJob, stop: stopBulkJob } as const;

/** Starts, resumes or stops the job in the URL, then shows it again. */
export const stepAction = (step: keyof typeof steps) => async (args: FormArgs) => {
  const { api, param, translate } = args;
  const jobId = param("jobId");
  try {
    await steps[step](api, { jobId });
  } catch (error) {
    return failure(error, args, { title: translate(bulkJobs)(`${step}Failed`) });
  }
  return redirect(reloadingHref(jobHref(args, jobId), isReloadingOff(args.url.search)), 303);
};

/** Discards the plan in the URL and returns to the list it was made from (BULK-22). */
export async function cancelPlan(args: FormArgs) {
  const { api, base, param, notify, translate } = args;
  const list = `${base}/bulk-jobs`;
  try {
    const plan = await cancelBulkPlan(api, { jobId: param("jobId") });
    notify({ tone: "success", title: translate(bulkJobs)("cancelled") });
    return redirect(originHref(args, plan) ?? list, 303);
  } catch (error) {
    const kind = error instanceof ApiError ? error.kind : undefined;
    if (kind === "NOT_FOUND") return redirect(list, 303);
    const t = translate(bulkJobs);
    return kind === "CONFLICT"
      ? refusal(t("cancelLate"))
      : failure(error, args, { title: t("cancelFailed") });
  }
}

/** Plans an undo of the job in the URL, for all rows or the ticked ones (BULK-14). */
export const undoJob = (which: "all" | "ticked") => async (args: FormArgs) => {
  const { api, param, form, translate } = args;
  const positions = which === "all" ? null : form.getAll("ids").map(Number).filter(Number.isInteger);
  if (positions?.length === 0) return nothingSelected(args);
  try {
    return await createPlan(args, [which, positions], ({ jobId }) =>
      planUndo(api, { jobId, origin: jobHref(args, param("jobId")), undoOf: param("jobId"), positions }),
    );
  } catch (error) {
    return (
      planRefusalNotice(args, error) ?? failure(error, args, { title: translate(bulkJobs)("undoFailed") })
    );
  }
};
