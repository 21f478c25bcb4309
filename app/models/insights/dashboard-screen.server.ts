import { departments } from "~/i18n/departments";
import { insights } from "~/i18n/insights";
import { vacancies as vacancyTexts } from "~/i18n/vacancies";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import {
  getVacancies,
  getVacanciesByExternalIds,
  getVacancy,
  type VacancyRow,
} from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { isApiMessage } from "~/services/api-messages";
import { loaded, type LoadError, optional } from "~/services/failure.server";
import { logger } from "~/services/log.server";
import { ApiError } from "~/services/regional-api.server";
import { cardInSentence, type CardName, cardNames, type Figure, isNumber } from "./cards";
import { getLayout } from "./dashboard-layout.server";
import { getFigure, lostAfterDays } from "./insights.server";
import {
  figuresQuery,
  insightsLeftOut,
  type InsightsSearch,
  rangeBefore,
  readInsightsSearch,
} from "./insights-search";
import { completed, defaultLayout } from "./layout";
import { opens, screenGates } from "~/services/gates";
import { isHeld } from "~/services/rights";

/** Whether a person's rights or the address explain a failure: nothing needs mending. */
const isAnswer = (error: ApiError) =>
  error.kind === "FORBIDDEN" || error.kind === "NOT_FOUND" || isApiMessage(error, "insightsRangeTooLong");

/** The outcome of loading a card. */
export type CardAnswer = { state: "shown"; figure: Figure } | { state: "failed"; error: LoadError };

/**
 * Loads one card's figure. A failure is shown in the card and logged with the metric's name, and does not affect the other
 * cards (DI-09, DI-32 to DI-35). Throws if the session has ended.
 */
export async function loadCard(
  args: ConsoleArgs,
  card: CardName,
  search: InsightsSearch,
): Promise<CardAnswer> {
  const t = args.translate(insights);
  const metric = cardInSentence(t(`cards.${card}`));
  // The figure is complete without it.
  const before = optional(figureBefore(args, card, search), undefined);
  const answer = getFigure(args.api, card, search).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind !== "ABANDONED") {
      const context = { metric, kind: error.kind };
      if (isAnswer(error)) logger.info("dashboard metric not shown", context);
      else logger.error("dashboard metric failed", context);
    }
    throw error;
  });
  const shown = Promise.all([answer, before]).then(([figure, before]): CardAnswer => ({
    state: "shown",
    figure: figure.kind === "number" ? { ...figure, before } : figure,
  }));
  const result = await loaded(shown.catch(explained), args, t("failed", { card: metric }), "side");
  return result.error ? { state: "failed", error: result.error } : result.data;

  function explained(error: unknown): CardAnswer {
    if (!isApiMessage(error, "insightsRangeTooLong")) throw error;
    const words = { title: t("tooLong"), description: t("tooLongText") };
    return { state: "failed", error: { tone: "warning", ...words } };
  }
}

/** The figure of the days before those that the address names, when it names any (DI-50). Throws ApiError. */
async function figureBefore({ api }: ConsoleArgs, card: CardName, search: InsightsSearch) {
  const range = rangeBefore(search);
  if (!range || !isNumber(card)) return undefined;
  const figure = await getFigure(api, card, { ...search, ...range });
  return figure.kind === "number" && figure.value !== null ? { value: figure.value, ...range } : undefined;
}

/** Most vacancies to choose from at once; more are found by a part of their title or id. */
const maxListed = 100;

