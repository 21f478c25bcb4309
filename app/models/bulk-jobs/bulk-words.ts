import type { bulkJobs } from "~/i18n/bulk-jobs";
import { applications } from "~/i18n/applications";
import { deliveryText } from "~/models/applications/candidate-messages";
import { applicationResults, applicationStatuses } from "~/models/applications/application-options";
import { formatNumber } from "~/i18n/numbers";
import type { Texts, Translate } from "~/i18n/texts";
import type { BulkJob, BulkReason, BulkRow } from "./bulk-job.server";

export const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const satisfies readonly BulkRow["outcome"][];

export const bulkReasons = [
  "CHANGED",
  "SO_ALREADY",
  "NOT_A_LATER_STAGE",
  "NO_SUCH_STAGE",
  "ASSESSMENT_CLOSED",
  "DEIDENTIFIED",
  "MESSAGE_OFF",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "FAILED",
] as const satisfies readonly BulkReason[];

type JobTranslators = {
  t: Translate<(typeof bulkJobs)["en"]>;
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
};

/** A job's title: its action, spelled out. */
export function titleOf(
  job: Pick<BulkJob, "action" | "status" | "stageName" | "undoOf">,
  { t, translate }: JobTranslators,
) {
  const { action, status, stageName } = job;
  const words = t(`action.${action}`, {
    status: status ? translate(applications)(`status.${status}`) : "",
    stage: stageName ?? "-",
  });
  if (job.undoOf === null) return words;
  return action === "APPLICATION_STATUS" ? t("undoStatusTitle") : t("undoTitle", { what: words });
}

/**
 * The job's source list and its filters as text, e.g. "Vacancies: nurse; With applicants" (BULK-17).
 * Departments are only counted, because the URL has just their ids.
 */
export function listOf(
  { action, vacancyTitle, origin }: Pick<BulkJob, "action" | "vacancyTitle" | "origin">,
  { t, translate }: JobTranslators,
): string {
  const list = vacancyTitle === null ? t(`lists.${action}`) : t("of", { title: vacancyTitle });
  const params = new URLSearchParams(origin?.split("?")[1] ?? "");
  const departments = params.getAll("department").length;
  const statusOf = translate(applications);
  const filters = [
    ...["q", "search", "manager"].map((name) => params.get(name)),
    departments > 0 && t("filters.department", { count: departments }),
    ...[...params.getAll("status"), ...params.getAll("result")].map((code) => nameOf(code, statusOf)),
    params.get("progressStatus")?.replaceAll("_", " ").toLowerCase(),
    params.get("unviewed") === "1" && statusOf("filters.unviewed"),
    params.get("overdue") === "1" && statusOf("filters.overdue"),
    params.get("applicants") === "with" && t("filters.with"),
    params.get("applicants") === "without" && t("filters.without"),
    params.has("workflow") && t("filters.workflow"),
    (params.has("from") || params.has("to")) && `${params.get("from") ?? "…"} – ${params.get("to") ?? "…"}`,
  ].filter(Boolean);
  return filters.length > 0 ? `${list}: ${filters.join("; ")}` : list;
}

/** Label of a status or result code, as in the candidate list; unknown codes are returned unchanged. */
function nameOf(code: string, t: Translate<(typeof applications)["en"]>): string {
  const status = applicationStatuses.find((one) => one === code);
  if (status) return t(`status.${status}`);
  const result = applicationResults.find((one) => one === code);
  return result ? t(`result.${result}`) : code;
}

/** Text values for a formatted row count. */
export const counted = (count: number) => ({ number: formatNumber(count) });

type MessageCounts = Pick<BulkJob, "declinesTold" | "messagesSent">;

/**
 * Texts on which declines had already reached candidates and which are stopped, among the `rows` that an undo affects,
 * and on the channels of the messages sent. Undefined if the job does neither.
 */
export function sentMessageTexts(
  { declinesTold, messagesSent }: MessageCounts,
  rows: number,
  when: "plan" | "done",
  t: JobTranslators["t"],
  status: Translate<(typeof applications)["en"]>,
): string | undefined {
  if (messagesSent.length > 0) return deliveryText(status, messagesSent);
  if (declinesTold === null || rows === 0) return undefined;
  const stopped = rows - declinesTold;
  return [
    declinesTold > 0 && t(`told.${when}.sent`, { count: declinesTold, ...counted(declinesTold) }),
    stopped > 0 && t(`told.${when}.stopped`, { count: stopped, ...counted(stopped) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** True if the action can be undone; moves and messages cannot (BULK-04). */
export const canBeUndone = (action: BulkJob["action"]): boolean =>
  action !== "APPLICATION_MOVE" && action !== "APPLICATION_RESEND";

/** Badge colours for row outcomes and job states. */
export const outcomeTones = { WAITING: "gray", DONE: "green", SKIPPED: "amber" } as const;
export const stateTones = {
  PREPARING: "gray",
  PLANNED: "gray",
  RUNNING: "accent",
  STOPPED: "amber",
  DONE: "green",
} as const;
