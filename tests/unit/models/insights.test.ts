import fc from "fast-check";
import { type DocumentNode, print } from "graphql";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { verticalCompactor } from "react-grid-layout/core";
import { insights } from "~/i18n/insights";
import { translator } from "~/i18n/texts";
import { titleInSentence, type CardName, cardNames, cards } from "~/models/insights/cards";
import { loadCard, loadDashboard } from "~/models/insights/dashboard-screen.server";
import { getFigure, getTrends } from "~/models/insights/insights.server";
import { figuresQuery, readInsightsSearch } from "~/models/insights/insights-search";
import {
  type CardPlace,
  compactLayout,
  repairLayout,
  defaultLayout,
  moveCard,
  reordered,
  typedLayout,
} from "~/models/insights/layout";
import { layoutSchema } from "~/models/insights/layout.schema";
import type { ConsoleArgs, Scope } from "~/services/console-args";
import { logger } from "~/services/log.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";
import { argsOf } from "./answering-api";
import type { Right } from "~/services/rights";

const t = translator(insights, "en");
const places = (layout: readonly CardPlace[]) =>
  Object.fromEntries(layout.map(({ card, x, y, w, h }) => [card, [x, y, w, h]]));
const overlaps = (layout: readonly CardPlace[]) =>
  layout.some((a, index) =>
    layout
      .slice(0, index)
      .some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );
const read = (address: string) => readInsightsSearch(new URLSearchParams(address));
const scope = { customerId: "c", hierarchyId: "root", organizationId: "o" } as Scope;

test("DI-04 the cards are in their default order", () => {
  expect(cardNames.map((card) => t(`cards.${card}`))).toEqual([
    "Chat interviews completed",
    "Completion ratio",
    "Dropout ratio",
    "Leakage ratio",
    "Engagement rate",
    "Average NPS score",
    "Median time taken",
    "Median score",
    "Profanity ratio",
    "Plagiarism ratio",
    "Garbage ratio",
    "Chat interviews started",
    "Device type",
    "Candidate score distribution",
    "Recommendation split",
    "Decline reasons",
    "Candidate count by day",
  ]);
  expect([cards.deviceType.look, cards.scoreDistribution.look, cards.recommendationSplit.look]).toEqual([
    "doughnut",
    "bars",
    "pie",
  ]);
});

test("DI-05 DI-06 sizes, and the default layout from left to right in 12 columns", () => {
  expect(places(defaultLayout)).toEqual({
    completedCount: [0, 0, 3, 4],
    completionRatio: [3, 0, 3, 4],
    dropoutRatio: [6, 0, 3, 4],
    leakageRatio: [9, 0, 3, 4],
    engagementRate: [0, 4, 3, 4],
    averageNps: [3, 4, 3, 4],
    medianTime: [6, 4, 3, 4],
    medianScore: [9, 4, 3, 4],
    profanityRatio: [0, 8, 3, 4],
    plagiarismRatio: [3, 8, 3, 4],
    garbageRatio: [6, 8, 3, 4],
    startedCount: [9, 8, 3, 4],
    deviceType: [0, 12, 6, 6],
    scoreDistribution: [6, 12, 6, 6],
    recommendationSplit: [0, 18, 6, 6],
    declineReasons: [6, 18, 6, 6],
    countByDay: [0, 24, 12, 6],
  });
});

test("DI-61 the default layout has no holes", () => {
  const area = defaultLayout.reduce((sum, { w, h }) => sum + w * h, 0);
  expect(area).toBe(12 * Math.max(...defaultLayout.map(({ y, h }) => y + h)));
});

const anyPlaces = fc.tuple(
  ...cardNames.map((card) =>
    fc.record({
      card: fc.constant(card),
      x: fc.integer({ min: -2, max: 14 }),
      y: fc.integer({ min: 0, max: 60 }),
      w: fc.integer({ min: 0, max: 14 }),
      h: fc.integer({ min: 0, max: 60 }),
    }),
  ),
);

test("DI-05 DI-06 DI-07 for any stored layout every card shows once, at least 3 by 4, and without overlaps", () => {
  fc.assert(
    fc.property(anyPlaces, fc.integer({ min: 0, max: cardNames.length }), (kept, known) => {
      const layout = repairLayout(kept.slice(0, known));
      expect(new Set(layout.map(({ card }) => card)).size).toBe(cardNames.length);
      expect(overlaps(layout)).toBe(false);
      for (const { x, w, h } of layout) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(12);
        expect(w).toBeGreaterThanOrEqual(3);
        expect(h).toBeGreaterThanOrEqual(4);
      }
    }),
  );
});

