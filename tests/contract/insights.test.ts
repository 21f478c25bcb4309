import { getNullableType, isLeafType } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { fieldOf } from "../support/documents";
import { signedIn, type Client } from "./fixtures/client";
import { addApplication, externalIdOf, stages, type VacancyKey } from "./fixtures/hiring";
import { figures } from "./fixtures/insight-operations";
import { advance } from "./fixtures/stage-rules";
import { useWorld, useClient } from "./fixtures/use-world";
import { addGroup, ids, people, rootId, scopeOf } from "./fixtures/world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const staff = useClient(world, "staff", "all tests");
const sydney = () => world.databases.region("ap-southeast-2");
const minute = 60_000;

/** A time in January 2026; the world's clock is at 13:00 on the 15th. */
const at = (day: number, hour = 0, minutes = 0, ms = 0) => Date.UTC(2026, 0, day, hour, minutes) + ms;

interface Chat {
  readonly vacancy?: VacancyKey;
  readonly consented?: number;
  readonly minutes?: number;
  readonly answers?: number;
  readonly score?: number;
  readonly recommendation?: "YES" | "MAYBE" | "NO";
  readonly rating?: number;
  readonly device?: "Desktop" | "Mobile" | "Tablet" | "Unknown";
  readonly flags?: readonly ("isPlagiarism" | "isProfanity" | "isLowTextQuality")[];
  readonly stageId?: string;
}

function addChat(chat: Chat) {
  const { consented = null, minutes, answers = 0, flags = [], stageId = stages.chat } = chat;
  const isSubmitted = minutes !== undefined && consented !== null;
  return addApplication(sydney(), {
    vacancy: chat.vacancy ?? "main",
    stageId,
    status: isSubmitted ? "APPS_ASSESSMENT_COMPLETED" : "APPS_ASSESSMENT_INPROGRESS",
    consentedAt: consented,
    submittedAt: isSubmitted ? consented + minutes * minute : null,
    answeredCount: answers,
    deviceType: chat.device ?? null,
    feedbackRating: chat.rating ?? null,
    recommendation: chat.recommendation ?? null,
    recommendationScore: chat.score ?? null,
    ...Object.fromEntries(flags.map((flag) => [flag, 1])),
  });
}

/** Input of all figures below, which are computed by hand. */
const chats: readonly Chat[] = [
  // Submitted, in the root department.
  {
    consented: at(1),
    minutes: 10,
    score: 100,
    recommendation: "YES",
    rating: 10,
    device: "Desktop",
    flags: ["isPlagiarism"],
  },
  { consented: at(1, 23, 50), minutes: 20, score: 95, recommendation: "YES", rating: 9, device: "Mobile" },
  {
    consented: at(2),
    minutes: 30,
    score: 60,
    recommendation: "MAYBE",
    device: "Mobile",
    flags: ["isProfanity", "isLowTextQuality"],
  },
  {
    vacancy: "second",
    consented: at(3),
    minutes: 45,
    score: 59.9,
    recommendation: "MAYBE",
    rating: 6,
    device: "Tablet",
  },
  {
    vacancy: "archived",
    consented: at(4),
    minutes: 480,
    score: 0,
    recommendation: "NO",
    flags: ["isLowTextQuality"],
  },
  // Dropout; leakage; exactly 5 days old; a millisecond older; never begun.
  { consented: at(5), answers: 2 },
  { consented: at(5), answers: 0 },
  { consented: at(10, 13), answers: 3 },
  { consented: at(10, 13, 0, -1), answers: 0 },
  {},
  // In a department: one submitted, one just begun.
  {
    vacancy: "department",
    consented: at(6),
    minutes: 12,
    score: 40,
    recommendation: "NO",
    rating: 8,
    device: "Desktop",
  },
  { vacancy: "department", consented: at(14), answers: 1 },
  // A video interview, and a chat of another customer: excluded from every figure.
  { stageId: stages.video, consented: at(6), minutes: 5, rating: 3, device: "Desktop" },
  {
    vacancy: "foreign",
    consented: at(6),
    minutes: 1,
    score: 1,
    recommendation: "NO",
    rating: 1,
    device: "Tablet",
  },
];

