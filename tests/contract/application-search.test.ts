import { sql } from "../../regional-api/store/sql";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import {
  allSeqs,
  pageAsOpened,
  searchedPage,
  chunksOf,
  readPageByWalk,
} from "../../regional-api/areas/applications/application-search.store";
import {
  applicationSeqs,
  applicationSorts,
  countApplications,
  narrowedBySearch,
  partCondition,
  type ApplicationFilter,
  type ApplicationOrder,
  type ApplicationSort,
} from "../../regional-api/areas/applications/applications.store";
import type { Database } from "../../regional-api/store/database";
import { onPostgres } from "./fixtures/engine";
import {
  addApplication,
  addApplications,
  addCandidate,
  externalIdOf,
  stages,
  vacancies,
} from "./fixtures/hiring";
import { scopeOf, start } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";
import { turnsDuring } from "./fixtures/turns";

const world = useWorld("all tests");
const recruiter = useClient(world, "recruiter", "all tests");
let db: Database;

const { organizationId, customerId, hierarchyId } = scopeOf("retail");
/** Low bounds, so that a small vacancy counts as a large one. */
const bounds = { rows: 60, matches: 40, stretch: 7 };
const some = 220;

/** People at both stages; many share a score and a day, some have neither. */
function fillMain(): void {
  db.transaction(() => {
    for (let index = 0; index < some; index += 1) {
      const [firstName, email] = [index % 3 === 0 ? "Ann" : "Bob", `p${index}@mail.example`];
      const candidateId = addCandidate(db, { firstName, lastName: `N ${(index * 7) % 11}`, email });
      const isSubmitted = index % 4 !== 0;
      addApplication(db, {
        candidateId,
        stageId: index % 5 === 0 ? stages.video : stages.chat,
        createdAt: start + Math.floor(index / 10),
        submittedAt: isSubmitted ? start + (index % 6) : null,
        recommendationScore: isSubmitted ? (index % 3) * 40 : null,
        recommendation: index % 2 === 0 ? "YES" : "NO",
      });
      if (index % 20 === 0) db.statement("UPDATE candidates SET nameKey = '' WHERE id = ?").run(candidateId);
    }
  });
}

beforeAll(async () => {
  db = world.databases.region("ap-southeast-2");
  db.statement("DELETE FROM retention_holds").run();
  db.statement("DELETE FROM applications").run();
  db.statement("DELETE FROM candidates").run();
  fillMain();
});

const chat: ApplicationFilter = { vacancyId: vacancies.main, stageIds: [stages.chat] };
const filters: Readonly<Record<string, ApplicationFilter>> = {
  "everybody's text": { ...chat, searchText: "mail.example" },
  "a third's": { ...chat, searchText: "ann" },
  "a few people's": { ...chat, searchText: "p1" },
  "one's": { ...chat, searchText: "p217@" },
  "without matches": { ...chat, searchText: "nobody" },
  "both stages": { ...chat, stageIds: [stages.chat, stages.video], searchText: "ann" },
  "days and results": {
    ...chat,
    searchText: "mail",
    submittedFrom: start + 1,
    submittedBefore: start + 5,
    results: ["YES"],
  },
  "days from": { ...chat, searchText: "bob", submittedFrom: start + 2 },
  "days before": { ...chat, searchText: "bob", submittedBefore: start + 2 },
};
const sorts = Object.keys(applicationSorts) as ApplicationSort[];
const orders = sorts.flatMap((sort) =>
  (["asc", "desc"] as const).map((order): [string, ApplicationOrder] => [
    `${sort} ${order}`,
    { sort, order },
  ]),
);

