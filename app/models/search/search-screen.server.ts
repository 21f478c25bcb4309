import { search } from "~/i18n/search";
import type { ConsoleArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { loaded } from "~/services/failure.server";
import { type Gate, isGateOpen, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { moreLimit, readSearch, type SearchState } from "./search-state";
import {
  type FoundApplication,
  findRecords,
  type FoundRecord,
  searchApplications,
  searchRecords,
  searchVacancies,
  type FoundVacancy,
} from "./search.server";

/** Screen of each kind of record, with its gate. */
const screens: Readonly<Record<FoundRecord["kind"], { gate: Gate; path: (record: FoundRecord) => string }>> =
  {
    VACANCY: { gate: screenGates["vacancies/:vacancyId"], path: ({ _id }) => `vacancies/${_id}` },
    APPLICATION: {
      gate: screenGates["vacancies/:vacancyId/applications/:applicationId"],
      path: ({ _id, vacancyId }) => `vacancies/${vacancyId ?? ""}/applications/${_id}`,
    },
    MAIL: {
      gate: screenGates.notifications,
      path: ({ _id }) => `notifications?${new URLSearchParams({ tab: "email", messageId: _id })}`,
    },
    SMS: {
      gate: screenGates.notifications,
      path: ({ _id }) => `notifications?${new URLSearchParams({ tab: "sms", messageId: _id })}`,
    },
    USER: { gate: screenGates["users/:userId"], path: ({ _id }) => `users/${_id}` },
    GROUP: { gate: screenGates["groups/:groupId"], path: ({ _id }) => `groups/${_id}` },
    POLICY: { gate: screenGates["policies/:policyId"], path: ({ _id }) => `policies/${_id}` },
    WORKFLOW: {
      gate: screenGates["workflow-sets/workflows/:workflowId"],
      path: ({ _id }) => `workflow-sets/workflows/${_id}`,
    },
    WORKFLOW_SET: {
      gate: screenGates["workflow-sets/:workflowSetId"],
      path: ({ _id }) => `workflow-sets/${_id}`,
    },
  };

/** True if the text may be an id: ids have no whitespace, and the shortest are vacancies' external ids. */
const mayBeId = (text: string) => /^\S{3,100}$/.test(text);

/** The found records that have a screen here, with its address. */
async function withScreens({ base, flags, rights }: ConsoleArgs, found: Promise<FoundRecord[]>) {
  const [records, held] = await Promise.all([found, rights()]);
  return records.flatMap((record) => {
    const { kind, _id, name, email } = record;
    const screen = screens[kind];
    if (!isGateOpen(screen.gate, { flags, rights: held })) return [];
    return [{ kind, _id, name, email, href: `${base}/${screen.path(record)}` }];
  });
}

/** Records with this id. A failed lookup counts as no match. */
async function recordsOf(args: ConsoleArgs, q: string) {
  if (!mayBeId(q)) return [];
  try {
    return await withScreens(args, findRecords(args.api, q));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED" || error.outcomeUnknown) throw error;
    if (error.kind !== "FORBIDDEN") reportError(error, { operation: error.operation, kind: error.kind });
    return [];
  }
}

type Rows<Row> = { rows: (Row & { href: string | undefined })[]; hasMore: boolean };

async function vacancyRows({ api, base }: ConsoleArgs, q: string, more: number): Promise<Rows<FoundVacancy>> {
  const { rows, hasMore } = await searchVacancies(api, q, more);
  const linked = ({ canView, ...row }: (typeof rows)[number]) => ({
    ...row,
    href: canView ? `${base}/vacancies/${row._id}` : undefined,
  });
  return { rows: rows.map(linked), hasMore };
}

/** Results link to their vacancy, filtered to the single application (SRCH-04). */
async function applicationRows(
  { api, base }: ConsoleArgs,
  q: string,
  more: number,
): Promise<Rows<FoundApplication>> {
  const { rows, hasMore } = await searchApplications(api, q, more);
  const linked = ({ canViewVacancy, ...row }: (typeof rows)[number]) => {
    const state = new URLSearchParams({ stageId: row.stageId, applicationId: row._id });
    return { ...row, href: canViewVacancy ? `${base}/vacancies/${row.vacancyId}?${state}` : undefined };
  };
  return { rows: rows.map(linked), hasMore };
}

const nothing = { rows: [], hasMore: false };

/**
 * Rows of the open tab; blank text makes no request (SRCH-02). The combined tab shows the kinds the user may see; a
 * refusal is reported only on that kind's own tab.
 */
async function resultsOf(args: ConsoleArgs, { q, tab, more }: SearchState) {
  const t = args.translate(search);
  let isUnreadable = false;
  const noted = (error: unknown): never => {
    isUnreadable = error instanceof ApiError && error.kind === "UNREADABLE";
    throw error;
  };
  const [vacancies, applications, named] = await Promise.all([
    loaded<Rows<FoundVacancy>>(
      q && tab !== "applications" ? vacancyRows(args, q, more) : Promise.resolve(nothing),
      args,
      t("contactSupport"),
    ),
    loaded<Rows<FoundApplication>>(
      q && tab !== "vacancies" ? applicationRows(args, q, more).catch(noted) : Promise.resolve(nothing),
      args,
      t("contactSupport"),
    ),
    loaded(
      q && tab === "all" ? withScreens(args, searchRecords(args.api, q)) : Promise.resolve([]),
      args,
      t("contactSupport"),
    ),
  ]);
  const outcomes = [
    { error: vacancies.error, title: t("failed.vacancies") },
    // The API responded, but its candidates could not be read (SRCH-11).
    { error: applications.error, title: t(isUnreadable ? "failed.candidates" : "failed.applications") },
    { error: named.error, title: t("failed.named") },
  ];
  const failed = outcomes.filter(({ error }) => error !== null);
  const isAlone = tab !== "all" || failed.length === outcomes.length;
  const problem = failed.find(({ error }) => isAlone || error?.tone !== "warning");
  const hasMore = (vacancies.data?.hasMore ?? false) || (applications.data?.hasMore ?? false);
  return {
    vacancies: vacancies.data?.rows ?? [],
    applications: applications.data?.rows ?? [],
    named: named.data ?? [],
    hasMore: hasMore && more < moreLimit,
    isTooMuch: hasMore && more === moreLimit,
    problem: problem?.error ? { ...problem.error, title: problem.title } : null,
  };
}

/** The search in the URL, with results. */
export async function loadSearch(args: ConsoleArgs) {
  const state = readSearch(args.url.searchParams);
  const [records, results, rights] = await Promise.all([
    recordsOf(args, state.q),
    resultsOf(args, state),
    args.rights(),
  ]);
  // Both kinds of results link to a vacancy's page (SRCH-03, SRCH-04).
  const mayOpen = isGateOpen(screenGates["vacancies/:vacancyId"], { flags: args.flags, rights });
  return { ...state, base: args.base, mayOpen, records, ...results };
}

export type SearchData = Awaited<ReturnType<typeof loadSearch>>;
