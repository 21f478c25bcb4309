import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { applications } from "~/i18n/applications";
import { compare } from "~/i18n/compare";
import { outcomes } from "~/i18n/outcomes";
import { failure, loaded, optional, refusal } from "~/services/failure.server";
import { isApiMessage } from "~/services/api-messages";
import { actionGates, isGateOpen, screenGates } from "~/services/gates";
import type { Rights } from "~/services/rights";
import type { Flags } from "~/flags";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Notice } from "~/sessions.server";
import { type Changes, offerUndo, openUndo, screenHref, sealUndo } from "~/services/undo.server";
import { settableStatuses } from "./application-options";
import { declineReasonOf, loadDeclineChoice, missingReasonAnswer } from "./decline-reasons.server";
import { isComparable } from "./compare.server";
import { messageFacts, deliveryText } from "./candidate-messages";
import { type ApplicationSearch, applicationSorts, readApplicationSearch } from "./application.schema";
import { decidedOf, withDecided } from "./decided";
import {
  type BulkOutcome,
  markViewed,
  moveApplications,
  resendLinks,
  resendReport,
  type Selection,
  undoStatus,
  updateStatus,
} from "./application-changes.server";
import {
  applicationFilter,
  type ApplicationRow,
  findApplication,
  findInsights,
  getApplications,
  getCounts,
  type StageCounts,
} from "./application.server";
import { planApplications } from "~/models/bulk-jobs/bulk-job.server";
import { createPlan, undoableJob } from "~/models/bulk-jobs/bulk-job-screen.server";
import { isAllChosen } from "~/models/list/all-match";
import { isExport, throwFile } from "~/models/list/export.server";
import { allMatchState, refuseUnknownFilters, tableData } from "~/models/list/list.server";
import { redirectToList, planOfAll } from "~/models/list/bulk.server";
import { enterListOrRedirect } from "~/models/list/saved-views.server";
import type { ColumnBasis, ExportColumn } from "~/models/list/list-columns";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyToChange } from "~/models/vacancies/vacancy-screen.server";

/**
 * Actions on applications and candidates allowed by these flags and rights. All require the right to open an
 * application, because the dialogs lie on its page; `canView` is false if the vacancy's department denies that.
 */
export function mayOnApplications(held: { flags: Flags; rights: Rights }, canView = true) {
  const open = canView && isGateOpen(screenGates["vacancies/:vacancyId/applications/:applicationId"], held);
  return {
    open,
    change: open && isGateOpen(actionGates.changeApplication, held),
    edit: open && isGateOpen(actionGates.editCandidate, held),
    delete: open && isGateOpen(actionGates.deleteCandidate, held),
    deidentify: open && isGateOpen(actionGates.deidentifyCandidate, held),
  };
}
export type MayOnApplications = ReturnType<typeof mayOnApplications>;

/** The stage in the address; falls back to the first if unknown (APP-01). */
export function stageOf(vacancy: Vacancy, stageId: string | undefined) {
  const { stages } = vacancy.workflow;
  const index = Math.max(
    0,
    stages.findIndex(({ _id }) => _id === stageId),
  );
  return { stage: stages[index], index, laterStages: stages.slice(index + 1) };
}

const noPages = { totalItems: 0, totalPages: 1, currentPage: 1 };

/** The application named in the address, otherwise a page of the stage's list. */
async function pageOf({ api }: ConsoleArgs, vacancy: Vacancy, search: ApplicationSearch, isOfFile = false) {
  // Reversed dates match nothing and the field shows the error, so no request is needed (APP-16).
  const { submittedFrom, submittedBefore } = search;
  if (!search.applicationId && submittedFrom && submittedBefore && submittedFrom >= submittedBefore)
    return { data: [], asOf: null, canView: true, pagination: noPages, stageId: search.stageId };
  const { stage } = stageOf(vacancy, search.stageId);
  if (search.applicationId) {
    const found = await findApplication(api, vacancy, search.applicationId, isOfFile);
    const data = found ? [found.row] : [];
    // Use the application's current stage, even if it has moved since the link was made.
    return {
      data,
      asOf: found?.asOf ?? null,
      canView: found?.canView ?? true,
      pagination: { totalItems: data.length, totalPages: 1, currentPage: 1 },
      stageId: found?.row.stageId ?? search.stageId,
    };
  }
  const stageId = stage?._id ?? "";
  const { rows, ...rest } = await getApplications(api, vacancy, stageId, search, isOfFile);
  return { data: rows, ...rest, stageId };
}

