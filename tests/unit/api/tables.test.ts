import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../regional-api/store/database";
import { root } from "../../../scripts/lib/setup.mjs";
import { rows, seededDatabases } from "./seeded";

/** What the row types of regional-api/store/tables.ts say of a column. */
interface Column {
  readonly kind: string;
  readonly isNullable: boolean;
  /** What an insert does with it. */
  readonly given: "always" | "perhaps" | "never";
}

/** The row types as the compiler sees them, by table and column. */
function typedTables(): Map<string, Map<string, Column>> {
  const file = join(root, "regional-api/store/tables.typed.ts");
  const text = `import type { NewRow, Row, Tables } from "./tables";
    export declare const read: { [Table in keyof Tables]: Row<Table> };
    export declare const inserted: { [Table in keyof Tables]: NewRow<Table> };`;
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists.call(host, path);
  host.getSourceFile = (path, language) =>
    path === file ? ts.createSourceFile(path, text, language) : getSourceFile.call(host, path, language);
  const program = ts.createProgram([file], { ...options, types: ["node"] }, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  if (!source) throw new Error("There is no such file");
  const module = checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const typeOf = (name: string): ts.Type => {
    const symbol = exported.find((one) => one.name === name);
    if (!symbol) throw new Error(`Nothing is called ${name}`);
    return checker.getTypeOfSymbol(symbol);
  };
  const propertiesOf = (type: ts.Type) =>
    checker.getPropertiesOfType(type).map((one) => ({ one, type: checker.getTypeOfSymbol(one) }));
  const kindOf = (type: ts.Type): string => {
    const kinds = (type.isUnion() ? type.types : [type]).flatMap(({ flags }) =>
      flags & ts.TypeFlags.Null
        ? []
        : flags & ts.TypeFlags.StringLike
          ? "text"
          : flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)
            ? "number"
            : "bytes",
    );
    return [...new Set(kinds)].join(" or ");
  };
  const inserted = new Map(
    propertiesOf(typeOf("inserted")).map(({ one, type }) => [
      one.name,
      new Map(checker.getPropertiesOfType(type).map((column) => [column.name, column])),
    ]),
  );
  return new Map(
    propertiesOf(typeOf("read")).map(({ one, type }) => [
      one.name,
      new Map(
        propertiesOf(type).map(({ one: column, type: ofColumn }) => {
          const given = inserted.get(one.name)?.get(column.name);
          return [
            column.name,
            {
              kind: kindOf(ofColumn),
              isNullable: ofColumn.isUnion() && ofColumn.types.some(({ flags }) => flags & ts.TypeFlags.Null),
              given: !given ? "never" : given.flags & ts.SymbolFlags.Optional ? "perhaps" : "always",
            } as const,
          ];
        }),
      ),
    ]),
  );
}

let db: Database;
let remove: () => void;
beforeAll(async () => {
  const seeded = await seededDatabases(Date.UTC(2026, 10, 20));
  db = seeded.databases.region("ap-southeast-2");
  remove = seeded.remove;
}, 60_000);
afterAll(() => remove());

interface Stored {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: 0 | 1;
  readonly isLeftOut: 0 | 1;
  readonly isMade: 0 | 1;
}

/** The columns of the migrated tables. One that is made of others may be empty unless the table says that it is not. */
const stored = () =>
  rows<Stored>(
    db,
    `SELECT t.name AS "table", c.name AS "column", c.type,
       c."notnull" = 0 AND c.pk = 0 AS isNullable,
       c.dflt_value IS NOT NULL OR (c."notnull" = 0 AND c.pk = 0) OR (c.pk = 1 AND c.type = 'INTEGER') AS isLeftOut,
       c.hidden IN (2, 3) OR (c.pk = 1 AND c.type = 'INTEGER') AS isMade
     FROM (SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
           UNION ALL SELECT name FROM directory.sqlite_master WHERE type = 'table') AS t
     CROSS JOIN pragma_table_xinfo(t.name) AS c`,
  );

const kinds: Readonly<Record<string, string>> = {
  TEXT: "text",
  INTEGER: "number",
  REAL: "number",
  BLOB: "bytes",
};

test("the row types say what the migrated tables have", () => {
  const typed = typedTables();
  expect(typed.size).toBeGreaterThan(60);
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { table, column, type, isNullable, isLeftOut, isMade } of stored()) {
    const columns = typed.get(table);
    seen.add(table);
    // The facts of migration 81 are named there.
    if (!columns || (table === "insight_counts" && !columns.has(column))) continue;
    const said = columns.get(column);
    if (!said) wrong.push(`${table}.${column} has no type`);
    else if (said.kind !== kinds[type]) wrong.push(`${table}.${column} is ${type}, not ${said.kind}`);
    else if (said.isNullable !== (isNullable === 1)) wrong.push(`${table}.${column} may be empty, or not`);
    else if (said.given === "never" ? !isMade : said.given === "perhaps" && !isLeftOut)
      wrong.push(`${table}.${column} must be given`);
    columns.delete(column);
  }
  for (const [table, columns] of typed)
    if (seen.has(table)) for (const column of columns.keys()) wrong.push(`${table}.${column} is not stored`);
  expect(wrong).toEqual([]);
}, 60_000);
