/**
 * Under random filters every list of the API must return as many rows as its count says. A filter applied to only one
 * of the two fails here.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/v4";
import { createApp } from "../../regional-api/app";
import { readConfig } from "../../regional-api/config";
import { seedDatabase } from "../../regional-api/seed/index";
import { openDatabases } from "../../regional-api/store/database";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { numbers } from "../support/numbers";
import { Client, loginMutation } from "./fixtures/client";

/** Set COUNTS_AND_ROWS to try other filters. */
const seed = Number(process.env["COUNTS_AND_ROWS"] ?? 20_260_115);
const tries = 40;
const now = Date.UTC(2026, 0, 15, 12);

const schema = buildSchema(readFileSync(new URL("../../contract/schema.graphql", import.meta.url), "utf8"));
type Query = GraphQLField<unknown, unknown>;
type Fields = Readonly<Record<string, { type: GraphQLOutputType }>>;
type Values = Record<string, unknown>;

const fieldsOf = (type: GraphQLOutputType): Fields => {
  const named = getNamedType(type);
  return isObjectType(named) ? named.getFields() : {};
};
const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const paged = queries.filter(({ type }) => "pagination" in fieldsOf(type) && "data" in fieldsOf(type));

const dataDir = mkdtempSync(join(tmpdir(), "edge-counts-"));
const databases = openDatabases(dataDir);
const client = { current: new Client("") };
/** Fixed values by argument name. */
let set: Values;
let stageIds: string[] = [];
let stop = () => Promise.resolve();

beforeAll(async () => {
  await seedDatabase(databases, { size: "demo", now });
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", APP_ENV: "local" });
  const app = await createApp({ config, databases, clock: () => now });
  stop = () => app.close();
  client.current = new Client(app);
  const login = { email: "admin@acme.example", password: demoPassword };
  expect(await client.current.call(loginMutation, login)).toMatchObject({ error: undefined });
  const [largest] = databases
    .region("ap-southeast-2")
    .statement<Values>(
      `SELECT c.id AS customerId, c.organizationId, c.rootHierarchyId AS hierarchyId
       FROM customers c JOIN vacancies v ON v.customerId = c.id GROUP BY c.id ORDER BY count(*) DESC LIMIT 1`,
    )
    .all();
  if (!largest) throw new Error("the demo data has no vacancies");
  const db = databases.region("ap-southeast-2");
  const chosen = (text: string) => db.statement<Values>(text).all(largest["customerId"]);
  const applications = `SELECT v.id AS vacancyId, v.externalVacancyId, a.stageId FROM applications a JOIN vacancies v ON v.id = a.vacancyId
    WHERE a.customerId = ? GROUP BY v.id, a.stageId ORDER BY count(*) DESC`;
  const ats = "SELECT atsName FROM ats_requests WHERE customerId = ? GROUP BY 1 ORDER BY count(*) DESC";
  const [busiest] = chosen(applications);
  const dateRange = { gte: new Date(now - 6 * 86_400_000).toISOString(), lte: new Date(now).toISOString() };
  set = { ...largest, ...busiest, ...chosen(ats)[0], jobId: "plan-of-all", dateRange, step: "CAME" };
  stageIds = chosen(applications)
    .filter(({ externalVacancyId }) => externalVacancyId === busiest?.["externalVacancyId"])
    .map(({ stageId }) => String(stageId));
  // Adds what the demo data lack: candidates past their stage's limit, and attempts at single sign-on.
  const run = (text: string, ...values: unknown[]) => db.statement(text).run(...values);
  run(
    "UPDATE applications SET stageDueAt = ? WHERE customerId = ? AND status = 'APPS_APPLICATION_NEW'",
    now - 86_400_000,
    largest["customerId"],
  );
  for (const [result, reason] of [
    ["SIGNED_IN", null],
    ["REFUSED", "TIME"],
    ["REFUSED", "SIGNATURE"],
  ] as const)
    // prettier-ignore
    run(
      "INSERT INTO sso_attempts (customerId, attemptedAt, result, reason) VALUES (?, ?, ?, ?)",
      ...[largest["customerId"], now - 1000, result, reason],
    );
  // A job with rows, and changes for the record.
  const filter = { ...largest, skipEq: 0, limitEq: 30 };
  await change("BulkPlanVacancies", { jobId: set["jobId"], filter });
  const listed = chosen("SELECT externalVacancyId FROM vacancies WHERE customerId = ? LIMIT 20");
  for (const { externalVacancyId } of listed)
    for (const name of [
      "AppsArchiveVacanciesByExternalVacancyIds",
      "AppsRestoreVacanciesByExternalVacancyIds",
    ])
      await change(name, { ...largest, externalVacancyIds: [externalVacancyId] });
});
afterAll(async () => {
  await stop();
  databases.close();
  rmSync(dataDir, { recursive: true });
});