/** A vacancy's candidates as its screen shows them: all data for the section below the panel. */
export async function loadApplications(args: ConsoleArgs, vacancy: Vacancy, columns: StageColumns) {
  const { api, flags, url, timeZone, translate } = args;
  await enterListOrRedirect(args, "applications");
  const search = readApplicationSearch(url.searchParams, timeZone);
  if (isExport(args)) await throwApplications(args, vacancy, search, columns);
  const [result, counts, rights, undoable, declining] = await Promise.all([
    loaded(pageOf(args, vacancy, search), args, translate(applications)("loadFailed")),
    // Counts only decorate the tabs and the filter, which work without them.
    optional(getCounts(api, vacancy, stageOf(vacancy, search.stageId).stage?._id ?? "", search), null),
    args.rights(),
    undoableJob(args, vacancy._id),
    loadDeclineChoice(args),
  ]);
  const may = mayOnApplications({ flags, rights }, result.data?.canView);
  const { stage, index, laterStages } = stageOf(vacancy, result.data?.stageId ?? search.stageId);
  const { list, defaults, progress, zone, filters, leftOut, applicationId } = search;
  return {
    ...(await tableData(args, "applications", result, list, defaults)),
    // All are at the stage that is shown, and a page may have a hundred of them.
    rows: result.data?.data.map(({ stageId, ...row }) => row) ?? [],
    stage: stage && {
      ...{ _id: stage._id, name: stage.name, product: stage.product, isFirst: index === 0 },
      ...(stage.dayLimit !== null && { dayLimit: stage.dayLimit }),
    },
    stages: vacancy.workflow.stages.map(({ _id, name }) => ({
      _id,
      name,
      counts: counts?.stages[_id] ?? null,
    })),
    laterStages: laterStages.map(({ _id, name }) => ({ value: _id, label: name })),
    /** Whole vacancy; omitted while unknown. */
    total: counts ? sumOf(counts.stages) : undefined,
    progress,
    applicationId: applicationId ?? null,
    filters,
    ...(leftOut.length > 0 && { leftOut }),
    zone,
    counts: counts?.statuses ?? null,
    asOf: result.data?.asOf ?? null,
    messages: messageFacts(vacancy.messageSwitches, stage?._id),
    declining,
    // A single application from the address is not a list.
    allMatch: applicationId || !may.change ? undefined : allMatchState(args),
    undoable,
    may,
  };
}

type StageFacts = {
  stage: { product: string; isFirst: boolean; dayLimit?: number | null } | undefined;
  stages: readonly { _id: string; name: string }[];
  progress: ApplicationSearch["progress"];
  /** True if the user may open candidates and therefore see their phone numbers. */
  mayOpen: boolean;
};
/** Export columns for a stage's applications. */
type StageColumns = (basis: ColumnBasis, facts: StageFacts) => readonly ExportColumn<ApplicationRow>[];

async function throwApplications(
  args: ConsoleArgs,
  vacancy: Vacancy,
  search: ApplicationSearch,
  columns: StageColumns,
): Promise<never> {
  const { stage, index } = stageOf(vacancy, search.stageId);
  const facts: StageFacts = {
    stage: stage && { product: stage.product, isFirst: index === 0, dayLimit: stage.dayLimit },
    stages: vacancy.workflow.stages,
    progress: search.progress,
    mayOpen: mayOnApplications({ flags: args.flags, rights: await args.rights() }).open,
  };
  return throwFile(args, {
    name: "applications",
    sorts: applicationSorts,
    columns: (basis) => columns(basis, facts),
    fetch: (page, size) => pageOf(args, vacancy, { ...search, list: { ...search.list, page, size } }, true),
  });
}

const sumOf = (stages: Partial<Record<string, StageCounts>>) =>
  Object.values(stages).reduce((sum, counts) => sum + (counts?.ALL ?? 0), 0);

export type ApplicationsData = Awaited<ReturnType<typeof loadApplications>>;

