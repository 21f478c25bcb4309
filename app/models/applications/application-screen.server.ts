import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { applications } from "~/i18n/applications";
import { compare } from "~/i18n/compare";
import { outcomes } from "~/i18n/outcomes";
import { failure, loaded, optional, refusal } from "~/services/failure.server";
import { isApiMessage } from "~/services/api-messages";
import { deedGates, opens, screenGates } from "~/services/gates";
import type { Rights } from "~/services/rights";
import type { Flags } from "~/flags";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { offerUndo, openUndo, screenHref, sealUndo } from "~/services/undo.server";
import { settableStatuses } from "./application-options";
import { isComparable } from "./compare.server";
import { messageFacts, sentText } from "./candidate-messages";
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
  findApplications,
  findInsights,
  getApplications,
  getCounts,
  type StageCounts,
} from "./application.server";
import { planApplications } from "~/models/bulk-jobs/bulk-job.server";
import { planned, undoableJob } from "~/models/bulk-jobs/bulk-job-screen.server";
import { isAllChosen } from "~/models/list/all-match";
import { isExport, throwFile } from "~/models/list/export.server";
import { allMatchOf, refuseLeftOut, tableData } from "~/models/list/list.server";
import { listAgain, planOfAll } from "~/models/list/bulk.server";
import { enterListOrRedirect } from "~/models/list/saved-views.server";
import type { ColumnBasis, ExportColumn } from "~/models/list/list-columns";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyToChange } from "~/models/vacancies/vacancy-screen.server";

/**
 * The actions on applications and candidates that these flags and rights allow. All need what opens an application, whose
 * page the dialogs lie on; `canView` is false where that is denied on the vacancy's department.
 */
export function mayOnApplications(held: { flags: Flags; rights: Rights }, canView = true) {
  const open = canView && opens(screenGates["vacancies/:vacancyId/applications/:applicationId"], held);
  return {
    open,
    change: open && opens(deedGates.changeApplication, held),
    edit: open && opens(deedGates.editCandidate, held),
    delete: open && opens(deedGates.deleteCandidate, held),
    deidentify: open && opens(deedGates.deidentifyCandidate, held),
  };
}
export type MayOnApplications = ReturnType<typeof mayOnApplications>;

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

/** The applications that an address asks for alone: one, or several with dots between them. */
const idsShown = (applicationId: string | undefined) => applicationId?.split(".").filter(Boolean) ?? [];