async function change(name: string, values: Values) {
  const answer = await client.current.send(name, values, {
    headers: { "idempotency-key": randomUUID() },
  });
  expect(answer.error, `${name}: ${answer.message}`).toBeUndefined();
}

/** Known values of a list's rows by field. */
type Known = ReadonlyMap<string, readonly unknown[]>;
type Chance = ReturnType<typeof numbers>;

/** A substring of one of the rows' texts. */
function textOf(known: Known, { one, below }: Chance): string {
  const words = [...known.values()].flat().flatMap((value) => String(value).split(/[\s@.]+/));
  const word = one(words.filter(({ length }) => length > 2)) ?? "a";
  const from = below(Math.max(1, word.length - 3));
  return word.slice(from, from + 1 + below(4));
}

/** Generates arguments from known values; optional ones are included with probability `share`. */
type Making = { known: Known; chance: Chance; share: number };

/** A random value for an argument, preferably one that occurs in the rows. */
function valueOf(name: string, type: GraphQLInputType, making: Making): unknown {
  const { known, chance } = making;
  const { one, below } = chance;
  const given = getNullableType(type);
  if (isListType(given)) {
    const item = () => valueOf(name.replace(/(List|s)$/, ""), given.ofType as GraphQLInputType, making);
    return Array.from({ length: 1 + below(2) }, item);
  }
  if (isInputObjectType(given)) return inputOf(Object.values(given.getFields()), making);
  if (isEnumType(given)) return one(given.getValues()).name;
  const times = [...known.values()].flat().filter((value) => /^\d{4}-\d\d-\d\dT/.test(String(value)));
  if (given.name === "Boolean") return chance.chance(0.5);
  if (given.name === "Int" || given.name === "Float") return below(100);
  if (given.name === "DateTime") return one(times) ?? new Date(now).toISOString();
  const values = known.get(name) ?? known.get(`${name}s`) ?? [];
  return values.length > 0 && chance.chance(0.9) ? one(values) : textOf(known, chance);
}

/** Random arguments: all required and some optional ones, without page and sort. */
const inputOf = (args: readonly (GraphQLArgument | GraphQLInputField)[], making: Making): Values =>
  Object.fromEntries(
    args
      .filter(({ name, type }) => name in set || isNonNullType(type) || making.chance.chance(making.share))
      .filter(({ name }) => name !== "sort" && !isPage(name))
      .map(({ name, type }) => [name, set[name] ?? valueOf(name, type, making)]),
  );

const isPage = (name: string) => /^(skip|limit)(Eq)?$/.test(name);

/** True if the fields include a filter beyond scope, page and sort. */
const isFiltered = (fields: readonly (GraphQLArgument | GraphQLInputField)[]): boolean =>
  fields.some(({ name, type }) => {
    if (isPage(name) || /^(sort|order|step|(customer|hierarchy|organization|job)Id)$/.test(name))
      return false;
    const inner = getNullableType(type);
    return isInputObjectType(inner) ? isFiltered(Object.values(inner.getFields())) : true;
  });

/** Inserts page and size wherever the arguments contain them. */
function withPage({ args }: Query, given: Values, skip: number, size: number): Values {
  const put = (fields: readonly (GraphQLArgument | GraphQLInputField)[], values: Values): Values => ({
    ...values,
    ...Object.fromEntries(
      fields.flatMap(({ name, type }): [string, unknown][] => {
        if (isPage(name)) return [[name, name.startsWith("limit") ? size : skip]];
        const inner = getNullableType(type);
        const value = values[name];
        return isInputObjectType(inner) && value !== undefined && name !== "dateRange"
          ? [[name, put(Object.values(inner.getFields()), value as Values)]]
          : [];
      }),
    ),
  });
  return put(args, given);
}