const { organizationId, customerId, hierarchyId } = scopeOf("retail");
const place = { organizationIds: [organizationId], customerIds: [customerId] };

const fetchFigure = (name: string, filter: Record<string, unknown> = {}, client = staff) => {
  const threshold = /(Dropout|Leakage)Ratio$/.exec(name)?.[1]?.toLowerCase();
  return client.send(name, {
    filter: { ...place, ...(threshold && { [`${threshold}DayThreshold`]: 5 }), ...filter },
  });
};
const figure = async (name: string, filter?: Record<string, unknown>, client?: Client) => {
  const answer = await fetchFigure(name, filter, client);
  expect(answer.error, answer.message).toBeUndefined();
  return answer.data[name];
};
/** Non-zero counts. */
const counts = async (name: string, filter?: Record<string, unknown>) => {
  const { data } = (await figure(name, filter)) as {
    data: { count: number; label?: string; score?: number }[];
  };
  return Object.fromEntries(
    data.filter(({ count }) => count > 0).map(({ label, score, count }) => [label ?? score, count]),
  );
};
const range = (name: "submittedAt" | "consentedAt" | "createdAt", from: number, to: number) => ({
  [`${name}From`]: new Date(from).toISOString(),
  [`${name}To`]: new Date(to).toISOString(),
});
/** From the start of one day in January to the end of another. */
const days = (name: "submittedAt" | "consentedAt" | "createdAt", first: number, last = first) =>
  range(name, at(first), at(last + 1) - 1);

beforeAll(async () => {
  sydney().statement("DELETE FROM applications").run();
  for (const chat of chats) addChat(chat);
});

const one = (name: string) => `Datalake${name}`;
const ratios = (name: string) => `DatalakeAssessment${name}Ratio`;

