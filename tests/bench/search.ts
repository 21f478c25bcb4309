/**
 * What looking for a text costs among 1,000,000 applications at one stage of one vacancy: common, short, sparse and rare
 * texts, in every order, at the first page, the second, the last known one, one far behind it and beyond the end; at the
 * API (budget 20 ms, p95, for what bounds are kept by). `npm run bench -- search [folder] [applications]`; the data is made
 * in the folder and kept there; without one it is made and deleted. After them: orders, as "name asc,createdAt desc".
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/v4";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { searchKey } from "../../regional-api/core/text";
import { Loader } from "../../regional-api/seed/bulk";
import { demoCustomers } from "../../regional-api/seed/ids";
import { peopleOf } from "../../regional-api/seed/people";
import { dayMs } from "../../regional-api/seed/plan";
import { Random } from "../../regional-api/seed/random";
import { openDatabases, type Database } from "../../regional-api/store/database";
import { Client, loginMutation } from "../contract/fixtures/client";
import { startApi } from "../support/servers";
import { cpuMs } from "./load";
import { staff } from "./pages";
import { inFolder, seeded } from "./product";
import { table } from "./report";

const allOrders = ["submittedAt", "createdAt", "name", "recommendationScore"].flatMap((field) => [
  `${field} desc`,
  `${field} asc`,
]);
/** The last is the folder of an older build, to compare with: it answers no `isTotalExact`. */
const [, , given, countGiven = "1000000", ordersGiven = allOrders.join(), folder] = process.argv;
const count = Number(countGiven);
const orders = ordersGiven.split(",");
const calls = 20;
const budgetMs = 20;
const pageSize = 30;
const { awsRegion: region, id: customerId } = demoCustomers.acmeRetail;

interface Place {
  readonly id: string;
  readonly hierarchyId: string;
  readonly stageId: string;
  readonly externalVacancyId: string;
  readonly organizationId: string;
}

const placeIn = (db: Database): Place => {
  const found = db.sqlite
    .prepare<[string], Place>(
      `SELECT v.id, v.hierarchyId, v.externalVacancyId, json_extract(v.workflow, '$.stages[0]._id') AS stageId,
         (SELECT organizationId FROM customer_directory AS c WHERE c.id = v.customerId) AS organizationId
       FROM vacancies AS v WHERE v.customerId = ? AND v.archivedAt IS NULL AND v.externalVacancyId IS NOT NULL
       ORDER BY v.seq LIMIT 1`,
    )
    .get(customerId);
  if (!found) throw new Error("the demo data has no vacancy");
  return found;
};

/**
 * Names that so many in a thousand have: found among them all over the list, or, by name, at its very end; and an address
 * that only the oldest applications have.
 */
const planted = { sparse: ["Quarry", 6], last: ["Zzelda", 6], rare: ["Wolfram", 3] } as const;
const oldest = { host: "campaign.example", share: 0.006 };