describe.each(Object.entries(filters))("GEN-38 APP-57 %s", (_name, filter) => {
  test.each(orders)(
    "by %s: pages continue across every bound without gaps or duplicates",
    async (_by, order) => {
      const count = await countApplications(db.reader, filter);
      const whole = await applicationSeqs(db.reader, filter, order, some, 0);
      expect(whole).toHaveLength(count);
      const size = 9;
      for (let skip = 0; ; skip += size) {
        const { seqs, page } = await readPageByWalk(db.reader, filter, order, { skip, size }, bounds);
        expect(seqs).toEqual(whole.slice(skip, skip + size));
        expect(page.currentPage).toBe(skip / size + 1);
        if (page.isTotalExact === false) {
          // The reported rows exist, and there is a next page.
          expect(page.totalItems).toBeGreaterThanOrEqual(skip + size);
          expect(page.totalItems).toBeLessThanOrEqual(count);
          expect(page.totalPages).toBeGreaterThan(page.currentPage);
          continue;
        }
        expect(page.totalItems).toBe(count);
        expect(page.totalPages).toBe(Math.max(1, Math.ceil(count / size)));
        if (page.currentPage === page.totalPages) break;
      }
      // A page past the last is the last one (GEN-03).
      const past = await readPageByWalk(db.reader, filter, order, { skip: size * 99, size }, bounds);
      expect(past.seqs).toEqual(whole.slice((past.page.totalPages - 1) * size));
      expect(past.page).toMatchObject({
        totalItems: count,
        currentPage: Math.max(1, Math.ceil(count / size)),
      });
    },
  );

  test.each(orders)("by %s: an indexed search finds the same rows", async (_by, order) => {
    const narrowed = await narrowedBySearch(db.reader, customerId, filter);
    // PostgreSQL scans for texts too short for its index.
    if (!onPostgres || (filter.searchText ?? "").length > 2) expect(narrowed.foundSeqs).toBeDefined();
    for (const skip of [0, 20, 10_000]) {
      const looked = await searchedPage(db.reader, customerId, filter, order, { skip, size: 20 });
      expect(looked).toEqual(await readPageByWalk(db.reader, filter, order, { skip, size: 20 }));
    }
  });
});

test.each(orders)(
  "GEN-38 by %s: the segments add up to the whole list, and none is much longer than requested",
  async (_by, order) => {
    const seqs: number[][] = [];
    for await (const { part } of chunksOf(db.reader, chat, order, 7))
      seqs.push(
        db
          .all(
            sql
              .selectFrom("applications")
              .select("seq")
              .where("stageId", "=", stages.chat)
              .where("vacancyId", "=", vacancies.main)
              .where(partCondition(part)),
          )
          .map(({ seq }) => seq),
      );
    expect(Math.max(...seqs.map(({ length }) => length))).toBeLessThanOrEqual(7);
    expect(seqs.flat().sort((a, b) => a - b)).toEqual(
      (await applicationSeqs(db.reader, chat, order, some, 0)).sort((a, b) => a - b),
    );
  },
);

const oldest = { sort: "createdAt", order: "asc" } as const;

test("GEN-38 other calls run between reads beyond the bounds", async () => {
  const filter = { ...chat, searchText: "p217@" };
  const walk = () => readPageByWalk(db.reader, filter, oldest, { skip: 0, size: 9 }, bounds);
  expect(await turnsDuring(walk)).toBeGreaterThan(10);
});

describe("GEN-40 BULK-03 all matches, for a plan", () => {
  test.each(orders)("by %s: in order, to the last or up to the requested number", async (_by, order) => {
    for (const filter of [...Object.values(filters), chat]) {
      const whole = await applicationSeqs(db.reader, filter, order, some, 0);
      expect(await allSeqs(db.reader, filter, order, some, 7)).toEqual(whole);
      expect(await allSeqs(db.reader, filter, order, 20, 7)).toEqual(whole.slice(0, 20));
    }
  });

  test("come from a single moment, with other calls running in between", async () => {
    const whole = await applicationSeqs(db.reader, chat, oldest, some, 0);
    const all: number[] = [];
    const turns = await turnsDuring(async () => {
      const reading = await allSeqs(db.reader, chat, oldest, some, 7);
      // The first row becomes the last while the list is read.
      const [first = 0] = whole;
      const move = db.statement("UPDATE applications SET createdAt = createdAt + ? WHERE seq = ?");
      move.run(1_000_000, first);
      all.push(...(await reading));
      move.run(-1_000_000, first);
    });
    expect(all).toEqual(whole);
    expect(turns).toBeGreaterThan(10);
  });
});

const listShape = z.object({
  AppsGetApplicationList: z.object({
    data: z.array(z.object({ _id: z.string() })),
    pagination: z.object({
      totalPages: z.number(),
      currentPage: z.number(),
      totalItems: z.number(),
      isTotalExact: z.boolean(),
    }),
  }),
});