describe("each figure of a small set, computed by hand", () => {
  test("DI-15 DI-26 completed, and completion as submitted over begun", async () => {
    expect(await figure(one("CountCompletedAssessments"))).toBe(6);
    expect(await figure(ratios("Completion"))).toBeCloseTo(6 / 11, 10);
  });

  test("DI-17 DI-19 DI-27 dropout: more than 5 days ago, with answers, not submitted", async () => {
    expect(await figure(ratios("Dropout"))).toBeCloseTo(1 / 11, 10);
    // A day later, the one of 5 days is too old, the one of the 14th is not.
    expect(await figure(ratios("Dropout"), { dropoutDayThreshold: 4 })).toBeCloseTo(2 / 11, 10);
    expect(await figure(ratios("Dropout"), { dropoutDayThreshold: 0 })).toBeCloseTo(3 / 11, 10);
  });

  test("DI-18 DI-19 DI-27 leakage: more than 5 days ago, without any answer", async () => {
    expect(await figure(ratios("Leakage"))).toBeCloseTo(2 / 11, 10);
    expect(await figure(ratios("Leakage"), { leakageDayThreshold: 6 })).toBeCloseTo(1 / 11, 10);
  });

  test("DI-16 DI-21 DI-28 engagement and the mean rating", async () => {
    expect(await figure(one("EngagementRatio"))).toEqual({
      engagementCount: 4,
      completionTotalCount: 6,
      engagementRatio: 4 / 6,
    });
    expect(await figure(one("AvgNPSScore"))).toBe(8.25);
  });

  test("DI-26 the median time and score, for even and odd counts", async () => {
    // 10 12 20 30 45 480 minutes; 0 40 59.9 60 95 100.
    expect(await figure(one("MedianTimeTaken"))).toBe(25 * minute);
    expect(await figure(one("MedianScore"))).toBeCloseTo(59.95, 10);
    const externalCohortIds = [externalIdOf("main")];
    expect(await figure(one("MedianTimeTaken"), { externalCohortIds })).toBe(20 * minute);
    expect(await figure(one("MedianScore"), { externalCohortIds })).toBe(95);
  });

  test("DI-26 plagiarism, profanity and garbage: flagged over submitted", async () => {
    expect(await figure(ratios("Plagiarism"))).toBeCloseTo(1 / 6, 10);
    expect(await figure(ratios("Profanity"))).toBeCloseTo(1 / 6, 10);
    expect(await figure(ratios("Garbage"))).toBeCloseTo(2 / 6, 10);
  });

  test("DI-24 devices of submitted interviews, all four labels in order", async () => {
    expect(await figure(one("DeviceTypeSplit"))).toEqual({
      data: [
        { label: "Desktop", count: 2 },
        { label: "Mobile", count: 2 },
        { label: "Tablet", count: 1 },
        { label: "Unknown", count: 1 },
      ],
    });
  });

  test("DI-21 DI-23 recommendations", async () => {
    expect(await figure(one("RecommendationSplit"))).toEqual({
      data: [
        { label: "Yes", count: 2 },
        { label: "Maybe", count: 2 },
        { label: "No", count: 2 },
      ],
    });
  });

  test("DI-21 DI-22 scores by tens including the upper bound, 100 separate, empty ones at 0", async () => {
    const { data } = (await figure(one("ScoreDistribution"))) as { data: { score: number; count: number }[] };
    expect(data.map(({ score }) => score)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(data.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1]);
  });

  test("DI-20 null exactly when there is nothing to count", async () => {
    const filter = { externalCohortIds: ["no such vacancy"] };
    const isNumber = (name: string) => isLeafType(getNullableType(fieldOf(name)?.field.type));
    for (const name of Object.keys(figures).filter(isNumber)) {
      const expected = name.startsWith("DatalakeCount") ? 0 : null;
      expect(await figure(name, filter), name).toBe(expected);
    }
    expect(await figure(one("EngagementRatio"), filter)).toEqual({
      engagementCount: 0,
      completionTotalCount: 0,
      engagementRatio: null,
    });
    expect(await counts(one("DeviceTypeSplit"), filter)).toEqual({});
    expect(await figure(ratios("Plagiarism"), days("submittedAt", 3))).toBe(0);
  });
});

