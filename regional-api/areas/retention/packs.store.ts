/** Access packs: asked for, made beside the calls, fetched, and gone after their time (RET-12). */
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { NewRow, Row } from "../../store/tables";
import type { PackState } from "../../store/tables/retention";

/** A pack without its content. */
export type Pack = Omit<Row<"access_packs">, "content">;

const columns = [
  "seq",
  "id",
  "customerId",
  "candidateId",
  "askedBy",
  "askedAt",
  "endsAt",
  "state",
  "readyAt",
] as const satisfies readonly (keyof Pack)[];

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("access_packs").select(columns).where("id", "=", p.id),
);
const selectContent = prepared<{ id: string }>()((p) =>
  sql.selectFrom("access_packs").select("content").where("id", "=", p.id),
);
const selectOfCandidate = prepared<{ candidateId: string; now: number; limit: number }>()((p) =>
  sql
    .selectFrom("access_packs")
    .select(columns)
    .where("candidateId", "=", p.candidateId)
    .where("endsAt", ">", p.now)
    .orderBy("seq", "desc")
    .limit(p.limit),
);
const selectWaiting = prepared<{ limit: number }>()((p) =>
  sql.selectFrom("access_packs").select(columns).where("state", "=", "WAITING").orderBy("seq").limit(p.limit),
);
const update = prepared<{ id: string; state: PackState; readyAt: number; content: Buffer | null }>()((p) =>
  sql
    .updateTable("access_packs")
    .set({ state: p.state, readyAt: p.readyAt, content: p.content })
    .where("id", "=", p.id),
);

/** For EXPLAIN QUERY PLAN tests. */
export const packQueries = { selectOfCandidate };

export const findPack = (db: Reader, id: string): Pack | undefined => selectById.get(db, { id });

/** The ZIP file of a pack; undefined until it is made. */
export const findPackContent = (db: Reader, id: string): Buffer | undefined =>
  selectContent.get(db, { id })?.content ?? undefined;

/** The packs of a candidate that are not past their time, newest first. */
export const packsOfCandidate = (db: Reader, candidateId: string, now: number): Pack[] =>
  selectOfCandidate.all(db, { candidateId, now, limit: 20 });

/** The next pack that is to be made. */
export const nextPack = (db: Reader): Pack | undefined => selectWaiting.get(db, { limit: 1 });

export const insertPack = (db: Writer, pack: NewRow<"access_packs">): void =>
  void db.run(sql.insertInto("access_packs").values(pack));

/** Notes what became of a pack. */
export const settlePack = (
  db: Writer,
  pack: { id: string; state: PackState; readyAt: number; content: Buffer | null },
): void => void update.run(db, pack);

// ---- what is in one ----

interface Reference {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly toColumn: string;
}

/** Tables that hold nothing of a person beside what others hold: copies for searching and counting, and the packs' content. */
const leftOut: Readonly<Record<string, readonly string[]>> = { access_packs: ["content"] };

const selectTables = `SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`;

/** Every foreign key of the region's tables. */
function referencesOf(db: Reader): Reference[] {
  const found: Reference[] = [];
  for (const { name } of db.statement<{ name: string }>(selectTables).all()) {
    const keys = db
      .statement<{ from: string; table: string; to: string | null }>(
        `SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`,
      )
      .all(name);
    for (const key of keys)
      found.push({ from: name, column: key.from, to: key.table, toColumn: key.to ?? "id" });
  }
  return found;
}

type Rows = Record<string, Record<string, unknown>[]>;

/**
 * Every row that is a candidate's, by table: theirs, and what refers to it, as the foreign keys say; so a table that is
 * made later is in it by itself. Then what the logs and the outbox have of their interviews and addresses.
 */
export function rowsOfCandidate(db: Reader, { candidateId, customerId }: Pack): Rows {
  const references = referencesOf(db);
  const all: Rows = {};
  const walk = (table: string, column: string, values: readonly unknown[], path: readonly string[] = []) => {
    if (values.length === 0 || path.includes(table)) return;
    const rows = db
      .statement<Record<string, unknown>>(
        `SELECT * FROM "${table}" WHERE "${column}" IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(values));
    if (rows.length === 0) return;
    const kept = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !(leftOut[table] ?? []).includes(name))),
    );
    all[table] = [...(all[table] ?? []), ...kept];
    for (const reference of references)
      if (reference.to === table)
        walk(
          reference.from,
          reference.column,
          rows.map((row) => row[reference.toColumn]).filter((value) => value != null),
          [...path, table],
        );
  };
  walk("candidates", "id", [candidateId]);
  const assessmentIds = (all["assessments"] ?? []).map(({ id }) => id);
  walk("email_events", "assessmentId", assessmentIds);
  walk("sms_events", "assessmentId", assessmentIds);
  const contacts = [
    ...(all["candidates"] ?? []).flatMap(({ email, phoneNumber }) => [email, phoneNumber]),
    ...(all["candidate_former_contacts"] ?? []).map(({ contact }) => contact),
  ].filter((contact) => contact != null);
  const sent = db
    .statement<Record<string, unknown>>(
      `SELECT channel, recipient, subject, text, templateType, createdAt FROM outbox
       WHERE customerId = ? AND recipient IN (SELECT value FROM json_each(?)) ORDER BY createdAt`,
    )
    .all(customerId, JSON.stringify(contacts));
  return sent.length > 0 ? { ...all, outbox: sent } : all;
}

/** What the stages of the candidate's vacancies are called, by the vacancy's id, with the title. */
export const vacanciesOfPack = (db: Reader, ids: readonly unknown[]) =>
  db
    .statement<{ id: string; title: string; workflow: string }>(
      "SELECT id, title, workflow FROM vacancies WHERE id IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(ids));
