import { departments } from "~/i18n/departments";
import { insights } from "~/i18n/insights";
import { vacancies as vacancyTexts } from "~/i18n/vacancies";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import { getVacancies, getVacanciesByExternalIds, type VacancyRow } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { isApiMessage } from "~/services/api-messages";
import { loaded, type LoadError, optional } from "~/services/failure.server";
import { logger } from "~/services/log.server";
import { ApiError } from "~/services/regional-api.server";
import { titleInSentence, type CardName, cardNames, type Figure } from "./cards";
import { getLayout } from "./dashboard-layout.server";
import { getFigure, getTrends, lostAfterDays } from "./insights.server";
import { figuresQuery, type InsightsSearch, readInsightsSearch } from "./insights-search";
import { repairLayout, defaultLayout } from "./layout";
import { isHeld } from "~/services/rights";

/** True if rights or the URL explain the failure, so it need not be reported. */
const isAnswer = (error: ApiError) =>
  error.kind === "FORBIDDEN" || error.kind === "NOT_FOUND" || isApiMessage(error, "insightsRangeTooLong");

/** Result of loading a card. */
export type CardAnswer = { state: "shown"; figure: Figure } | { state: "failed"; error: LoadError };

/**
 * Loads one card's figure. A failure is shown in the card and logged with the metric's name, without affecting other
 * cards (DI-09, DI-32 to DI-35). Throws if the session has ended.
 */
export async function loadCard(
  args: ConsoleArgs,
  card: CardName,
  search: InsightsSearch,
): Promise<CardAnswer> {
  const t = args.translate(insights);
  const metric = titleInSentence(t(`cards.${card}`));
  const answer = getFigure(args.api, card, search).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind !== "ABANDONED") {
      const context = { metric, kind: error.kind };
      if (isAnswer(error)) logger.info("dashboard metric not shown", context);
      else logger.error("dashboard metric failed", context);
    }
    throw error;
  });
  const shown = answer.then((figure): CardAnswer => ({ state: "shown", figure }));
  const result = await loaded(shown.catch(answerForRangeError), args, t("failed", { card: metric }), "side");
  return result.error ? { state: "failed", error: result.error } : result.data;

  function answerForRangeError(error: unknown): CardAnswer {
    if (!isApiMessage(error, "insightsRangeTooLong")) throw error;
    const words = { title: t("tooLong"), description: t("tooLongText") };
    return { state: "failed", error: { tone: "warning", ...words } };
  }
}

/** Maximum vacancy options; others are found by part of their title or id. */
const maxListed = 100;

/** All data the dashboard shows for a URL. */
export async function loadDashboard(args: ConsoleArgs) {
  const { api, scope, base, url, translate } = args;
  const urlSearch = readInsightsSearch(url.searchParams);
  const newest = vacancySearch(false).parse(new URLSearchParams());
  const list = (q: string | undefined, isArchived: boolean, department?: string) =>
    getVacancies(
      api,
      { ...newest, size: maxListed, q, department: department === undefined ? [] : [department] },
      { isArchived, hasMore: false, timeZone: args.timeZone },
    );
  const departmentTree = loaded(
    getDepartments(api, scope, "fi:viewAllInsights"),
    args,
    translate(departments)("loadFailed"),
    "side",
  );
  const chosen = getVacanciesByExternalIds(api, urlSearch.vacancy);
  chosen.catch(() => {}); // Errors surface where the promise is awaited. Only a URL with a department waits for the departments; an
  // unknown one is ignored.
  const requestedDepartment = async () => {
    const tree = urlSearch.department === undefined ? null : (await departmentTree).data;
    return !tree || tree.some(({ _id }) => _id === urlSearch.department) ? urlSearch.department : undefined;
  };
  const searching = requestedDepartment().then((department) => ({ ...urlSearch, department }));
  // Archived vacancies count in the figures too and are listed last (DI-40, DI-46).
  const listed = searching.then(async ({ department }) => {
    const [active, archived] = await Promise.all(
      [false, true].map((isArchived) => list(urlSearch.find, isArchived, department)),
    );
    return {
      data: [...(active?.data ?? []), ...(archived?.data ?? [])],
      total: (active?.pagination.totalItems ?? 0) + (archived?.pagination.totalItems ?? 0),
    };
  });
  const [search, layout, tree, vacancies, known, figures, trends] = await Promise.all([
    searching,
    loaded(getLayout(api), args, translate(insights)("layout.loadFailed"), "side"),
    departmentTree,
    loaded(listed, args, translate(vacancyTexts)("loadFailed"), "side"),
    optional(chosen, []),
    // When loaded by scripts, each card fetches its own figure (DI-11, DI-12).
    args.isFetched ? null : searching.then((search) => loadAll(args, search)),
    // One cheap call for all cards. A failure leaves the figures as they are.
    optional(
      searching.then((search) => getTrends(api, search)),
      null,
    ),
  ]);
  const t = translate(insights);
  const gone: LoadError | null =
    search.department === urlSearch.department
      ? null
      : { tone: "warning", title: t("departmentGone"), description: t("departmentGoneText") };
  const offered = vacancies.data?.data ?? [];
  const total = vacancies.data?.total ?? 0;
  // Without the right to list vacancies none are offered; those from a link stay selected.
  const mayList = isHeld(await args.rights(), "apps:listVacancy somewhere");
  return {
    base,
    layout: layout.data ?? { places: repairLayout(defaultLayout), version: null },
    /** Notices for parts that failed to load; each card reports its own failure. */
    notices: [gone, layout.error, tree.error, mayList ? vacancies.error : null].filter(
      (error) => error !== null,
    ),
    figures,
    trends,
    /** The day that is not over, in UTC as all days of insights. */
    today: new Date().toISOString().slice(0, 10),
    query: figuresQuery(search),
    filters: search,
    departments: tree.data ? departmentOptions(tree.data).slice(1) : [],
    vacancies: vacancyOptions(offered, search.vacancy, known, t("archived")),
    /** Total number of vacancies, if not all are offered. */
    more: total > offered.length || search.find !== undefined ? total : null,
    offersVacancies: mayList || search.vacancy.length > 0,
    threshold: lostAfterDays,
  };
}

async function loadAll(args: ConsoleArgs, search: InsightsSearch) {
  const answers = await Promise.all(cardNames.map((card) => loadCard(args, card, search)));
  return Object.fromEntries(cardNames.map((card, index) => [card, answers[index]])) as Record<
    CardName,
    CardAnswer
  >;
}

/** Vacancy options; selected ones stay listed, by title if known. */
function vacancyOptions(
  listed: readonly VacancyRow[],
  chosen: readonly string[],
  known: readonly VacancyRow[],
  archived: string,
) {
  const optionOf = ({ externalVacancyId, title, archivedAt }: VacancyRow) =>
    externalVacancyId
      ? [
          {
            value: externalVacancyId,
            label: archivedAt === null ? title : `${title} (${archived})`,
            aside: externalVacancyId,
          },
        ]
      : [];
  const options = listed.flatMap(optionOf);
  const offered = new Set(options.map(({ value }) => value));
  const others = chosen
    .filter((id) => !offered.has(id))
    .flatMap((id) => {
      const row = known.find(({ externalVacancyId }) => externalVacancyId === id);
      return row ? optionOf(row) : [{ value: id, label: id }];
    });
  return [...others, ...options];
}