describe("filters", () => {
  const completed = (filter: Record<string, unknown>) => figure(one("CountCompletedAssessments"), filter);

  test("DI-37 a range limits submissions above the line, and consents below", async () => {
    expect(await completed(days("submittedAt", 1))).toBe(1);
    expect(await figure(ratios("Completion"), days("submittedAt", 1))).toBe(1 / 2);
    expect(await figure(ratios("Completion"), days("submittedAt", 2))).toBe(2);
  });

  test("DI-15 a range includes both ends, to the millisecond", async () => {
    const submitted = at(1, 0, 10);
    expect(await completed(range("submittedAt", submitted, submitted))).toBe(1);
    expect(await completed(range("submittedAt", submitted + 1, at(2, 0, 10) - 1))).toBe(0);
    expect(await completed(range("submittedAt", submitted, at(2, 0, 10)))).toBe(2);
    expect(await completed({ submittedAtFrom: new Date(at(3)).toISOString() })).toBe(3);
    expect(await completed({ submittedAtTo: new Date(at(3)).toISOString() })).toBe(3);
    const answer = await fetchFigure(one("CountCompletedAssessments"), range("submittedAt", at(2), at(1)));
    expect(answer).toMatchObject({
      error: "Validation Error",
      message: "The end must not be before the start",
    });
  });

  test("DI-17 DI-18 a range of consents limits both parts of dropout and leakage", async () => {
    expect(await figure(ratios("Dropout"), days("consentedAt", 5))).toBe(1 / 2);
    expect(await figure(ratios("Leakage"), days("consentedAt", 5, 10))).toBeCloseTo(2 / 5, 10);
    expect(await figure(ratios("Leakage"), days("consentedAt", 14))).toBe(0);
  });

  test("DI-30 DI-40 a department includes those below, a vacancy is given by external id, both combine", async () => {
    expect(await completed({ hierarchyIds: [hierarchyId] })).toBe(6);
    expect(await completed({ hierarchyIds: [ids.department] })).toBe(1);
    expect(await completed({ hierarchyIds: [ids.subDepartment] })).toBe(0);
    expect(await completed({ externalCohortIds: [externalIdOf("main")] })).toBe(3);
    expect(await completed({ externalCohortIds: [externalIdOf("main"), externalIdOf("department")] })).toBe(
      4,
    );
    expect(
      await completed({ externalCohortIds: [externalIdOf("main")], hierarchyIds: [ids.department] }),
    ).toBe(0);
    expect(await counts(one("ScoreDistribution"), { hierarchyIds: [ids.department] })).toEqual({ 40: 1 });
    expect(await figure(one("MedianScore"), { hierarchyIds: [ids.department] })).toBe(40);
    expect(await figure(ratios("Completion"), { hierarchyIds: [ids.department] })).toBe(1 / 2);
  });

  test("DI-02 DI-38 count only chat interviews unless other products are requested", async () => {
    expect(await completed({ product: ["FI"] })).toBe(6);
    expect(await completed({ product: ["SI"] })).toBe(1);
    expect(await completed({ product: ["SI", "FI"] })).toBe(7);
    expect(await figure(one("AvgNPSScore"), { product: ["SI"] })).toBe(3);
    expect(await figure(one("MedianScore"), { product: ["SI"] })).toBeNull();
    // 5 10 12 20 30 45 480
    expect(await figure(one("MedianTimeTaken"), { product: ["FI", "SI"] })).toBe(20 * minute);
  });
});

