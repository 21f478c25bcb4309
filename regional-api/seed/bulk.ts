/** Fast filling of tables: prepared inserts, with indexes and triggers created after the rows. */
import type { Database } from "../store/database";
import { fillActivity, fillVacancyPeople } from "../store/schema/sqlite/copies";
import { countEvents, countListed, fillInsightCounts } from "../store/schema/sqlite/counts";
import type { NewRow, Tables } from "../store/tables";

type Write = (row: object) => void;

/** Inserts rows one by one, with one prepared statement per table. */
export class Loader {
  private readonly writes = new Map<string, Write>();

  constructor(readonly db: Database) {}

  /** All rows of a table must have the same columns. */
  insert<Table extends keyof Tables>(table: Table, row: NewRow<Table>): void {
    let write = this.writes.get(table);
    if (!write) this.writes.set(table, (write = this.writeTo(table, Object.keys(row))));
    write(row);
  }

  private writeTo(table: string, columns: readonly string[]): Write {
    const statement = this.db.sqlite.prepare<unknown[]>(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    return (row) => {
      const values: unknown[] = Object.values(row);
      if (values.length !== columns.length)
        throw new Error(`a row of ${table} names other columns than the first`);
      statement.run(values);
    };
  }
}

/** Tables with many rows. */
const bulkTables = [
  "vacancies",
  "candidates",
  "applications",
  "assessments",
  "application_changes",
  "email_events",
  "sms_events",
  "ats_requests",
];

const fillDerived = `
  INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
    SELECT vacancyId, stageId, status, assessmentStatus, count(*) FROM applications GROUP BY 1, 2, 3, 4;
  UPDATE vacancies SET applicationCount =
    (SELECT coalesce(sum(count), 0) FROM application_counts WHERE vacancyId = vacancies.id);
  INSERT INTO vacancy_search (rowid, customer, title, externalVacancyId)
    SELECT seq, customer, title, externalVacancyId FROM vacancy_search_rows ORDER BY seq;
  INSERT INTO application_search (rowid, customer, name, email, applicationId)
    SELECT seq, customer, name, email, applicationId FROM application_search_rows ORDER BY seq;
  ${countEvents("email")}
  ${countEvents("sms")}
  INSERT INTO email_recipients (customerId, recipient)
    SELECT DISTINCT customerId, mailRecipient FROM email_events WHERE mailRecipient <> '';
  ${fillInsightCounts}
  ${countListed("vacancies")}
  ${fillActivity}
  ${fillVacancyPeople}
`;

/**
 * Runs `fill` on a region's empty tables without their indexes and triggers, then creates these and the data
 * that the triggers maintain. On failure the file is unusable, so fill a disposable directory.
 */
export function bulkLoad(db: Database, fill: () => void): void {
  const { sqlite } = db;
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("main.synchronous = OFF");
  sqlite.pragma("directory.synchronous = OFF");
  sqlite.pragma("main.cache_size = -65536");
  const waiting = sqlite
    .prepare<string[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
         AND tbl_name IN (${bulkTables.map(() => "?").join(", ")})`,
    )
    .all(...bulkTables);
  for (const { type, name } of waiting) sqlite.exec(`DROP ${type} ${name}`);
  fill();
  // Creates indexes first, since filling the search looks up candidates, and triggers last, since they must
  // not fire for its rows.
  for (const { type, sql } of waiting) if (type === "index") sqlite.exec(sql);
  sqlite.transaction(() => sqlite.exec(fillDerived))();
  for (const { type, sql } of waiting) if (type === "trigger") sqlite.exec(sql);
  sqlite.pragma("main.cache_size = -16000");
  sqlite.pragma("main.synchronous = FULL");
  sqlite.pragma("directory.synchronous = FULL");
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.pragma("foreign_keys = ON");
}