// ---- actions of the section's form ----

/** Selection and list timestamp of a posted form. */
export function selectionOf(form: FormData): Selection {
  const asOf = form.get("asOf");
  return {
    ids: [...new Set(form.getAll("ids").map(String))].slice(0, 500),
    unchangedSince: typeof asOf === "string" && !Number.isNaN(Date.parse(asOf)) ? asOf : undefined,
  };
}

type BulkKind = "status" | "move" | "undo";
type BulkTexts = { done: string; failed: string; rest?: Notice["undo"] };

/**
 * If all were changed, reloads the list with a notice; otherwise reports which were left out and why. Status changes
 * can be undone. Candidates that an Undo skipped are not selected again.
 */
async function bulkAnswer(args: FormArgs, outcome: BulkOutcome, words: BulkTexts, kind?: BulkKind) {
  const { done, refused, changes } = outcome;
  const lines = [await describeChange(args, outcome, kind), messagesOf(args, outcome)].filter(
    (line) => line !== undefined,
  );
  const description = lines.join(" ");
  const offered = kind === "status" ? offerUndo(args, kind, changes) : undefined;
  const undo = offered && { ...offered, ...(changes && changes.ids.length > 1 && { isDivisible: true }) };
  if (refused.length === 0) {
    args.notify({
      tone: "success",
      title: words.done,
      ...(description && { description }),
      undo: words.rest ?? undo,
    });
    return kind ? returnToPage(args, kind) : redirectToList(args);
  }
  // The reasons of each candidate follow, so support need not be asked.
  const none = kind === "undo" ? words.failed : args.translate(applications)("bulk.noneDone");
  const title = done > 0 ? words.done : none;
  // 200 even if nothing was done: the list is reloaded so that it shows the current state.
  return data({
    notice: null,
    report: {
      title,
      done,
      refused,
      description,
      undo: undo && (await sealUndo(undo)),
      isUndo: kind === "undo",
    },
  });
}

/** The list's next candidate, as the posted page showed it. */
const nextSchema = z.object({
  nextId: z.string().regex(/^[\w-]{1,64}$/),
  nextPage: z.coerce.number().int().min(1),
});

/**
 * Redirects to the list; from a candidate's page, to the next candidate of its list if there is one, else the same page
 * (PIPE-09). The query string keeps the candidates already decided on (APP-88).
 */
function returnToPage({ url, form, base, param, paramIfAny }: FormArgs, kind: BulkKind): Response {
  const id = paramIfAny("applicationId");
  if (url.searchParams.has("undo")) return redirect(screenHref({ url: listOfUndo(url) }), 303);
  // An Undo posts to the address from before the decision.
  if (id === undefined || kind === "undo") return redirect(screenHref({ url }), 303);
  const others = decidedOf(url.searchParams).filter((one) => one !== id);
  const searchParams = withDecided(url.searchParams, [...others, id]);
  const { data: next } = nextSchema.safeParse(Object.fromEntries(form));
  if (!next) return redirect(screenHref({ url: { pathname: url.pathname, searchParams } }), 303);
  searchParams.delete("page");
  if (next.nextPage > 1) searchParams.set("page", String(next.nextPage));
  const pathname = `${base}/vacancies/${param("vacancyId")}/applications/${next.nextId}`;
  return redirect(screenHref({ url: { pathname, searchParams } }), 303);
}

/** The list or board that the page of an Undo was opened from (PIPE-11). */
function listOfUndo(url: URL): URL {
  const list = new URL(url);
  list.pathname = url.pathname.replace(/\/undo$/, "");
  list.searchParams.delete("undo");
  return list;
}

/** True on screens that act on single candidates: the candidate's page and the board. */
const isSingleCandidate = ({ url, paramIfAny }: FormArgs) =>
  paramIfAny("applicationId") !== undefined || url.pathname.endsWith("/board");

/** Names the changed candidate and the new state, because the next page may show a different candidate. */
async function describeChange(
  args: FormArgs,
  { only }: BulkOutcome,
  kind?: BulkKind,
): Promise<string | undefined> {
  if (!only || !kind || !isSingleCandidate(args)) return undefined;
  const t = args.translate(applications);
  const { name, status, stageId } = only;
  if (kind !== "move") return t("bulk.isNow", { name, status: t(`status.${status}`) });
  const vacancy = await optional(vacancyToChange(args), null);
  const stage = vacancy?.workflow.stages.find(({ _id }) => _id === stageId)?.name;
  return stage && t("bulk.isNowAt", { name, stage });
}