describe("the change and the line of each figure", () => {
  interface Trends {
    days: number;
    pointDays: number;
    dates: string[];
    figures: { figure: string; current: number | null; previous: number | null; values: (number | null)[] }[];
  }
  const lostDayThreshold = 5;
  const between = (first: number, last = first) => ({
    from: new Date(at(first)).toISOString(),
    to: new Date(at(last + 1) - 1).toISOString(),
  });
  const trends = async (filter: Record<string, unknown> = {}) =>
    (await figure(one("FigureTrends"), { lostDayThreshold, ...filter })) as Trends;
  const values = async (name: string, filter: Record<string, unknown>) =>
    (await trends(filter)).figures.find((one) => one.figure === name)?.values;
  const operations: Readonly<Record<string, string>> = {
    completedCount: one("CountCompletedAssessments"),
    completionRatio: ratios("Completion"),
    dropoutRatio: ratios("Dropout"),
    leakageRatio: ratios("Leakage"),
    engagementRate: one("EngagementRatio"),
    averageNps: one("AvgNPSScore"),
    medianTime: one("MedianTimeTaken"),
    medianScore: one("MedianScore"),
    profanityRatio: ratios("Profanity"),
    plagiarismRatio: ratios("Plagiarism"),
    garbageRatio: ratios("Garbage"),
    startedCount: one("CountStartedAssessments"),
  };
  /** Each figure as its own query gives it. */
  const figuresBetween = async (first: number, last: number) => {
    const all: Record<string, unknown> = {};
    for (const [name, operation] of Object.entries(operations)) {
      const isBegun = ["dropoutRatio", "leakageRatio", "startedCount"].includes(name);
      const answer = await figure(operation, days(isBegun ? "consentedAt" : "submittedAt", first, last));
      all[name] =
        name === "engagementRate" ? (answer as { engagementRatio: number }).engagementRatio : answer;
    }
    return all;
  };

  test("DI-57 DI-61 every figure of a finished period, and of as many days before", async () => {
    const { figures } = await trends(between(4, 6));
    const figuresIn = (when: "current" | "previous") =>
      Object.fromEntries(figures.map((trend) => [trend.figure, trend[when]]));
    expect(figuresIn("current")).toEqual(await figuresBetween(4, 6));
    expect(figuresIn("previous")).toEqual(await figuresBetween(1, 3));
    expect(figuresIn("current")["startedCount"]).toBe(4);
  });

  test("DI-57 DI-58 a running period is compared up to the same point; by default it is 30 days", async () => {
    const open = await trends();
    expect(open).toMatchObject({ days: 30, pointDays: 1 });
    expect([open.dates[0], open.dates.at(-1)]).toEqual(["2025-12-17", "2026-01-15"]);
    // It is 13:00 on the 15th: the ten days before count up to 13:00 on the 5th.
    const { figures } = await trends({ from: new Date(at(6)).toISOString() });
    expect(figures.find((trend) => trend.figure === "startedCount")).toMatchObject({
      current: 4,
      previous: 7,
    });
    // Interviews of the last five days cannot count as lost yet, nor can those of as many days before.
    const lost = await trends(between(7, 12));
    const leakage = lost.figures.find((trend) => trend.figure === "leakageRatio");
    expect(leakage).toMatchObject({ current: 1 / 2, previous: 0 });
  });

  test("DI-59 values by day without data: 0 for counts, null for other figures and for days that cannot be counted yet", async () => {
    const filter = between(1, 6);
    expect((await trends(filter)).dates).toEqual([1, 2, 3, 4, 5, 6].map((day) => `2026-01-0${day}`));
    expect(await values("startedCount", filter)).toEqual([2, 1, 1, 1, 2, 1]);
    expect(await values("completedCount", filter)).toEqual([1, 2, 1, 1, 0, 1]);
    expect(await values("completionRatio", filter)).toEqual([1 / 2, 2, 1, 1, 0, 1]);
    expect(await values("garbageRatio", filter)).toEqual([0, 1 / 2, 0, 1, null, 0]);
    expect(await values("averageNps", filter)).toEqual([10, 9, 6, null, null, 8]);
    expect(await values("leakageRatio", between(4, 10))).toEqual([0, 1 / 2, 0, null, null, null, null]);
    // Estimates, within a band of five points or two minutes.
    expect(await values("medianScore", filter)).toEqual([100, 80, 57.5, 2.5, null, 42.5]);
    expect(await values("medianTime", between(1))).toEqual([11 * minute]);
  });

  test("DI-59 in a long period each value stands for 32 days", async () => {
    const long = await trends({ from: "2025-01-01T00:00:00.000Z" });
    expect(long.pointDays).toBe(32);
    expect(Date.parse(long.dates[0] ?? "")).toBeGreaterThanOrEqual(Date.UTC(2025, 0, 1));
    expect(Date.parse(long.dates.at(-1) ?? "") + 32 * 24 * 60 * minute).toBeLessThanOrEqual(at(15));
    expect(long.figures.map((trend) => trend.values.length)).toEqual(Array(12).fill(long.dates.length));
  });

  test("DI-57 vacancies narrow them; a future period has none; an invalid one is refused", async () => {
    const vacancy = { ...between(1, 6), externalCohortIds: [externalIdOf("main")] };
    expect(await values("completedCount", vacancy)).toEqual([1, 2, 0, 0, 0, 0]);
    expect(await trends(between(20))).toBeNull();
    const refused = await fetchFigure(one("FigureTrends"), { lostDayThreshold: 4_000 });
    expect(refused).toMatchObject({ message: "The threshold is 0 to 3650 days" });
  });
});

