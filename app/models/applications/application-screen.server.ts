import { data, redirect } from "@remix-run/node";
import { applications } from "~/i18n/applications";
import { reportError } from "~/services/errors.server";
import { failure, loaded, refusal } from "~/services/failure.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { settableStatuses } from "./application-options";
import { type ApplicationSearch, readApplicationSearch } from "./application.schema";
import {
  type BulkOutcome,
  markViewed,
  moveApplications,
  resendLinks,
  resendReport,
  type Selection,
  updateStatus,
} from "./application-changes.server";
import {
  findApplication,
  findInsights,
  getApplications,
  getCounts,
  type StageCounts,
} from "./application.server";
import { listAgain, tableData } from "~/models/list/list.server";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";

/** The stage that the address means; an unknown one is the first (APP-01). */
export function stageOf(vacancy: Vacancy, stageId: string | undefined) {
  const { stages } = vacancy.workflow;
  const index = Math.max(
    0,
    stages.findIndex(({ _id }) => _id === stageId),
  );
  return { stage: stages[index], index, laterStages: stages.slice(index + 1) };
}

const noPages = { totalItems: 0, totalPages: 1, currentPage: 1 };

/** The application that an address asks for alone, or a page of those at a stage. */
async function pageOf({ api, scope }: ConsoleArgs, vacancy: Vacancy, search: ApplicationSearch) {
  // Days the wrong way round find nobody and are told of beside the field: there is nothing to ask for (APP-16).
  const { submittedFrom, submittedBefore } = search;
  if (!search.applicationId && submittedFrom && submittedBefore && submittedFrom >= submittedBefore)
    return { data: [], asOf: null, pagination: noPages, stageId: search.stageId };
  if (search.applicationId) {
    const found = await findApplication(api, scope, vacancy, search.applicationId);
    const data = found ? [found.row] : [];
    // The stage is where the application stands, also when it was moved on after the link was made.
    return {
      data,
      asOf: found?.asOf ?? null,
      pagination: { totalItems: data.length, totalPages: 1, currentPage: 1 },
      stageId: found?.row.stageId ?? search.stageId,
    };
  }
  const stageId = stageOf(vacancy, search.stageId).stage?._id ?? "";
  const { rows, asOf, pagination } = await getApplications(api, scope, vacancy, stageId, search);
  return { data: rows, asOf, pagination, stageId };
}

/** The candidates of a vacancy as its screen shows them: everything the section below the panel needs. */
export async function loadApplications(args: ConsoleArgs, vacancy: Vacancy) {
  const { api, scope, flags, url, timeZone, translate } = args;
  const search = readApplicationSearch(url.searchParams, timeZone);
  const [result, counts] = await Promise.all([
    loaded(pageOf(args, vacancy, search), args, translate(applications)("loadFailed")),
    // The counts only add to the tabs and the filter: without them they are still those.
    getCounts(api, scope, vacancy).catch((error: unknown) => {
      reportError(error, { operation: "AppsGetVacancyStageCounts" });
      return null;
    }),
  ]);
  const { stage, index, laterStages } = stageOf(vacancy, result.data?.stageId ?? search.stageId);
  const { list, defaults, progress, zone, filters, applicationId } = search;
  return {
    ...tableData(args, "applications", result, list, defaults),
    stage: stage && { _id: stage._id, name: stage.name, product: stage.product, isFirst: index === 0 },
    stages: vacancy.workflow.stages.map(({ _id, name }) => ({
      _id,
      name,
      counts: counts?.stages[_id] ?? null,
    })),
    laterStages: laterStages.map(({ _id, name }) => ({ value: _id, label: name })),
    /** Of the whole vacancy; left out while it is not known. */
    total: counts ? sumOf(counts.stages) : undefined,
    progress,
    applicationId: applicationId ?? null,
    filters,
    zone,
    counts: counts?.statuses ?? {},
    asOf: result.data?.asOf ?? null,
    may: {
      delete: flags.edgeCandidateDeleteEnabled,
      deidentify: flags.edgeCandidateDeidentifyEnabled,
    },
  };
}