/** Notice text about messages sent by a bulk action; undefined if there is nothing to report. */
function messagesOf(args: FormArgs, { sent, declines: { told, untold } }: BulkOutcome): string | undefined {
  const t = args.translate(applications);
  const lines = [
    deliveryText(t, sent),
    told > 0 && t("undone.told", { count: told }),
    untold > 0 && t("undone.untold", { count: untold }),
  ].filter(Boolean);
  return lines.length > 0 ? lines.join(" ") : undefined;
}

async function answerOf(args: FormArgs, call: Promise<BulkOutcome>, words: BulkTexts, kind?: BulkKind) {
  try {
    return await bulkAnswer(args, await call, words, kind);
  } catch (error) {
    return missingReasonAnswer(args, error) ?? failure(error, args, { title: words.failed });
  }
}

/**
 * True if a button acts on all matching rows, which only the list itself can do: a candidate's page keeps the list's
 * query in its address, and an address may name a single application.
 */
const isAllSelected = ({ url, paramIfAny }: FormArgs) =>
  isAllChosen(url) && paramIfAny("applicationId") === undefined && !url.searchParams.has("applicationId");

type Change = { status: SettableStatus; declineReasonId?: string } | { stageId: string } | { resend: true };

/** Plans a bulk job for every application that matches the list's filters (BULK-01). */
const planForAll = (args: FormArgs, change: Change, failed: string) =>
  planOfAll(
    args,
    async ({ timeZone, url }: FormArgs) => {
      const search = readApplicationSearch(url.searchParams, timeZone);
      const refused = refuseUnknownFilters(args, search.leftOut);
      if (refused) return refused;
      const vacancy = await vacancyToChange(args);
      const stageId = stageOf(vacancy, search.stageId).stage?._id ?? "";
      return createPlan(args, change, (ids) => {
        const filter = applicationFilter(args.api.ids, vacancy.externalVacancyId ?? "", stageId, search);
        return planApplications(args.api, { ...ids, filter, change });
      });
    },
    { title: failed },
  );

