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

export const findPack = (db: Reader, id: string): Promise<Pack | undefined> => selectById.get(db, { id });

/** The ZIP file of a pack; undefined until it is made. */
export const findPackContent = async (db: Reader, id: string): Promise<Buffer | undefined> =>
  (await selectContent.get(db, { id }))?.content ?? undefined;

/** The packs of a candidate that are not past their time, newest first. */
export const packsOfCandidate = (db: Reader, candidateId: string, now: number): Promise<Pack[]> =>
  selectOfCandidate.all(db, { candidateId, now, limit: 20 });

/** The next pack that is to be made. */
export const nextPack = (db: Reader): Promise<Pack | undefined> => selectWaiting.get(db, { limit: 1 });

export const insertPack = async (db: Writer, pack: NewRow<"access_packs">): Promise<void> =>
  void (await db.run(sql.insertInto("access_packs").values(pack)));

/** Notes what became of a pack. */
export const settlePack = async (
  db: Writer,
  pack: { id: string; state: PackState; readyAt: number; content: Buffer | null },
): Promise<void> => void (await update.run(db, pack));

// ---- what is in one ----

interface Reference {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly toColumn: string;
}

/** Columns that are in no pack. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  access_packs: ["content"],
  // Why somebody is kept is for those who may see holds (RET-10), and not for the candidate.
  retention_holds: ["reason", "releaseReason", "placedBy", "releasedBy"],
};

const selectTables = `SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`;

/** Every foreign key of the region's tables. */
async function referencesOf(db: Reader): Promise<Reference[]> {
  const found: Reference[] = [];
  for (const { name } of await db.statement<{ name: string }>(selectTables).all()) {
    const keys = await db
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
export async function rowsOfCandidate(db: Reader, { candidateId, customerId }: Pack): Promise<Rows> {
  const references = await referencesOf(db);
  const all: Rows = {};
  const walk = async (
    table: string,
    column: string,
    values: readonly unknown[],
    path: readonly string[] = [],
  ) => {
    if (values.length === 0 || path.includes(table)) return;
    const rows = await db
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
        await walk(
          reference.from,
          reference.column,
          rows.map((row) => row[reference.toColumn]).filter((value) => value != null),
          [...path, table],
        );
  };
  await walk("candidates", "id", [candidateId]);
  const assessmentIds = (all["assessments"] ?? []).map(({ id }) => id);
  await walk("email_events", "assessmentId", assessmentIds);
  await walk("sms_events", "assessmentId", assessmentIds);
  const contacts = [
    ...(all["candidates"] ?? []).flatMap(({ email, phoneNumber }) => [email, phoneNumber]),
    ...(all["candidate_former_contacts"] ?? []).map(({ contact }) => contact),
  ].filter((contact) => contact != null);
  // An address may be somebody else's by now, or a console user's: only what is about the candidate's own interviews.
  const sent = await db
    .statement<Record<string, unknown>>(
      `SELECT channel, recipient, subject, text, templateType, createdAt FROM outbox
       WHERE customerId = ? AND recipient IN (SELECT value FROM json_each(?))
         AND json_extract(data, '$.assessmentId') IN (SELECT value FROM json_each(?)) ORDER BY createdAt`,
    )
    .all(customerId, JSON.stringify(contacts), JSON.stringify(assessmentIds));
  return sent.length > 0 ? { ...all, outbox: sent } : all;
}

/** What the stages of the candidate's vacancies are called, by the vacancy's id, with the title. */
export const vacanciesOfPack = (db: Reader, ids: readonly unknown[]) =>
  db
    .statement<{ id: string; title: string; workflow: string }>(
      "SELECT id, title, workflow FROM vacancies WHERE id IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(ids));