const sumOf = (stages: Partial<Record<string, StageCounts>>) =>
  Object.values(stages).reduce((sum, counts) => sum + (counts?.ALL ?? 0), 0);

export type ApplicationsData = Awaited<ReturnType<typeof loadApplications>>;

// ---- what the section's form asks for ----

function selectionOf(form: FormData): Selection {
  const asOf = form.get("asOf");
  return {
    ids: [...new Set(form.getAll("ids").map(String))].slice(0, 500),
    unchangedSince: typeof asOf === "string" && !Number.isNaN(Date.parse(asOf)) ? asOf : undefined,
  };
}

/** All done: the list again with the notice. Otherwise the page tells who was left out and why. */
function bulkAnswer(args: FormArgs, outcome: BulkOutcome, words: { done: string; failed: string }) {
  if (outcome.refused.length === 0) {
    args.notify({ tone: "success", title: words.done });
    return listAgain(args);
  }
  const title = outcome.done > 0 ? words.done : words.failed;
  // 200 also when nothing was done: the list is read again, for the person to see how things stand now.
  return data({ notice: null, report: { title, ...outcome } });
}

async function answerOf(args: FormArgs, call: Promise<BulkOutcome>, words: { done: string; failed: string }) {
  try {
    return bulkAnswer(args, await call, words);
  } catch (error) {
    return failure(error, args, { title: words.failed });
  }
}

/** Gives the selected applications a status (APP-39). */
export function applyStatus(args: FormArgs) {
  const { api, scope, form, idempotencyKey, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  const status = settableStatuses.find((one) => one === form.get("newStatus"));
  if (selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  if (!status) return refusal(t("bulk.noStatus"));
  const words = { done: t("bulk.statusDone"), failed: t("bulk.statusFailed") };
  return answerOf(args, updateStatus(api, scope, selection, status, idempotencyKey), words);
}

/** Moves the selected applications to a later stage (APP-41). */
export function applyMove(args: FormArgs) {
  const { api, scope, form, idempotencyKey, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  const stageId = form.get("toStage");
  if (selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  // On the last stage there is nothing to choose from.
  if (typeof stageId !== "string") return refusal(t("bulk.lastStage"));
  if (!stageId) return refusal(t("bulk.noStage"));
  const words = { done: t("bulk.moveDone"), failed: t("bulk.moveFailed") };
  return answerOf(args, moveApplications(api, scope, selection, stageId, idempotencyKey), words);
}

/** Sends the assessment links of the selected applications again (APP-43). */
export function applyResend(args: FormArgs) {
  const { api, scope, form, idempotencyKey, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  if (selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  const words = { done: t("bulk.resendDone"), failed: t("bulk.resendFailed") };
  return answerOf(args, resendLinks(api, scope, selection, idempotencyKey), words);
}

/** Sends one candidate's report again; the button's detail is the application (APP-48). */
export async function applyReport(args: FormArgs) {
  const { api, scope, detail, idempotencyKey, translate, notify } = args;
  const t = translate(applications);
  try {
    await resendReport(api, scope, detail, idempotencyKey);
  } catch (error) {
    return failure(error, args, { title: t("report.failed") });
  }
  notify({ tone: "success", title: t("report.done") });
  return listAgain(args);
}

/**
 * Notes that the insights were looked at and goes on to the page that leads there (APP-34). That page is ours:
 * browsers hold a form's redirects to this origin.
 */
export async function openInsights(args: FormArgs) {
  const { api, scope, base, params, detail, idempotencyKey, translate } = args;
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  const insights = await findInsights(api, scope, vacancy, detail);
  if (!insights) return refusal(translate(applications)("insights.gone"));
  try {
    await markViewed(api, scope, insights.assessmentId, idempotencyKey);
  } catch (error) {
    return failure(error, args, { title: translate(applications)("insights.failed") });
  }
  return redirect(`${base}/vacancies/${vacancy._id}/applications/${detail}/insights`, 303);
}