/** Sets the status of the selected applications (APP-39). */
function applyStatus(args: FormArgs) {
  const { form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  // On a candidate's page each status is a separate button.
  const status = settableStatuses.find((one) => one === (args.detail || form.get("newStatus")));
  const isAll = isAllSelected(args);
  if (!isAll && selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  if (!status) return refusal(t("bulk.noStatus"));
  if (isAll) return planForAll(args, { status, ...declineReasonOf(form, status) }, t("bulk.statusFailed"));
  return giveStatus(args, selection, status);
}

type SettableStatus = (typeof settableStatuses)[number];

/** Sets these applications' status and reports the outcome. */
export function giveStatus(args: FormArgs, selection: Selection, status: SettableStatus) {
  const t = args.translate(applications);
  const words = { done: t("bulk.statusDone"), failed: t("bulk.statusFailed") };
  return answerOf(
    args,
    updateStatus(args.api, selection, status, declineReasonOf(args.form, status)),
    words,
    "status",
  );
}

/** Undoes a status change, except for applications changed since. Moves cannot be undone. */
async function applyUndo(args: FormArgs) {
  const { api, form, translate, url } = args;
  const t = translate(outcomes);
  // The page of PIPE-11 has it in its address, and names the ones to undo.
  const isOfSome = url.searchParams.has("undo");
  const changes = await openUndo(isOfSome ? { ...args, form: url.searchParams } : args);
  if (changes?.what !== "status") return refusal(t("undoGone"));
  const chosen = new Set(selectionOf(form).ids);
  const ids = isOfSome ? changes.ids.filter((id) => chosen.has(id)) : changes.ids;
  if (ids.length === 0) return refusal(translate(applications)("bulk.nothingSelected"));
  const words = { done: t("undone"), failed: t("notUndone"), rest: restOf(args, changes, ids) };
  return answerOf(args, undoStatus(api, { ...changes, ids }), words, "undo");
}

/** Undo of the candidates that were not ticked. */
function restOf(args: FormArgs, changes: Changes, undone: readonly string[]): Notice["undo"] {
  const ids = changes.ids.filter((id) => !undone.includes(id));
  const offered = offerUndo({ ...args, url: listOfUndo(args.url) }, "status", { ...changes, ids });
  return ids.length > 0 && offered ? { ...offered, isRest: true } : undefined;
}

/** Moves the selected applications to a later stage (APP-41). */
function applyMove(args: FormArgs) {
  const { form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  const stageId = form.get("toStage");
  const isAll = isAllSelected(args);
  if (!isAll && selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  // The last stage offers no later stage to choose.
  if (typeof stageId !== "string") return refusal(t("bulk.lastStage"));
  if (!stageId) return refusal(t("bulk.noStage"));
  if (isAll) return planForAll(args, { stageId }, t("bulk.moveFailed"));
  return moveTo(args, selection, stageId);
}

/** Moves these applications to a later stage and reports the outcome. */
export function moveTo(args: FormArgs, selection: Selection, stageId: string) {
  const t = args.translate(applications);
  const words = { done: t("bulk.moveDone"), failed: t("bulk.moveFailed") };
  return answerOf(args, moveApplications(args.api, selection, stageId), words, "move");
}

/** Resends the assessment links of the selected applications (APP-43). */
function applyResend(args: FormArgs) {
  const { api, form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  if (isAllSelected(args)) return planForAll(args, { resend: true }, t("bulk.resendFailed"));
  if (selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  const words = { done: t("bulk.resendDone"), failed: t("bulk.resendFailed") };
  return answerOf(args, resendLinks(api, selection), words);
}

/** Opens the comparison of the selected candidates (PIPE-05). */
function applyCompare(args: FormArgs) {
  const { ids } = selectionOf(args.form);
  if (isAllSelected(args) || !isComparable(ids.length)) return refusal(args.translate(compare)("choose"));
  const params = new URLSearchParams(args.url.searchParams);
  params.delete("index");
  params.set("ids", ids.join("."));
  return redirect(`${args.base}/vacancies/${args.param("vacancyId")}/compare?${params}`, 303);
}

/** Resends one candidate's report; the button's detail is the application id (APP-48). */
async function applyReport(args: FormArgs) {
  const { api, detail, translate, notify } = args;
  const t = translate(applications);
  try {
    const sent = await resendReport(api, { _id: detail });
    notify({ tone: "success", title: t("report.done"), description: deliveryText(t, [sent], "report") });
  } catch (error) {
    // Failures that a retry cannot fix have their own messages.
    if (isApiMessage(error, "chatNotCompleted")) return refusal(t("report.resendSoon"));
    if (isApiMessage(error, "noPhoneNumber")) return refusal(t("report.noPhone"));
    if (isApiMessage(error, "noSmsCredits")) return refusal(t("report.noCredits"));
    if (isApiMessage(error, "messageOff")) return refusal(t("report.off"));
    if (isApiMessage(error, "reportRemoved")) return refusal(t("report.gone"));
    if (isApiMessage(error, "candidateDeidentified")) return refusal(t("deidentified"));
    return failure(error, args, { title: t("report.failed") });
  }
  return redirectToList(args);
}

/**
 * Marks the insights as viewed, then redirects to a page of the console that links to them (APP-34): CSP restricts
 * redirects of a form to this origin.
 */
export async function openInsights(args: FormArgs) {
  const { api, base, detail, translate } = args;
  const t = translate(applications);
  try {
    const vacancy = await vacancyToChange(args);
    const insights = await findInsights(api, vacancy, detail);
    if (!insights) return refusal(t("insights.gone"));
    await markViewed(api, { _id: insights.assessmentId });
    return redirect(`${base}/vacancies/${vacancy._id}/applications/${detail}/insights`, 303);
  } catch (error) {
    return failure(error, args, { title: t("insights.failed") });
  }
}

/** Actions of the buttons in the candidate list and on a candidate's page. */
export const applicationActions = {
  status: applyStatus,
  move: applyMove,
  resend: applyResend,
  compare: applyCompare,
  report: applyReport,
  insights: openInsights,
  undo: applyUndo,
};