/** Everything the dashboard shows for an address. */
export async function loadDashboard(args: ConsoleArgs) {
  const { api, scope, base, url, translate } = args;
  const asked = readInsightsSearch(url.searchParams);
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
  const chosen = getVacanciesByExternalIds(api, asked.vacancy);
  chosen.catch(() => {}); // whoever awaits it sees the failure
  // Only an address that names a department or a vacancy waits for them: what there is not is left out.
  const departmentAsked = async () => {
    const tree = asked.department === undefined ? null : (await departmentTree).data;
    return !tree || tree.some(({ _id }) => _id === asked.department) ? asked.department : undefined;
  };
  const searching = Promise.all([departmentAsked(), missingVacancies(args, asked.vacancy, chosen)]).then(
    ([department, missing]) => ({
      ...asked,
      department,
      vacancy: asked.vacancy.filter((id) => !missing.has(id)),
    }),
  );
  // Archived ones count in the figures, too, and stand behind the others (DI-40, DI-46).
  const listed = searching.then(async ({ department }) => {
    const [active, archived] = await Promise.all(
      [false, true].map((isArchived) => list(asked.find, isArchived, department)),
    );
    return {
      data: [...(active?.data ?? []), ...(archived?.data ?? [])],
      total: (active?.pagination.totalItems ?? 0) + (archived?.pagination.totalItems ?? 0),
    };
  });
  const [search, layout, tree, vacancies, known, candidates, figures] = await Promise.all([
    searching,
    loaded(getLayout(api), args, translate(insights)("layout.loadFailed"), "side"),
    departmentTree,
    loaded(listed, args, translate(vacancyTexts)("loadFailed"), "side"),
    optional(chosen, []),
    loaded(
      searching.then((search) => candidatesOf(args, search, chosen)),
      args,
      "",
      "side",
    ),
    // A page that scripts fetch has its cards fetch their figures, each by itself (DI-11, DI-12).
    args.isFetched ? null : searching.then((search) => loadAll(args, search)),
  ]);
  const t = translate(insights);
  const gone = (title: string, description: string): LoadError => ({ tone: "warning", title, description });
  const missing = asked.vacancy.filter((id) => !search.vacancy.includes(id));
  const notFound = [
    search.department === asked.department ? null : gone(t("departmentGone"), t("departmentGoneText")),
    missing.length === 0
      ? null
      : gone(
          t("vacancyGone", { count: missing.length, values: missing.join(", ") }),
          t("vacancyGoneText", { count: missing.length }),
        ),
  ];
  const unknown = insightsLeftOut(url.searchParams);
  const faults = new Set(
    unknown.map(({ name }) => (name === "vacancy" ? "leftOutVacancies" : "leftOutDays")),
  );
  const leftOut: LoadError | null =
    unknown.length > 0
      ? {
          tone: "warning",
          title: translate(insights)("leftOut", { values: unknown.map(({ value }) => value).join(", ") }),
          description: [...faults].map((fault) => translate(insights)(fault)).join(" "),
        }
      : null;
  const offered = vacancies.data?.data ?? [];
  const total = vacancies.data?.total ?? 0;
  // Without the right to list vacancies none are offered; those of a link stay chosen.
  const mayList = isHeld(await args.rights(), "apps:listVacancy somewhere");
  return {
    base,
    layout: layout.data ?? { places: completed(defaultLayout), version: null },
    /** The parts of the page that could not be loaded; each card reports its own figure. */
    notices: [...notFound, leftOut, layout.error, tree.error, mayList ? vacancies.error : null].filter(
      (error) => error !== null,
    ),
    figures,
    query: figuresQuery(search),
    filters: search,
    departments: tree.data ? departmentOptions(tree.data).slice(1) : [],
    vacancies: vacancyOptions(offered, search.vacancy, known, translate(insights)("archived")),
    /** How many vacancies there are to choose from, where not all of them are offered. */
    more: total > offered.length || search.find !== undefined ? total : null,
    offersVacancies: mayList || search.vacancy.length > 0,
    customer: scope.customerDisplayName,
    readAt: new Date().toISOString(),
    candidates: candidates.data,
    threshold: lostAfterDays,
  };
}

/**
 * The address of the candidates whose interviews are counted, where a list holds them: those of one chosen vacancy with
 * one stage of chat interviews, at which they are or were.
 */
async function candidatesOf(
  { api, base, flags, rights }: ConsoleArgs,
  search: InsightsSearch,
  chosen: Promise<VacancyRow[]>,
): Promise<string | null> {
  const [only, ...others] = search.vacancy;
  if (only === undefined || others.length > 0) return null;
  if (!opens(screenGates["vacancies/:vacancyId"], { flags, rights: await rights() })) return null;
  const found = (await chosen).find(({ externalVacancyId }) => externalVacancyId === only);
  if (!found) return null;
  const { stages } = (await getVacancy(api, found._id)).workflow;
  const [stage, ...further] = stages.filter(({ product }) => product === "FI");
  if (!stage || further.length > 0) return null;
  const query = new URLSearchParams({
    stageId: stage._id,
    progressStatus: "COMPLETED",
    ...(stages.length > 1 && { movedOn: "1" }),
    ...(search.from && { from: search.from }),
    ...(search.to && { to: search.to }),
    ...((search.from ?? search.to) && { tz: "UTC" }),
  });
  return `${base}/vacancies/${found._id}?${query}`;
}

async function loadAll(args: ConsoleArgs, search: InsightsSearch) {
  const answers = await Promise.all(cardNames.map((card) => loadCard(args, card, search)));
  return Object.fromEntries(cardNames.map((card, index) => [card, answers[index]])) as Record<
    CardName,
    CardAnswer
  >;
}

/**
 * The chosen ones that there are not. Whoever may not list all vacancies is told of none: what they do not see may well be
 * counted.
 */
async function missingVacancies(
  { rights }: ConsoleArgs,
  ids: readonly string[],
  chosen: Promise<VacancyRow[]>,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await optional(chosen, null);
  if (!found || !isHeld(await rights(), "apps:listVacancy")) return new Set();
  const known = new Set(found.map(({ externalVacancyId }) => externalVacancyId));
  return new Set(ids.filter((id) => !known.has(id)));
}

/** The vacancies to choose from; one that is chosen stays so, by its title where that is known. */
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