describe("applications by day", () => {
  interface Day {
    date: string;
    count: number;
  }
  const byDay = async (filter: Record<string, unknown> = {}) =>
    ((await figure(one("CountApplicationsByDay"), filter)) as { data: Day[] }).data;
  const created = [at(-17, 23, 59), Date.UTC(2025, 11, 15), at(1), at(1, 23, 59, 59_999), at(2)];
  const some = { externalVacancyIds: [externalIdOf("second")] };

  beforeAll(() => {
    for (const createdAt of created) addApplication(sydney(), { vacancy: "second", createdAt });
    addApplication(sydney(), { vacancy: "second", createdAt: at(2), stageId: stages.video });
  });

  test("DI-13 DI-14 DI-38 cover every UTC day since the same day of last month, even empty ones, for every product", async () => {
    const data = await byDay(some);
    expect(data).toHaveLength(32);
    expect(data[0]).toEqual({ date: "2025-12-15", count: 1 });
    expect(data.at(-1)).toEqual({ date: "2026-01-15", count: 1 });
    expect(data.filter(({ count }) => count > 0)).toEqual([
      { date: "2025-12-15", count: 1 },
      { date: "2026-01-01", count: 2 },
      { date: "2026-01-02", count: 2 },
      { date: "2026-01-15", count: 1 },
    ]);
  });

  test("DI-13 DI-14 cover the whole and partial days of a range", async () => {
    expect(await byDay({ ...some, ...days("createdAt", 1, 3) })).toEqual([
      { date: "2026-01-01", count: 2 },
      { date: "2026-01-02", count: 2 },
      { date: "2026-01-03", count: 0 },
    ]);
    expect(await byDay({ ...some, ...range("createdAt", at(1, 12), at(2, 12)) })).toEqual([
      { date: "2026-01-01", count: 1 },
      { date: "2026-01-02", count: 2 },
    ]);
    // The day has begun in Sydney, but not yet in UTC.
    expect(await byDay({ ...some, createdAtFrom: new Date(at(16)).toISOString() })).toEqual([
      { date: "2026-01-16", count: 0 },
    ]);
    const long = await fetchFigure(
      one("CountApplicationsByDay"),
      range("createdAt", Date.UTC(1990, 0), at(1)),
    );
    expect(long).toMatchObject({ message: "The time range cannot be longer than 10 years" });
  });

  test("DI-13 departments, and the whole customer", async () => {
    const sumOf = (data: readonly Day[]) => data.reduce((sum, { count }) => sum + count, 0);
    expect(sumOf(await byDay({ hierarchyIds: [ids.department] }))).toBe(2);
    // 13 of retail in the small set, and the five since the 15th of December.
    expect(sumOf(await byDay())).toBe(18);
  });
});