test("DI-03 each card has the same position in the CSS grid and in the draggable one", () => {
  fc.assert(
    fc.property(anyPlaces, (kept) => {
      const layout = repairLayout(kept);
      // The grid library would move none of them.
      const theirs = verticalCompactor.compact(
        layout.map(({ card, ...place }) => ({ i: card, ...place })),
        12,
      );
      expect(Object.fromEntries(theirs.map(({ i, x, y, w, h }) => [i, [x, y, w, h]]))).toEqual(
        places(layout),
      );
      // CSS auto-placement: each card goes to the first row, from the previous card's on, where its columns are free.
      const put: CardPlace[] = [];
      for (const place of layout) {
        const last = put.at(-1);
        let y = last === undefined ? 0 : place.x < last.x ? last.y + 1 : last.y;
        while (overlaps([...put, { ...place, y }])) y += 1;
        put.push({ ...place, y });
      }
      expect(places(put)).toEqual(places(layout));
    }),
  );
});

test("DI-08 Move earlier and Move later change the order by one; cards of equal size swap places", () => {
  const next = reordered(defaultLayout, "completionRatio", -1);
  expect(places(next)).toMatchObject({ completionRatio: [0, 0, 3, 4], completedCount: [3, 0, 3, 4] });
  const mixed = reordered(defaultLayout, "deviceType", -1).map(({ card }) => card);
  expect(mixed.indexOf("deviceType")).toBe(11);
  expect(mixed.indexOf("startedCount")).toBe(12);
  expect(places(reordered(defaultLayout, "completedCount", -1))).toEqual(places(defaultLayout));
  expect(places(reordered(defaultLayout, "countByDay", 1))).toEqual(places(defaultLayout));
  for (const card of cardNames) expect(overlaps(reordered(defaultLayout, card, 1))).toBe(false);
});

test("DI-03 keys move a card sideways, past the next one up or down, and resize it within its limits", () => {
  const down = moveCard(defaultLayout, "completedCount", { x: 0, y: 1, what: "place" });
  expect(down && places(down)).toMatchObject({ completedCount: [0, 4, 3, 4], engagementRate: [0, 0, 3, 4] });
  const up = down && moveCard(down, "completedCount", { x: 0, y: -1, what: "place" });
  expect(up && places(up)).toEqual(places(defaultLayout));
  expect(moveCard(defaultLayout, "completedCount", { x: -1, y: 0, what: "place" })).toBeNull();
  expect(moveCard(defaultLayout, "completedCount", { x: 0, y: -1, what: "place" })).toBeNull();
  expect(moveCard(defaultLayout, "completedCount", { x: -1, y: 0, what: "size" })).toBeNull();
  const wider = moveCard(defaultLayout, "completedCount", { x: 1, y: 0, what: "size" });
  expect(wider && places(wider)).toMatchObject({ completedCount: [0, 0, 4, 4] });
  fc.assert(
    fc.property(
      anyPlaces,
      fc.constantFrom(...cardNames),
      fc.constantFrom([1, 0], [-1, 0], [0, 1], [0, -1]),
      fc.constantFrom("place" as const, "size" as const),
      (kept, card, [x, y], what) => {
        const next = moveCard(repairLayout(kept), card, { x: x as 1, y: y as 0, what });
        expect(next === null || (!overlaps(next) && next.length === cardNames.length)).toBe(true);
      },
    ),
  );
});

test("DI-08 the layout page reports invalid numbers, and accepts the dashboard's posts", () => {
  const schema = layoutSchema(t);
  const typed = typedLayout(defaultLayout);
  const back = schema.parse(typed);
  expect(
    places(
      compactLayout(
        cardNames.map((card) => ({ ...back[card], card, x: back[card].x - 1, y: back[card].y - 1 })),
      ),
    ),
  ).toEqual(places(defaultLayout));
  const wrong = schema.safeParse({
    ...typed,
    medianTime: { x: "11", y: "0", w: "2", h: "x" },
    countByDay: { x: "2", y: "1", w: "12", h: "6" },
  });
  expect(wrong.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "medianTime.x: Column of Median time taken must be a whole number from 1 to 10",
    "medianTime.y: Row of Median time taken must be a whole number from 1 to 1000",
    "medianTime.w: Width of Median time taken must be a whole number from 3 to 12",
    "medianTime.h: Height of Median time taken must be a whole number from 4 to 20",
    "countByDay.w: Candidate count by day does not fit: it would extend past column 12. Choose an earlier column or a smaller width",
  ]);
});

