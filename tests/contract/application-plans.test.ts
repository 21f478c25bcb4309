import { describe, expect, test } from "vitest";
import { markQuery, orderOf } from "../../regional-api/areas/applications/application-search.store";
import {
  applicationSorts,
  countQuery,
  pageQuery,
  walkedCountQuery,
  type ApplicationFilter,
  type ApplicationSort,
} from "../../regional-api/areas/applications/applications.store";
import { forgetQueries } from "../../regional-api/areas/applications/candidates.store";
import { nameOf } from "../../regional-api/store/dialect";
import { waitingStatuses } from "../../shared/application-statuses";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");
const sydney = () => world.databases.region("ap-southeast-2");

const base: ApplicationFilter = { vacancyId: "v", stageIds: ["s"] };
const filters: Record<string, ApplicationFilter> = {
  none: base,
  progress: { ...base, assessmentStatus: "APPS_ASSESSMENT_COMPLETED" },
  statuses: { ...base, statuses: ["APPS_APPLICATION_NEW", "APPS_APPLICATION_HIRED"] },
  results: { ...base, results: ["MAYBE"] },
  unviewed: { ...base, isViewed: false },
  days: { ...base, submittedFrom: 1, submittedBefore: 2 },
  search: { ...base, searchText: "smi" },
  everything: {
    vacancyId: "v",
    stageIds: ["s1", "s2"],
    assessmentStatus: "APPS_ASSESSMENT_COMPLETED",
    statuses: ["APPS_APPLICATION_NEW"],
    results: ["YES", "NO"],
    isViewed: false,
    submittedFrom: 1,
    submittedBefore: 2,
    searchText: "smi",
  },
};

describe.each(Object.entries(filters))("APP-28 the list with filter %s", (_name, filter) => {
  test.each(Object.keys(applicationSorts) as ApplicationSort[])(
    "by %s: a page comes from one index, in order, without reading rows",
    (sort) => {
      for (const order of ["asc", "desc"] as const) {
        const plan = planOf(sydney(), pageQuery(filter, { sort, order }, 100, 90_000));
        expect(plan).toContain(`USING COVERING INDEX ${applicationSorts[sort].index}`);
        expect(plan).not.toContain("TEMP B-TREE");
        expect(plan).not.toMatch(/SCAN applications/);
        // Rows are only read by looking up a whole id.
        expect(plan.replaceAll(/COVERING INDEX/g, "")).not.toMatch(/USING INDEX (?!applications_id)/);
      }
    },
  );

  test("is counted on an index or from kept counts", () => {
    expect(planOf(sydney(), countQuery(filter))).not.toMatch(/SCAN (?!CONSTANT)|TEMP B-TREE/);
  });
});

test("APP-11 a search with few matches looks up its matches and scans nothing", () => {
  const filter = { ...filters.everything, ...base, searchText: undefined, foundSeqs: [1, 2, 3] };
  for (const query of [pageQuery(filter, { sort: "name", order: "asc" }, 30, 0), countQuery(filter)]) {
    const plan = planOf(sydney(), query);
    expect(plan).toContain("SEARCH applications USING INTEGER PRIMARY KEY (rowid=?)");
    expect(plan).not.toMatch(/SCAN applications/);
  }
});

test("PIPE-07 a board's column comes from one index in order, however many rows it has, and its count is kept", () => {
  const filter: ApplicationFilter = { ...base, statuses: waitingStatuses };
  for (const part of ["filled", "empty"] as const) {
    const order = { sort: "stageSince", order: "asc" } as const;
    const plan = planOf(sydney(), pageQuery(filter, order, 10, 0, { sort: "stageSince", part }));
    expect(plan).toContain("SEARCH applications USING COVERING INDEX applications_ordered");
    expect(plan).not.toContain("TEMP B-TREE");
  }
  expect(planOf(sydney(), countQuery(filter))).toContain("application_counts USING PRIMARY KEY");
});

describe.each([filters.search, filters.everything])("GEN-38 the segments of a list", (filter = base) => {
  test.each(Object.keys(applicationSorts) as ApplicationSort[])(
    "by %s: split, counted and read within bounds on its index, in order",
    (sort) => {
      const { index } = applicationSorts[sort];
      const column = nameOf(applicationSorts[sort].column);
      const { submittedFrom: _from, submittedBefore: _before, ...rest } = filter;
      for (const order of ["asc", "desc"] as const) {
        const { between, of } = orderOf({ sort, order });
        const parts = [
          { part: between(1, 2), range: `${column}>? AND ${column}<?` },
          { part: of(1), range: `${column}=? AND seq>? AND seq<?` },
        ];
        for (const { part, range } of parts) {
          const mark = markQuery(rest, { sort, order }, part, 8_000);
          const page = pageQuery(rest, { sort, order }, 30, 20, part);
          const count = walkedCountQuery(rest, index, part);
          for (const query of [mark, page, count]) {
            const plan = planOf(sydney(), query);
            const search = `SEARCH applications USING COVERING INDEX ${index} (vacancyId=? AND stageId=? AND ${range})`;
            // Only this index, whatever else the filter contains.
            expect(plan.split(search)).toHaveLength(filter.stageIds.length + 1);
            expect(plan).not.toContain("TEMP B-TREE");
            expect(plan).not.toMatch(/SCAN applications/);
          }
        }
      }
    },
  );
});

test("counts without results, days and search are read from kept counts", () => {
  for (const name of ["none", "progress", "statuses"]) {
    const plan = planOf(sydney(), countQuery(filters[name] ?? base));
    expect(plan).toContain("application_counts USING PRIMARY KEY");
    expect(plan).not.toContain("applications");
  }
});

test.each(Object.entries(forgetQueries))("CAND-27 %s uses lookups and never scans logs", (name, { text }) => {
  const plan = planOf(sydney(), text);
  expect(plan).not.toMatch(/SCAN (?!json_each)/);
  // By the address only, not through the customer's whole log.
  if (name.endsWith("To")) expect(plan).toMatch(/customerId=\? AND \w+=\?|outbox_recipient \(recipient=\?/);
});