describe("DI-36 visibility of figures", () => {
  const code = "fi:viewAllInsights";
  const resource = (department: string) =>
    `edge:fi:ap-southeast-2:${organizationId}:${customerId}:${department}`;
  const completed = (client: Client, filter: Record<string, unknown> = {}) =>
    fetchFigure(one("CountCompletedAssessments"), filter, client);

  test("DI-45 a department head sees and is offered only that department, also when asking for one above", async () => {
    addGroup(sydney(), "retail", people.departmentHead, [
      { effect: "Allow", actions: [code], resources: [resource(ids.department)] },
      { effect: "Allow", actions: ["edge:access"], resources: [resource("*").replace(":fi:", ":edge:")] },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    expect((await completed(head)).data).toEqual({ DatalakeCountCompletedAssessments: 1 });
    expect((await completed(head, { hierarchyIds: [ids.subDepartment] })).error).toBeUndefined();
    expect((await completed(head, { hierarchyIds: [rootId(ids.retail)] })).data).toEqual({
      DatalakeCountCompletedAssessments: 1,
    });
    const { data } = await head.call(
      `query ($filter: ORGHierarchyFilter!, $code: String) {
        ORGGetHierarchy(filter: $filter, childrenShape: flatArray, heldCode: $code) { isHeld children { _id isHeld } }
      }`,
      { filter: { _id: rootId(ids.retail) }, code },
    );
    const { isHeld, children } = data["ORGGetHierarchy"] as { isHeld: boolean; children: Node[] };
    type Node = { _id: string; isHeld: boolean };
    const held = children.filter((node) => node.isHeld).map(({ _id }) => _id);
    expect({ isHeld, held: held.sort() }).toEqual({
      isHeld: false,
      held: [ids.department, ids.subDepartment].sort(),
    });
    const main = { externalCohortIds: [externalIdOf("main"), externalIdOf("department")] };
    expect((await completed(head, main)).data).toEqual({ DatalakeCountCompletedAssessments: 1 });
  });

  test("a denied department below an allowed one is left out", async () => {
    addGroup(sydney(), "retail", people.noAccess, [
      { effect: "Allow", actions: [code], resources: [resource("*")] },
      { effect: "Deny", actions: [code], resources: [resource(ids.department)] },
    ]);
    const person = await signedIn(world.app, "noAccess");
    expect((await completed(person)).data).toEqual({ DatalakeCountCompletedAssessments: 5 });
    expect((await completed(person, { hierarchyIds: [rootId(ids.retail)] })).data).toEqual({
      DatalakeCountCompletedAssessments: 5,
    });
    expect((await completed(person, { hierarchyIds: [ids.department] })).error).toBe("FORBIDDEN");
  });

  test("DI-40 unknown and archived departments are not found; an archived one still counts in those above", async () => {
    expect((await completed(staff, { hierarchyIds: ["nowhere"] })).error).toBe("Not Found Error");
    expect((await completed(staff, { hierarchyIds: [rootId(ids.bank)] })).error).toBe("Not Found Error");
    expect((await completed(staff, { hierarchyIds: [ids.oldDepartment] })).error).toBe("Not Found Error");
    const archive = sydney().statement("UPDATE hierarchies SET archivedAt = ? WHERE id = ?");
    archive.run(world.now(), ids.department);
    expect((await completed(staff)).data).toEqual({ DatalakeCountCompletedAssessments: 6 });
    expect((await completed(staff, { hierarchyIds: [hierarchyId] })).data).toEqual({
      DatalakeCountCompletedAssessments: 6,
    });
    archive.run(null, ids.department);
  });

  test("figures cover one customer, another's vacancies count nothing", async () => {
    expect((await completed(staff, { customerIds: [ids.retail, ids.bank] })).message).toBe(
      "Request the figures of one customer only",
    );
    expect((await completed(staff, { customerIds: [] })).error).toBe("Validation Error");
    expect((await completed(staff, { organizationIds: [ids.globex] })).error).toBe("Not Found Error");
    const foreign = { externalCohortIds: [externalIdOf("foreign")] };
    expect((await completed(staff, foreign)).data).toEqual({ DatalakeCountCompletedAssessments: 0 });
    const { organizationId: globex, customerId: globexSydney } = scopeOf("globexSydney");
    const theirs = { organizationIds: [globex], customerIds: [globexSydney] };
    expect((await completed(staff, theirs)).data).toEqual({ DatalakeCountCompletedAssessments: 1 });
  });
});

test("DI-29 an interview submitted now is in the next answer", async () => {
  const { assessmentId } = addChat({ consented: world.now() - 7 * minute });
  const before = await figure(one("CountCompletedAssessments"));
  const results = { recommendation: "YES", recommendationScore: 77, isPlagiarism: true };
  const advanced = await advance(staff, assessmentId, "COMPLETED", results);
  expect(advanced.error).toBeUndefined();
  expect(await figure(one("CountCompletedAssessments"))).toBe(Number(before) + 1);
  expect(await counts(one("ScoreDistribution"), days("submittedAt", 15))).toEqual({ 70: 1 });
  expect(await figure(one("MedianTimeTaken"), days("submittedAt", 15))).toBe(7 * minute);
  expect(await figure(ratios("Plagiarism"), days("submittedAt", 15))).toBe(1);
});