/** The API request for a card's figure. */
async function requestsFor(card: CardName, address: string) {
  const requests: Record<string, unknown>[] = [];
  const api = {
    ids: scope,
    query: (_: unknown, { filter }: { filter: Record<string, unknown> }) => {
      requests.push(filter);
      // Answers any field.
      const get = (_none: object, field: string) => (field === "then" ? undefined : { data: [] });
      return Promise.resolve(new Proxy({}, { get }));
    },
  } as unknown as CustomerApi;
  await getFigure(api, card, read(address), new Date("2027-03-31T13:00:00Z"));
  expect(requests).toHaveLength(1);
  return requests[0];
}

test("DI-13 DI-15..DI-19 DI-30 DI-31 DI-36 the address's filters in each metric's form, dates only if set", async () => {
  const ids = { organizationIds: ["o"], customerIds: ["c"] };
  expect(await requestsFor("medianScore", "")).toEqual({ ...ids, product: ["FI"] });
  expect(await requestsFor("scoreDistribution", "")).toEqual(ids);
  expect(await requestsFor("engagementRate", "")).toEqual(ids);
  expect(await requestsFor("recommendationSplit", "")).toEqual(ids);
  expect(await requestsFor("dropoutRatio", "")).toEqual({ ...ids, product: ["FI"], dropoutDayThreshold: 5 });
  expect(await requestsFor("countByDay", "")).toEqual({
    ...ids,
    createdAtFrom: "2027-02-28T00:00:00.000Z",
    createdAtTo: "2027-03-31T23:59:59.999Z",
  });
  expect(await requestsFor("countByDay", "from=2026-11-01")).toEqual({
    ...ids,
    createdAtFrom: "2026-11-01T00:00:00.000Z",
  });
  const address = "department=d&vacancy=V-1&vacancy=V-2&from=2026-11-01&to=2026-11-02";
  const [from, to] = ["2026-11-01T00:00:00.000Z", "2026-11-02T23:59:59.999Z"];
  const chosen = { ...ids, hierarchyIds: ["d"] };
  const vacancies = ["V-1", "V-2"];
  expect(await requestsFor("deviceType", address)).toEqual({
    ...chosen,
    product: ["FI"],
    externalCohortIds: vacancies,
    submittedAtFrom: from,
    submittedAtTo: to,
  });
  expect(await requestsFor("leakageRatio", address)).toEqual({
    ...chosen,
    product: ["FI"],
    externalCohortIds: vacancies,
    consentedAtFrom: from,
    consentedAtTo: to,
    leakageDayThreshold: 5,
  });
  expect(await requestsFor("declineReasons", address)).toEqual({
    ...chosen,
    externalCohortIds: vacancies,
    declinedAtFrom: from,
    declinedAtTo: to,
  });
  expect(await requestsFor("countByDay", address)).toEqual({
    ...chosen,
    externalVacancyIds: vacancies,
    createdAtFrom: from,
    createdAtTo: to,
  });
});

