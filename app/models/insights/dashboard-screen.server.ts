import { departments } from "~/i18n/departments";
import { insights } from "~/i18n/insights";
import { vacancies as vacancyTexts } from "~/i18n/vacancies";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import { getVacancies, getVacancy, type VacancyRow } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded, type LoadError } from "~/services/failure.server";
import { logger } from "~/services/log.server";
import { ApiError } from "~/services/regional-api.server";
import { cardInSentence, type CardName, cardNames, type Figure } from "./cards";
import { getLayout } from "./dashboard-layout.server";
import { getFigure, lostAfterDays } from "./insights.server";
import { figuresQuery, type InsightsSearch, readInsightsSearch } from "./insights-search";
import { completed, defaultLayout } from "./layout";

/** What a card's loading came to. */
export type CardAnswer = { state: "shown"; figure: Figure } | { state: "failed"; error: LoadError };

/**
 * One card's figure; what keeps it away is told in the card and logged with the metric's name, and leaves the others as
 * they are (DI-09, DI-32 to DI-35). Throws what ends the session.
 */
export async function loadCard(
  args: ConsoleArgs,
  card: CardName,
  search: InsightsSearch,
): Promise<CardAnswer> {
  const t = args.translate(insights);
  const metric = cardInSentence(t(`cards.${card}`));
  const answer = getFigure(args.api, args.scope, card, search).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind !== "ABANDONED")
      logger.error("dashboard metric failed", { metric, kind: error.kind });
    throw error;
  });
  const result = await loaded(answer, args, t("failed", { card: metric }), "side");
  return result.error ? { state: "failed", error: result.error } : { state: "shown", figure: result.data };
}

/** Most vacancies to choose from at once; more are found by a part of their title or id. */
const mostListed = 100;

/** Everything the dashboard shows for an address. */
export async function loadDashboard(args: ConsoleArgs) {
  const { api, scope, base, url, translate } = args;
  const search = readInsightsSearch(url.searchParams);
  const newest = vacancySearch(["createdAt"]).parse(new URLSearchParams());
  const listed = getVacancies(
    api,
    scope,
    { ...newest, size: mostListed, q: search.find },
    { isArchived: false, hasMore: false, timeZone: args.timeZone },
  );
  const [layout, tree, vacancies, candidates, figures] = await Promise.all([
    loaded(getLayout(api, scope), args, translate(insights)("layout.loadFailed"), "side"),
    loaded(getDepartments(api, scope), args, translate(departments)("loadFailed"), "side"),
    loaded(listed, args, translate(vacancyTexts)("loadFailed"), "side"),
    loaded(candidatesOf(args, search, listed), args, "", "side"),
    // A page that scripts fetch has its cards fetch their figures, each by itself (DI-11, DI-12).
    args.isFetched ? null : loadAll(args, search),
  ]);
  const { totalItems } = vacancies.data?.pagination ?? { totalItems: 0 };
  return {
    base,
    layout: layout.data ?? { places: completed(defaultLayout), version: null },
    /** What of the page could not be had; the cards tell of their figures themselves. */
    notices: [layout.error, tree.error, vacancies.error].filter((error) => error !== null),
    figures,
    query: figuresQuery(search),
    filters: search,
    departments: tree.data ? departmentOptions(tree.data).slice(1) : [],
    root: tree.data?.[0]?.name ?? scope.customerDisplayName,
    vacancies: vacancyOptions(vacancies.data?.data ?? [], search.vacancy),
    /** How many vacancies there are to choose from, where not all of them are offered. */
    more: totalItems > mostListed || search.find !== undefined ? totalItems : null,
    candidates: candidates.data,
    threshold: lostAfterDays,
  };
}

/**
 * The candidates whose interviews are counted, where a list holds them: those of one chosen vacancy with one stage of
 * chat interviews. `stage` names it where the vacancy has others: the list is of those who are at that stage now.
 */
async function candidatesOf(
  { api, scope, base, flags }: ConsoleArgs,
  search: InsightsSearch,
  listed: ReturnType<typeof getVacancies>,
): Promise<{ href: string; stage: string | null } | null> {
  const [only, ...others] = search.vacancy;
  if (only === undefined || others.length > 0 || !flags.edgeVacancyDetailEnabled) return null;
  const found = (await listed).data.find(({ externalVacancyId }) => externalVacancyId === only);
  if (!found) return null;
  const { stages } = (await getVacancy(api, scope, found._id)).workflow;
  const [stage, ...further] = stages.filter(({ product }) => product === "FI");
  if (!stage || further.length > 0) return null;
  const query = new URLSearchParams({
    stageId: stage._id,
    progressStatus: "COMPLETED",
    ...(search.from && { from: search.from }),
    ...(search.to && { to: search.to }),
    ...((search.from ?? search.to) && { tz: "UTC" }),
  });
  return {
    href: `${base}/vacancies/${found._id}?${query}`,
    stage: stages.length > 1 ? stage.name : null,
  };
}

async function loadAll(args: ConsoleArgs, search: InsightsSearch) {
  const answers = await Promise.all(cardNames.map((card) => loadCard(args, card, search)));
  return Object.fromEntries(cardNames.map((card, index) => [card, answers[index]])) as Record<
    CardName,
    CardAnswer
  >;
}

/** The vacancies to choose from; one that is chosen stays so although it is none of the listed. */
function vacancyOptions(listed: readonly VacancyRow[], chosen: readonly string[]) {
  const options = listed.flatMap(({ externalVacancyId, title }) =>
    externalVacancyId ? [{ value: externalVacancyId, label: title, aside: externalVacancyId }] : [],
  );
  const known = new Set(options.map(({ value }) => value));
  return [...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })), ...options];
}