/** The applications that an address asks for alone, or a page of those at a stage. */
async function pageOf({ api }: ConsoleArgs, vacancy: Vacancy, search: ApplicationSearch, isOfFile = false) {
  // Days the wrong way round find nobody and are told of beside the field: there is nothing to ask for (APP-16).
  const { submittedFrom, submittedBefore } = search;
  if (!search.applicationId && submittedFrom && submittedBefore && submittedFrom >= submittedBefore)
    return { data: [], asOf: null, canView: true, pagination: noPages, stageId: search.stageId };
  const { stage } = stageOf(vacancy, search.stageId);
  const ids = idsShown(search.applicationId);
  if (ids.length > 1) {
    const { rows, ...rest } = await findApplications(api, vacancy, stage?._id ?? "", ids, search);
    return { data: rows, ...rest, stageId: search.stageId };
  }
  if (search.applicationId) {
    const found = await findApplication(api, vacancy, search.applicationId, isOfFile);
    const data = found ? [found.row] : [];
    // The stage is where the application stands, also when it was moved on after the link was made.
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

/** The candidates of a vacancy as its screen shows them: everything the section below the panel needs. */
export async function loadApplications(args: ConsoleArgs, vacancy: Vacancy, columns: StageColumns) {
  const { api, flags, url, timeZone, translate } = args;
  await enterListOrRedirect(args, "applications");
  const search = readApplicationSearch(url.searchParams, timeZone);
  if (isExport(args)) await throwApplications(args, vacancy, search, columns);
  const [result, counts, rights, undoable] = await Promise.all([
    loaded(pageOf(args, vacancy, search), args, translate(applications)("loadFailed")),
    // The counts only add to the tabs and the filter: without them they are still those.
    optional(getCounts(api, vacancy, stageOf(vacancy, search.stageId).stage?._id ?? "", search), null),
    args.rights(),
    undoableJob(args, vacancy._id),
  ]);
  const may = mayOnApplications({ flags, rights }, result.data?.canView);
  const { stage, index, laterStages } = stageOf(vacancy, result.data?.stageId ?? search.stageId);
  const { list, defaults, progress, zone, filters, leftOut, applicationId } = search;
  return {
    ...(await tableData(args, "applications", result, list, defaults)),
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
    /** Of the whole vacancy; left out while it is not known. */
    total: counts ? sumOf(counts.stages) : undefined,
    progress,
    applicationId: applicationId ?? null,
    filters,
    ...(leftOut.length > 0 && { leftOut }),
    zone,
    counts: counts?.statuses ?? null,
    asOf: result.data?.asOf ?? null,
    messages: messageFacts(vacancy.messageSwitches, stage?._id),
    // One application that was asked for alone is no list.
    allMatch: applicationId || !may.change ? undefined : allMatchOf(args),
    undoable,
    may,
  };
}

type StageFacts = {
  stage: { product: string; isFirst: boolean; dayLimit?: number | null } | undefined;
  stages: readonly { _id: string; name: string }[];
  progress: ApplicationSearch["progress"];
  /** Whether the person may open the candidates, and so see their phone numbers. */
  mayOpen: boolean;
};
/** The columns of a stage's applications, for their file. */
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

// ---- what the section's form asks for ----

/** The rows of the list that a form was posted for. */
export function selectionOf(form: FormData): Selection {
  const asOf = form.get("asOf");
  return {
    ids: [...new Set(form.getAll("ids").map(String))].slice(0, 500),
    unchangedSince: typeof asOf === "string" && !Number.isNaN(Date.parse(asOf)) ? asOf : undefined,
  };
}

/** An address and the notice's cookie have room for so many ids. */
const maxShown = 40;

/** The way from the notice to those whose status was changed and nobody else: to take some of them back (APP-91). */
function changedHref({ url, paramIfAny, base, param }: FormArgs, ids: readonly string[]): string | undefined {
  if (ids.length < 2 || ids.length > maxShown || paramIfAny("applicationId") !== undefined) return undefined;
  const stageId = url.searchParams.get("stageId");
  const shown = new URLSearchParams({ ...(stageId && { stageId }), applicationId: ids.join(".") });
  return `${base}/vacancies/${param("vacancyId")}?${shown}`;
}

type BulkKind = "status" | "move" | "undo";
type BulkWords = { done: string; failed: string };

/**
 * If all were changed, shows the list again with a notice; otherwise reports who was left out and why. A change of status
 * can be undone. Candidates that an Undo left out are not selected again.
 */
async function bulkAnswer(args: FormArgs, outcome: BulkOutcome, words: BulkWords, kind?: BulkKind) {
  const { done, refused, changes } = outcome;
  const lines = [await doneTo(args, outcome, kind), messagesOf(args, outcome)].filter(
    (line) => line !== undefined,
  );
  const description = lines.join(" ");
  const undo = kind === "status" ? offerUndo(args, kind, changes) : undefined;
  if (refused.length === 0) {
    const to = kind === "status" ? changedHref(args, changes?.ids ?? []) : undefined;
    const link = to && { to, label: args.translate(applications)("bulk.showChanged") };
    args.notify({
      tone: "success",
      title: words.done,
      ...(description && { description }),
      ...(link && { link }),
      undo,
    });
    return kind ? pageAgain(args, kind) : listAgain(args);
  }
  const title = done > 0 ? words.done : words.failed;
  // 200 also when nothing was done: the list is read again, for the person to see how things stand now.
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

/** The next candidate of the list, as the posted page showed it. */
const nextSchema = z.object({
  nextId: z.string().regex(/^[\w-]{1,64}$/),
  nextPage: z.coerce.number().int().min(1),
});

/**
 * The list again; from a candidate's page the next one of the list that it was opened from, if it was and has one, else this
 * page (PIPE-09). The address knows who was decided on in the list behind it (APP-88).
 */
function pageAgain({ url, form, base, param, paramIfAny }: FormArgs, kind: BulkKind): Response {
  const id = paramIfAny("applicationId");
  // An Undo posts to the address as it was before the decision.
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

/** Whether the screen is about single candidates: one's own page, or a card of the board. */
const isOfOne = ({ url, paramIfAny }: FormArgs) =>
  paramIfAny("applicationId") !== undefined || url.pathname.endsWith("/board");

/** Who it was that a change was made to, and what they are now: the page that says so may be the next candidate's. */
async function doneTo(args: FormArgs, { only }: BulkOutcome, kind?: BulkKind): Promise<string | undefined> {
  if (!only || !kind || !isOfOne(args)) return undefined;
  const t = args.translate(applications);
  const { name, status, stageId } = only;
  if (kind !== "move") return t("bulk.isNow", { name, status: t(`status.${status}`) });
  const vacancy = await optional(vacancyToChange(args), null);
  const stage = vacancy?.workflow.stages.find(({ _id }) => _id === stageId)?.name;
  return stage && t("bulk.isNowAt", { name, stage });
}

/** What is said of the messages that belong to a bulk action; undefined where there is nothing to say. */
function messagesOf(args: FormArgs, { sent, declines: { told, untold } }: BulkOutcome): string | undefined {
  const t = args.translate(applications);
  const lines = [
    sentText(t, sent),
    told > 0 && t("undone.told", { count: told }),
    untold > 0 && t("undone.untold", { count: untold }),
  ].filter(Boolean);
  return lines.length > 0 ? lines.join(" ") : undefined;
}

async function answerOf(args: FormArgs, call: Promise<BulkOutcome>, words: BulkWords, kind?: BulkKind) {
  try {
    return await bulkAnswer(args, await call, words, kind);
  } catch (error) {
    return failure(error, args, { title: words.failed });
  }
}

/**
 * Whether a button is about everybody who matches: on the list alone, not on one candidate's page, whose address keeps
 * the list's, and not where the address asks for one application.
 */
const allChosen = ({ url, paramIfAny }: FormArgs) =>
  isAllChosen(url) && paramIfAny("applicationId") === undefined && !url.searchParams.has("applicationId");

type Change = { status: SettableStatus } | { stageId: string } | { resend: true };

/** Plans a change of every application that the list's address leaves (BULK-01). */
const planForAll = (args: FormArgs, change: Change, failed: string) =>
  planOfAll(
    args,
    async ({ timeZone, url }: FormArgs) => {
      const search = readApplicationSearch(url.searchParams, timeZone);
      const refused = refuseLeftOut(args, search.leftOut);
      if (refused) return refused;
      const vacancy = await vacancyToChange(args);
      const stageId = stageOf(vacancy, search.stageId).stage?._id ?? "";
      return planned(args, change, (ids) => {
        const filter = applicationFilter(args.api.ids, vacancy.externalVacancyId ?? "", stageId, search);
        return planApplications(args.api, { ...ids, filter, change });
      });
    },
    { title: failed },
  );

/** Gives the selected applications a status (APP-39). */
function applyStatus(args: FormArgs) {
  const { form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  // On a candidate's page each status is a button of its own.
  const status = settableStatuses.find((one) => one === (args.detail || form.get("newStatus")));
  const isAll = allChosen(args);
  if (!isAll && selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  if (!status) return refusal(t("bulk.noStatus"));
  if (isAll) return planForAll(args, { status }, t("bulk.statusFailed"));
  return giveStatus(args, selection, status);
}

type SettableStatus = (typeof settableStatuses)[number];

/** Gives these applications a status, and says what came of it. */
export function giveStatus(args: FormArgs, selection: Selection, status: SettableStatus) {
  const t = args.translate(applications);
  const words = { done: t("bulk.statusDone"), failed: t("bulk.statusFailed") };
  return answerOf(args, updateStatus(args.api, selection, status), words, "status");
}

/** Takes a change of status back, for those applications that nothing was done to since. A move has no way back. */
async function applyUndo(args: FormArgs) {
  const { api, translate } = args;
  const t = translate(outcomes);
  const changes = await openUndo(args);
  if (changes?.what !== "status") return refusal(t("undoGone"));
  const words = { done: t("undone"), failed: t("notUndone") };
  return answerOf(args, undoStatus(api, changes), words, "undo");
}

/** Moves the selected applications to a later stage (APP-41). */
function applyMove(args: FormArgs) {
  const { form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  const stageId = form.get("toStage");
  const isAll = allChosen(args);
  if (!isAll && selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  // On the last stage there is nothing to choose from.
  if (typeof stageId !== "string") return refusal(t("bulk.lastStage"));
  if (!stageId) return refusal(t("bulk.noStage"));
  if (isAll) return planForAll(args, { stageId }, t("bulk.moveFailed"));
  return moveTo(args, selection, stageId);
}

/** Moves these applications to a later stage, and says what came of it. */
export function moveTo(args: FormArgs, selection: Selection, stageId: string) {
  const t = args.translate(applications);
  const words = { done: t("bulk.moveDone"), failed: t("bulk.moveFailed") };
  return answerOf(args, moveApplications(args.api, selection, stageId), words, "move");
}

/** Sends the assessment links of the selected applications again (APP-43). */
function applyResend(args: FormArgs) {
  const { api, form, translate } = args;
  const t = translate(applications);
  const selection = selectionOf(form);
  if (allChosen(args)) return planForAll(args, { resend: true }, t("bulk.resendFailed"));
  if (selection.ids.length === 0) return refusal(t("bulk.nothingSelected"));
  const words = { done: t("bulk.resendDone"), failed: t("bulk.resendFailed") };
  return answerOf(args, resendLinks(api, selection), words);
}

/** Leads to the selected candidates side by side (PIPE-05). */
function applyCompare(args: FormArgs) {
  const { ids } = selectionOf(args.form);
  if (allChosen(args) || !isComparable(ids.length)) return refusal(args.translate(compare)("choose"));
  const params = new URLSearchParams(args.url.searchParams);
  params.delete("index");
  params.set("ids", ids.join("."));
  return redirect(`${args.base}/vacancies/${args.param("vacancyId")}/compare?${params}`, 303);
}

/** Sends one candidate's report again; the button's detail is the application (APP-48). */
async function applyReport(args: FormArgs) {
  const { api, detail, translate, notify } = args;
  const t = translate(applications);
  try {
    const sent = await resendReport(api, { _id: detail });
    notify({ tone: "success", title: t("report.done"), description: sentText(t, [sent], "report") });
  } catch (error) {
    // A failure that trying again cannot change has its own words.
    if (isApiMessage(error, "chatNotCompleted")) return refusal(t("report.resendSoon"));
    if (isApiMessage(error, "noPhoneNumber")) return refusal(t("report.noPhone"));
    if (isApiMessage(error, "noSmsCredits")) return refusal(t("report.noCredits"));
    if (isApiMessage(error, "messageOff")) return refusal(t("report.off"));
    if (isApiMessage(error, "reportRemoved")) return refusal(t("report.gone"));
    if (isApiMessage(error, "candidateDeidentified")) return refusal(t("deidentified"));
    return failure(error, args, { title: t("report.failed") });
  }
  return listAgain(args);
}

/**
 * Notes that the insights were looked at and goes on to the page that leads there (APP-34). That page is ours:
 * browsers hold a form's redirects to this origin.
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

/** The actions of the buttons in the candidates' list and on a candidate's page. */
export const applicationActions = {
  status: applyStatus,
  move: applyMove,
  resend: applyResend,
  compare: applyCompare,
  report: applyReport,
  insights: openInsights,
  undo: applyUndo,
};