test("DI-57 DI-58 the trends take the address's filters, and times are in the cards' unit", async () => {
  const requests: unknown[] = [];
  const trend = { current: 90_000, previous: null, values: [60_000, null] };
  const api = {
    ids: scope,
    query: (_: unknown, variables: unknown) => {
      requests.push(variables);
      const figures = [
        { figure: "medianTime", ...trend },
        { figure: "completedCount", ...trend },
      ];
      return Promise.resolve({ DatalakeFigureTrends: { days: 2, pointDays: 1, dates: [], figures } });
    },
  } as unknown as CustomerApi;
  const address = "department=d&vacancy=V-1&from=2026-11-01&to=2026-11-02";
  expect(await getTrends(api, read(address))).toEqual({
    ...{ days: 2, pointDays: 1, dates: [], isWhole: true },
    of: {
      medianTime: { current: 90, previous: null, values: [60, null] },
      completedCount: trend,
    },
  });
  expect(await getTrends(api, read("to=2026-11-02"))).toMatchObject({ isWhole: false });
  expect(requests[0]).toEqual({
    filter: {
      ...{ organizationIds: ["o"], customerIds: ["c"], hierarchyIds: ["d"], externalCohortIds: ["V-1"] },
      ...{ product: ["FI"], from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T23:59:59.999Z" },
      lostDayThreshold: 5,
    },
  });
  const never = { query: () => expect.unreachable() } as unknown as CustomerApi;
  expect(await getTrends(never, read("from=2026-11-02&to=2026-11-01"))).toBeNull();
});

test("DI-15 each card shows the figure of its own operation", async () => {
  const operations: Readonly<Record<CardName, string>> = {
    completedCount: "CountCompletedAssessments",
    completionRatio: "AssessmentCompletionRatio",
    dropoutRatio: "AssessmentDropoutRatio",
    leakageRatio: "AssessmentLeakageRatio",
    engagementRate: "EngagementRatio",
    averageNps: "AvgNPSScore",
    medianTime: "MedianTimeTaken",
    medianScore: "MedianScore",
    profanityRatio: "AssessmentProfanityRatio",
    plagiarismRatio: "AssessmentPlagiarismRatio",
    garbageRatio: "AssessmentGarbageRatio",
    startedCount: "CountStartedAssessments",
    deviceType: "DeviceTypeSplit",
    scoreDistribution: "ScoreDistribution",
    recommendationSplit: "RecommendationSplit",
    declineReasons: "DeclineReasonSplit",
    countByDay: "CountApplicationsByDay",
  };
  const requests: string[] = [];
  const query = (document: DocumentNode) => {
    requests.push(/Datalake(\w+)\(/.exec(print(document))?.[1] ?? "");
    return Promise.reject(new Error("not needed"));
  };
  for (const card of cardNames)
    await getFigure({ ids: scope, query } as unknown as CustomerApi, card, read("")).catch(() => null);
  expect(requests).toEqual(cardNames.map((card) => operations[card]));
});

test("DI-30 the address round-trips; a range that ends before it begins counts nothing", async () => {
  const state = read("department=d&vacancy=a%26b&vacancy=c&from=2026-11-01&to=2026-11-30&from=x&more=1");
  expect(state).toEqual({
    department: "d",
    vacancy: ["a&b", "c"],
    find: undefined,
    from: "2026-11-01",
    to: "2026-11-30",
  });
  expect(read(figuresQuery(state).slice(1))).toEqual(state);
  expect(figuresQuery(read("from=2026-02-30"))).toBe("");
  const never = { query: () => expect.unreachable() } as unknown as CustomerApi;
  expect(await getFigure(never, "countByDay", read("from=2026-11-02&to=2026-11-01"))).toEqual({
    kind: "number",
    value: null,
  });
});

test("DI-09 DI-32..DI-35 DI-45 a failed metric is reported and logged by name, and throws nothing", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const info = vi.spyOn(logger, "info").mockImplementation(() => undefined);
  const answer = (kind: ApiErrorKind, card: CardName, message = "no") =>
    loadCard(
      {
        api: {
          ids: scope,
          query: () => Promise.reject(new ApiError(kind, message, "ap-southeast-2", "AverageNps")),
        },
        scope,
        translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en"),
      } as unknown as ConsoleArgs,
      card,
      read(""),
    );
  expect(await answer("FORBIDDEN", "averageNps")).toEqual({
    state: "failed",
    error: {
      tone: "warning",
      title: "No permission",
      description: "Failed to load average NPS score. Please contact support.",
    },
  });
  for (const kind of ["UNEXPECTED", "UNREADABLE", "TIMEOUT", "UNAVAILABLE", "RATE_LIMITED"] as const) {
    const failed = await answer(kind, "countByDay");
    expect(failed).toMatchObject({
      error: {
        tone: "error",
        title: "Unexpected error",
        description: "Failed to load candidate count by day. Please contact support.",
      },
    });
  }
  await answer("NOT_FOUND", "averageNps");
  // Not logged as errors: the person's rights or the address explain them.
  expect(info.mock.calls.map(([, context]) => context?.kind)).toEqual(["FORBIDDEN", "NOT_FOUND"]);
  const metrics = logged.mock.calls.flatMap(([message, context]) =>
    message === "dashboard metric failed" ? [(context as { metric: string }).metric] : [],
  );
  expect(metrics).toEqual(Array<string>(5).fill("candidate count by day"));
  await expect(answer("UNAUTHENTICATED", "countByDay")).rejects.toThrow();
  expect(await answer("VALIDATION", "countByDay", "The time range cannot be longer than 10 years")).toEqual({
    state: "failed",
    error: {
      tone: "warning",
      title: "The date range is too long",
      description: "Days are shown for at most 10 years. Please choose a shorter date range.",
    },
  });
  expect(titleInSentence("Device type")).toBe("device type");
  logged.mockRestore();
});

describe("parts of the dashboard that fail to load", () => {
  beforeEach(() => void vi.spyOn(logger, "error").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  const vacancies = { AppsGetVacancyListV2: { data: [], pagination: { totalItems: 0 } } };
  const whole = {
    DashboardLayout: { CommonGetDashboardLayout: { version: 3, cards: null } },
    Departments: {
      ORGGetHierarchy: {
        ...{ _id: "root", name: "Retail", isHeld: true },
        children: [{ _id: "d", name: "Sales", isHeld: true }],
      },
    },
    DepartmentIds: { ORGGetHierarchy: { _id: "root", children: [] } },
    Vacancies: vacancies,
    FigureTrends: { DatalakeFigureTrends: null },
  };
  const shown = (
    changed: object,
    address = "",
    rights: readonly Right[] = ["apps:listVacancy somewhere"],
  ) => {
    const url = new URL(`http://console.example/base/di?${address}`);
    const { args } = argsOf(
      { ...whole, ...changed },
      { url, isFetched: true, timeZone: "UTC", flags: {}, rights: () => Promise.resolve(new Set(rights)) },
    );
    return loadDashboard(args);
  };
  const failed = (kind: ApiErrorKind = "UNEXPECTED") => new ApiError(kind, "no", "ap-southeast-2", "Any");

  test("DI-09 without failures nothing is reported", async () => {
    expect(await shown({})).toMatchObject({
      notices: [],
      departments: [{ value: "d" }],
      layout: { version: 3 },
    });
  });

  test.each([
    ["DashboardLayout", "Failed to load the layout. Please contact support."],
    ["Departments", "Failed to load department information. Please contact support."],
    ["Vacancies", "Failed to load vacancies. Please contact support."],
  ])("DI-09 %s is reported separately, refused or failed, and the cards stay", async (part, description) => {
    for (const [kind, tone, title] of [
      ["UNEXPECTED", "error", "Unexpected error"],
      ["UNAVAILABLE", "error", "Unexpected error"],
      ["FORBIDDEN", "warning", "No permission"],
    ] as const) {
      const { notices, layout } = await shown({ [part]: failed(kind) });
      expect(notices).toEqual([{ tone, title, description }]);
      expect(layout.places).toHaveLength(cardNames.length);
    }
  });

  test("DI-30 without the right to list vacancies none is offered, without a message; those in a link stay selected", async () => {
    const refused = { Vacancies: failed("FORBIDDEN") };
    expect(await shown(refused, "", [])).toMatchObject({ notices: [], offersVacancies: false });
    expect(await shown(refused, "vacancy=v1", [])).toMatchObject({
      ...{ notices: [], offersVacancies: true },
      vacancies: [{ value: "v1", label: "v1" }],
    });
  });

  test("DI-09 DI-30 every failure is reported, and the selection stays", async () => {
    const page = await shown(
      { DashboardLayout: failed(), Departments: failed(), Vacancies: failed() },
      "vacancy=v1&department=d",
    );
    expect(page.notices).toHaveLength(3);
    expect(page).toMatchObject({
      departments: [],
      vacancies: [{ value: "v1", label: "v1" }],
      filters: { department: "d" },
      layout: { version: null },
    });
  });

  test("DI-45 an unknown department in the address is reported, and the figures are for all", async () => {
    const page = await shown({}, "department=gone&from=2026-11-01");
    expect(page).toMatchObject({
      notices: [{ tone: "warning", title: "Department not found" }],
      filters: { department: undefined, from: "2026-11-01" },
      query: "?from=2026-11-01",
    });
    expect((await shown({}, "department=d")).query).toBe("?department=d");
  });

  const row = (externalVacancyId: string, archivedAt: string | null = null) => ({
    _id: `id-${externalVacancyId}`,
    externalVacancyId,
    title: `Title ${externalVacancyId}`,
    archivedAt,
  });

  type VacancyFilter = { externalVacancyIds?: string[]; hierarchyIds?: string[]; isArchived?: boolean };
  /** The page at an address whose vacancies are those that `found` says. */
  const shownWith = (
    address: string,
    found: (filter: VacancyFilter) => ReturnType<typeof row>[],
    more = {},
  ) => {
    const { args } = argsOf(whole, {
      ...{ url: new URL(`http://console.example/base/di?${address}`), isFetched: true, timeZone: "UTC" },
      ...{ flags: {}, rights: () => Promise.resolve(new Set(["apps:listVacancy somewhere"])), ...more },
    });
    const runQuery = args.api.query.bind(args.api) as (
      document: unknown,
      variables: unknown,
    ) => Promise<object>;
    const query = async (document: unknown, variables: { filter?: VacancyFilter }) => {
      const answer = await runQuery(document, variables);
      if (!("AppsGetVacancyListV2" in answer)) return answer;
      const data = found(variables.filter ?? {});
      return { AppsGetVacancyListV2: { data, pagination: { totalItems: data.length } } };
    };
    return loadDashboard({ ...args, api: { ...args.api, query } as unknown as FormApi });
  };

  test.each([
    ["OLD", null, "Title OLD"],
    ["GONE", "2026-01-01T00:00:00.000Z", "Title GONE (archived)"],
  ])("DI-46 a selected vacancy %s, archived or not among the newest, has its title", async (...one) => {
    const [id, archivedAt, label] = one;
    const page = await shownWith(
      `vacancy=${id}`,
      ({ externalVacancyIds, isArchived }) =>
        externalVacancyIds?.includes(id) && isArchived === (archivedAt !== null) ? [row(id, archivedAt)] : [],
      {
        flags: { edgeVacancyDetailEnabled: true },
        rights: () => Promise.resolve(new Set(["apps:viewVacancy somewhere"])),
      },
    );
    expect(page.vacancies).toEqual([{ value: id, label, aside: id }]);
  });

  test("DI-46 the vacancies offered are those of the selected department, archived ones last", async () => {
    const requests: unknown[] = [];
    const page = await shownWith(
      "department=d",
      ({ hierarchyIds, isArchived }) => {
        requests.push(hierarchyIds);
        return isArchived ? [row("OLD", "2026-01-01T00:00:00.000Z")] : [row("NEW")];
      },
      { rights: () => Promise.resolve(new Set()) },
    );
    expect(page.vacancies.map(({ label }) => label)).toEqual(["Title NEW", "Title OLD (archived)"]);
    expect(page.more).toBeNull();
    expect(requests).toEqual([["d"], ["d"]]);
  });

  test("DI-52 all 200 vacancies the page offers are counted by their titles, and at most 500", async () => {
    const ids = Array.from({ length: 502 }, (_, n) => `V${n}`);
    const requests: string[][] = [];
    const pageOf = (chosen: readonly string[]) =>
      shownWith(
        `${new URLSearchParams(chosen.map((id): [string, string] => ["vacancy", id]))}`,
        ({ externalVacancyIds, isArchived }) => {
          if (!externalVacancyIds) return [];
          requests.push(externalVacancyIds);
          return isArchived ? [] : externalVacancyIds.map((id) => row(id));
        },
      );
    const offered = ids.slice(0, 200);
    const page = await pageOf(offered);
    expect(page.notices).toEqual([]);
    expect(page.filters.vacancy).toEqual(offered);
    expect(new URLSearchParams(page.query).getAll("vacancy")).toEqual(offered);
    expect(page.vacancies.map(({ label }) => label)).toEqual(offered.map((id) => `Title ${id}`));
    // Unlisted ones take two calls, for the active and the archived.
    expect(requests).toEqual([offered, offered]);
    expect((await pageOf(ids)).filters.vacancy).toHaveLength(500);
  });

  test("an ended session is not reported as a notice", async () => {
    await expect(shown({ Vacancies: failed("UNAUTHENTICATED") })).rejects.toThrow();
  });
});
