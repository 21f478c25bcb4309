/** Access packs: requested, created in the background, downloaded, and deleted on expiry (RET-12). */
import { insertOf, updateBy } from "../../core/statements.store";
import { anyOf, jsonText, referencesOf } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";

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
const selectBeingMade = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("access_packs")
    .select("askedBy")
    .where("state", "=", "WAITING")
    .where("customerId", "=", p.customerId),
);

export const findPack = (db: Reader, id: string): Promise<Pack | undefined> => selectById.get(db, { id });

/** Returns the ZIP file of a pack; undefined until it is created. */
export const findPackContent = async (db: Reader, id: string): Promise<Buffer | undefined> =>
  (await selectContent.get(db, { id }))?.content ?? undefined;

/** Returns a candidate's packs that have not expired, newest first. */
export const packsOfCandidate = (db: Reader, candidateId: string, now: number): Promise<Pack[]> =>
  selectOfCandidate.all(db, { candidateId, now, limit: 20 });

/** Returns the next pack to create. */
export const nextPack = (db: Reader): Promise<Pack | undefined> => selectWaiting.get(db, { limit: 1 });

/** Returns the users who requested packs of a customer that are still to be created. */
export const pendingPackRequesters = (db: Reader, customerId: string) =>
  selectBeingMade.all(db, { customerId });

export const insertPack = insertOf("access_packs");

/** Stores the outcome of creating a pack. */
export const settlePack = updateBy("access_packs", ["id"], "state", "readyAt", "content").run;

// ---- contents of a pack ----

/** Columns that are left out of every pack. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  access_packs: ["content"],
  // Reasons for a hold are meant for users who may see holds (RET-10), not for the candidate.
  retention_holds: ["reason", "releaseReason", "placedBy", "releasedBy"],
};

type Rows = Record<string, Record<string, unknown>[]>;

/**
 * Returns all rows of a candidate, by table: their own and all rows that reference them by foreign keys, so
 * that future tables are included automatically. Adds log and outbox rows about their interviews or to their
 * addresses.
 */
export async function rowsOfCandidate(db: Reader, { candidateId, customerId }: Pack): Promise<Rows> {
  const references = await referencesOf(db);
  const all: Rows = {};
  const walk = async (
    table: keyof Tables,
    column: string,
    values: readonly unknown[],
    path: readonly string[] = [],
  ) => {
    if (values.length === 0 || path.includes(table)) return;
    const rows: Record<string, unknown>[] = await db.all(
      sql.selectFrom(table).selectAll().where(anyOf(column, values)),
    );
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
  // An address may now belong to another person or a console user, so only messages about the candidate's
  // interviews count.
  const sent = await db.all(
    sql
      .selectFrom("outbox")
      .select(["channel", "recipient", "subject", "text", "templateType", "createdAt"])
      .where("customerId", "=", customerId)
      .where(anyOf("recipient", contacts))
      .where(anyOf(jsonText("data", "assessmentId"), assessmentIds))
      .orderBy("createdAt"),
  );
  return sent.length > 0 ? { ...all, outbox: sent } : all;
}

/** Returns the ids, titles and workflow copies (with stage names) of the candidate's vacancies. */
export const vacanciesOfPack = (db: Reader, ids: readonly unknown[]) =>
  db.all(sql.selectFrom("vacancies").select(["id", "title", "workflow"]).where(anyOf("id", ids)));