const leaves = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, { type }]) => isLeafType(getNamedType(type)))
    .map(([name]) => name);

const answerShape = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  pagination: z.object({ totalItems: z.int(), totalPages: z.int(), currentPage: z.int() }),
});

type Answer = z.infer<typeof answerShape>;

/** The list's answer; undefined if the API refuses the arguments. */
async function runQuery(query: Query, given: Values): Promise<Answer | undefined> {
  const sent = query.args.filter(({ name }) => name in given);
  const types = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  const values = sent.map(({ name }) => `${name}: $${name}`).join(", ");
  const row = leaves(fieldsOf(fieldsOf(query.type)["data"]?.type ?? query.type)).join(" ");
  const document = `query (${types}) { list: ${query.name}(${values}) {
    data { ${row} } pagination { totalItems totalPages currentPage } } }`;
  const answer = await client.current.call(document, given);
  if (answer.error === "Validation Error") return undefined;
  expect(answer.error, `${query.name}: ${answer.message}`).toBeUndefined();
  return answerShape.parse(answer.data["list"]);
}

test("every list of the API is covered here", () => {
  expect(paged.length).toBeGreaterThan(10);
});

const totalOf = (answer: Answer | undefined) => answer?.pagination.totalItems ?? 0;

test.each(paged.map((query) => [query.name, query] as const))(
  "GEN-03 %s returns as many rows as it counts, under any filter",
  async (name, query) => {
    const chance = numbers(seed + [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0));
    const bare = inputOf(query.args, { known: new Map(), chance, share: 0 });
    const all = await runQuery(query, withPage(query, bare, 0, 100));
    const rows = all?.data ?? [];
    expect(rows.length, "rows without filters").toBeGreaterThan(0);
    const known: Known = new Map(
      Object.keys(rows[0] ?? {}).map((key) => [
        key,
        [...new Set(rows.flatMap((row) => row[key] ?? []))].filter((value) => value !== ""),
      ]),
    );
    // Some lists take a page number, others the first row's index.
    const [ones, twos] = await Promise.all(
      [1, 2].map((size) => runQuery(query, withPage(query, bare, 1, size))),
    );
    const isByNumber = ones?.pagination.currentPage === twos?.pagination.currentPage;
    let [answered, differing] = [0, 0];
    for (let number = 0; number < tries; number += 1) {
      set["stageId"] = chance.one(stageIds);
      const filters = inputOf(query.args, { known, chance, share: 0.3 });
      const size = 20 + chance.below(80);
      const first = await runQuery(query, withPage(query, filters, 0, size));
      if (!first) continue;
      let shown = first.data.length;
      for (let page = 1; page < first.pagination.totalPages; page += 1) {
        const next = await runQuery(query, withPage(query, filters, isByNumber ? page : page * size, size));
        shown += next?.data.length ?? 0;
      }
      expect(shown, JSON.stringify(filters)).toBe(totalOf(first));
      answered += 1;
      if (totalOf(first) !== totalOf(all)) differing += 1;
    }
    expect(answered, "calls that were not refused").toBeGreaterThan(tries / 4);
    if (isFiltered(query.args)) expect(differing, "calls that filtered something").toBeGreaterThan(0);
  },
);

test("CUST-49 GEN-03 counts as many customers as are listed, under any filter", async () => {
  const chance = numbers(seed);
  const list = queries.find(({ name }) => name === "ORGGetCustomers");
  if (!list) throw new Error("customers are listed otherwise");
  const known: Known = new Map([["searchText", ["Acme", "re", "Retail", "a", "zz"]]]);
  const counts = new Set<number>();
  for (let number = 0; number < tries; number += 1) {
    const { filter } = inputOf(list.args, { known, chance, share: 0.5 });
    const answer = await client.current.call(
      "query ($filter: ORGCustomersFilter!) { ORGGetCustomers(filter: $filter) { _id } ORGCountCustomers(filter: $filter) }",
      { filter },
    );
    if (answer.error === "Validation Error") continue;
    const { ORGGetCustomers: rows, ORGCountCustomers: count } = answer.data;
    expect(rows, JSON.stringify(filter)).toHaveLength(Number(count));
    counts.add(Number(count));
  }
  expect(counts.size, "counts that differ").toBeGreaterThan(1);
});