/** Replaces all applications of the region by as many as asked for. */
function fill(db: Database, { id: vacancyId, hierarchyId, stageId }: Place): void {
  const { sqlite } = db;
  const random = new Random("search");
  const somebody = peopleOf({
    english: 6,
    irish: 1,
    vietnamese: 2,
    chinese: 1,
    hindi: 1,
    greek: 1,
    arabic: 1,
  });
  const waiting = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
       AND tbl_name IN ('applications', 'candidates')`,
    )
    .all();
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("main.synchronous = OFF");
  for (const { type, name } of waiting) sqlite.exec(`DROP ${type} ${name}`);
  sqlite.exec("DELETE FROM assessments; DELETE FROM applications; DELETE FROM candidates");
  sqlite.exec(
    "DELETE FROM application_counts; INSERT INTO application_search (application_search) VALUES ('delete-all')",
  );
  const loader = new Loader(db);
  const first = Date.now() - 3 * 365 * dayMs;
  sqlite.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const person = somebody(random);
      const name = Object.values(planted).find(([, share]) => random.int(1000) < share)?.[0];
      const firstName = name === planted.last[0] ? name : person.firstName;
      const lastName =
        name && firstName !== name
          ? name
          : `${person.lastName} ${random.pick("abcdefghkmnoprstuvw".split(""))}${random.int(900)}`;
      const nameKey = searchKey(`${firstName} ${lastName}`);
      const host =
        index < count * oldest.share
          ? oldest.host
          : random.pick(["mail.example", "post.example", "example.com"]);
      const email = `${person.slug.slice(0, 24)}${index}@${host}`;
      const [id, candidateId] = [random.id(), random.id()];
      const createdAt = first + Math.floor((index / count) * 3 * 365 * dayMs);
      const isSubmitted = random.chance(0.6);
      const common = { customerId, createdAt, updatedAt: createdAt };
      loader.insert("candidates", {
        id: candidateId,
        ...common,
        externalApplicantId: candidateId,
        firstName,
        lastName,
        nameKey,
        email,
      });
      loader.insert("applications", {
        id,
        ...common,
        hierarchyId,
        vacancyId,
        stageId,
        candidateId,
        externalApplicationId: id,
        candidateNameKey: nameKey,
        candidateEmail: email,
        assessmentStatus: isSubmitted ? "APPS_ASSESSMENT_COMPLETED" : "APPS_ASSESSMENT_INPROGRESS",
        assessmentSubmittedAt: isSubmitted ? createdAt + random.int(5 * dayMs) : null,
        // Whole numbers: thousands sort by the same.
        assessmentScore: isSubmitted ? Math.round(Math.min(100, Math.max(0, random.normal(64, 17)))) : null,
      });
    }
  })();
  for (const { type, sql } of waiting) if (type === "index") sqlite.exec(sql);
  sqlite.transaction(() =>
    sqlite.exec(
      `INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
         SELECT vacancyId, stageId, status, assessmentStatus, count(*) FROM applications GROUP BY 1, 2, 3, 4;
       INSERT INTO application_search (rowid, customer, name, email, applicationId)
         SELECT seq, customer, name, email, applicationId FROM application_search_rows ORDER BY seq`,
    ),
  )();
  for (const { type, sql } of waiting) if (type === "trigger") sqlite.exec(sql);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
}

const texts: Readonly<Record<string, string>> = {
  "everybody's": "example",
  "a short one": "an",
  "a letter": "a",
  "two letters of few": "zz",
  "two of nobody": "xq",
  "a common name": "smith",
  "one in a hundred": "77@",
  "common parts, rarer together": "77@mail",
  "6,000 all over": searchKey(planted.sparse[0]),
  "6,000, last by name": searchKey(planted.last[0]),
  "6,000, the oldest": oldest.host,
  "3,000 all over": searchKey(planted.rare[0]),
  "one's": "123456@",
  "nobody's": "xqjwpz",
};

const document = `query ($filter: AppsApplicationListFilter!) {
  AppsGetApplicationList(filter: $filter) {
    data { _id candidate { _id personalInformation { firstName lastName email } } assessments { _id } }
    pagination { totalItems totalPages currentPage __EXACT__ }
  }
}`;
const answered = z.object({
  AppsGetApplicationList: z.object({
    data: z.array(z.object({ _id: z.string() })),
    pagination: z.object({
      totalItems: z.number(),
      totalPages: z.number(),
      currentPage: z.number(),
      isTotalExact: z.boolean().default(true),
    }),
  }),
});

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

async function measure(dataDir: string, place: Place): Promise<void> {
  const api = await startApi(dataDir, {}, folder ? { folder } : undefined);
  try {
    const client = new Client(api.origin);
    await client.call(loginMutation, { email: staff, password: demoPassword }, { region });
    const text = document.replace("__EXACT__", folder ? "" : "isTotalExact");
    const ask = async (searchText: string, order: string, page: number) => {
      const [fieldName, direction] = order.split(" ");
      const { stageId, organizationId, externalVacancyId, hierarchyId } = place;
      const filter = {
        ...{ organizationId, customerId, hierarchyId, externalVacancyId, searchText },
        ...{ skipEq: page - 1, limitEq: pageSize },
        assessmentStatusFilter: { stageId },
        sort: { fieldName, order: direction, filter: { stageId } },
      };
      const answer = await client.call(text, { filter }, { region });
      if (answer.error) throw new Error(answer.message);
      return answered.parse(answer.data).AppsGetApplicationList;
    };
    const rows: string[][] = [];
    const missed: string[][] = [];
    const look = async (name: string, searchText: string, order: string, what: string, page: number) => {
      const { pagination } = await ask(searchText, order, page);
      const times: number[] = [];
      const before = cpuMs(api.pid);
      // What takes long is seen by few calls, too.
      const until = performance.now() + 2_000;
      while (times.length < calls && (times.length < 5 || performance.now() < until)) {
        const from = performance.now();
        await ask(searchText, order, page);
        times.push(performance.now() - from);
      }
      const cpu = (cpuMs(api.pid) - before) / times.length;
      const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
      const total = pagination.totalItems.toLocaleString("en") + (pagination.isTotalExact ? "" : "+");
      const figures = [half, most, cpu].map((ms) => ms.toFixed(1).padStart(6));
      const row = [name, JSON.stringify(searchText), order, what, total, ...figures];
      rows.push(row);
      if (most > budgetMs) missed.push(row);
      return pagination;
    };
    for (const [name, searchText] of Object.entries(texts)) {
      say(name);
      for (const order of orders) {
        const { totalPages, isTotalExact } = await look(name, searchText, order, "first page", 1);
        if (totalPages > 1) await look(name, searchText, order, "page 2", 2);
        if (totalPages > 2)
          await look(name, searchText, order, isTotalExact ? "last page" : "last known", totalPages);
        if (isTotalExact || order !== "submittedAt desc") continue;
        await look(name, searchText, order, "page 3,000", 3_000);
        await look(name, searchText, order, "beyond the end", 1_000_000);
      }
    }
    say("");
    const head = ["text", "", "order", "page", "found", "   p50", "   p95", "   CPU"];
    say(table([head, ...rows]));
    say(`\n${missed.length} of ${rows.length} take more than ${budgetMs} ms (p95)`);
  } finally {
    await api.end("SIGTERM");
  }
}

await inFolder(given, async (dataDir) => {
  const isMade = existsSync(join(dataDir, "made"));
  if (!isMade) await seeded(dataDir);
  const databases = openDatabases(join(dataDir, "regional-api"));
  const db = databases.region(region);
  const place = placeIn(db);
  const from = performance.now();
  if (!isMade) {
    fill(db, place);
    writeFileSync(join(dataDir, "made"), "");
    say(`${count.toLocaleString("en")} applications in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
  databases.close();
  await measure(dataDir, place);
});