async function list(asked: Record<string, unknown>) {
  const answer = await recruiter.call(
    `query ($filter: AppsApplicationListFilter!) {
      AppsGetApplicationList(filter: $filter) {
        data { _id } pagination { totalPages currentPage totalItems isTotalExact }
      }
    }`,
    {
      filter: {
        ...{ organizationId, customerId, hierarchyId, externalVacancyId: externalIdOf("second") },
        ...{ skipEq: 0, limitEq: 30, assessmentStatusFilter: { stageId: stages.chat }, ...asked },
      },
    },
  );
  if (answer.error) throw new Error(`${answer.error}: ${answer.message}`);
  return listShape.parse(answer.data).AppsGetApplicationList;
}

test("GEN-38 APP-57 counts up to 10,000 matches and reports that there are more beyond", async () => {
  const all = 10_040;
  addApplications(db, "second", all);
  const searchText = "many";
  const first = await list({ searchText });
  expect(first.pagination).toEqual({
    totalItems: 10_000,
    totalPages: 334,
    currentPage: 1,
    isTotalExact: false,
  });
  // The page after the counted rows is the last one here, and gives the total.
  const known = await list({ searchText, skipEq: 333 });
  expect(known.data).toHaveLength(30);
  expect(known.pagination).toEqual({
    ...{ totalItems: 10_020, totalPages: 335, currentPage: 334, isTotalExact: false },
  });
  for (const skipEq of [334, 5_000]) {
    const last = await list({ searchText, skipEq });
    expect(last.data).toHaveLength(all % 30);
    expect(last.pagination).toEqual({
      totalItems: all,
      totalPages: 335,
      currentPage: 335,
      isTotalExact: true,
    });
  }
  // Unsearched lists and rare matches are counted completely.
  expect((await list({})).pagination).toMatchObject({ totalItems: all, isTotalExact: true });
  expect((await list({ searchText: "10019@" })).pagination).toMatchObject({
    totalItems: 1,
    isTotalExact: true,
  });
  expect((await list({ searchText: "nobody" })).pagination).toMatchObject({
    totalItems: 0,
    isTotalExact: true,
  });
});

test("APP-88 an open list keeps its rows in their places, whatever happens to them", async () => {
  const opened: readonly ApplicationFilter[] = [
    { ...chat, statuses: ["APPS_APPLICATION_NEW"] },
    { ...chat, statuses: ["APPS_APPLICATION_NEW"], searchText: "mail.example" },
    { ...chat, isViewed: false },
  ];
  const size = 9;
  const before = new Map<string, number[]>();
  const asOpened = opened.flatMap((filter, index) =>
    orders.map(([by, order]) => ({ key: `${index} ${by}`, filter, order })),
  );
  for (const { key, filter, order } of asOpened)
    before.set(key, await applicationSeqs(db.reader, filter, order, 500, 0));
  // Decides rows one by one with pauses: the first row, ends of pages, and the last.
  const [list = []] = before.values();
  expect(list.length).toBeGreaterThan(100);
  const decided = [...list.slice(0, 5), ...list.slice(7, 30), ...list.slice(60, 70), ...list.slice(-3)];
  for (const [index, seq] of decided.entries())
    db.statement(
      index % 2 === 0
        ? "UPDATE applications SET status = 'APPS_APPLICATION_DECLINED' WHERE seq = ?"
        : `UPDATE applications SET "stageId" = '${stages.video}' WHERE seq = ?`,
    ).run(seq);
  const [untaken] = decided.slice(1);
  db.statement(
    `DELETE FROM assessments WHERE "applicationId" = (SELECT id FROM applications WHERE seq = ?)`,
  ).run(untaken);
  for (const { key, filter, order } of asOpened) {
    const whole = before.get(key) ?? [];
    const kept = {
      seqs: decided.filter((seq) => whole.includes(seq)),
      stageIds: [stages.chat, stages.video],
    };
    const seen: number[] = [];
    for (let skip = 0; skip < whole.length; skip += size) {
      const { seqs, page } = await pageAsOpened(db.reader, customerId, filter, order, { skip, size }, kept);
      expect(page).toMatchObject({ currentPage: skip / size + 1, totalItems: whole.length });
      seen.push(...seqs);
    }
    // Without its assessment an application has no sort value, and is still listed.
    const others = (seqs: number[]) => seqs.filter((seq) => seq !== untaken);
    expect(others(seen), key).toEqual(others(whole));
    expect(seen).toHaveLength(whole.length);
    const past = await pageAsOpened(db.reader, customerId, filter, order, { skip: size * 99, size }, kept);
    expect(past.page.currentPage).toBe(Math.ceil(whole.length / size));
  }
});
