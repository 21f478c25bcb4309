/** Legal holds: what each one applies to, and the candidates they protect (RET-09). */
import { findBy, insertOf } from "../../core/statements.store";
import { expressionBuilder, type Expression, type SqlBool } from "kysely";
import { nullsLowest, noLimit } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";

export type Hold = Row<"retention_holds">;

/** SQL condition that a candidate is under a hold, for use in other queries. */
export const isHeld = (candidateId: Expression<string>): Expression<SqlBool> =>
  expressionBuilder<Tables>().exists(
    sql.selectFrom("candidate_holds as kept").select("kept.seq").where("kept.heldId", "=", candidateId),
  );

const selectOfCandidate = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("candidate_holds as kept")
    .innerJoin("retention_holds as h", "h.seq", "kept.seq")
    .selectAll("h")
    .where("kept.heldId", "=", p.candidateId),
);

const selectOfVacancy = prepared<{ vacancyId: string }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .selectAll()
    .where("vacancyId", "=", p.vacancyId)
    .where("releasedAt", "is", null),
);

const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is", null)
    .where("candidateId", "is", null)
    .where("vacancyId", "is", null),
);

// One statement per list, so that SQLite can prove that the list's partial index applies.
const selectActive = prepared<{ customerId: string; dueBy: number; limit: number; offset: number }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is", null)
    .where("reviewAt", "<=", p.dueBy)
    .orderBy("reviewAt")
    .orderBy("seq")
    .limit(p.limit)
    .offset(p.offset),
);
const selectReleased = prepared<{ customerId: string; limit: number; offset: number }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is not", null)
    .orderBy("releasedAt", nullsLowest("desc"))
    .orderBy("seq", "desc")
    .limit(p.limit)
    .offset(p.offset),
);
const countActive = prepared<{ customerId: string; dueBy: number }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is", null)
    .where("reviewAt", "<=", p.dueBy),
);
const countReleased = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is not", null),
);

const updateReleased = prepared<{
  id: string;
  releasedBy: string;
  releasedAt: number;
  releaseReason: string;
}>()((p) =>
  sql
    .updateTable("retention_holds")
    .set({ releasedBy: p.releasedBy, releasedAt: p.releasedAt, releaseReason: p.releaseReason })
    .where("id", "=", p.id)
    .where("releasedAt", "is", null),
);

const selectOwner = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("candidates")
    .select(["customerId", "firstName", "lastName", "deidentifiedAt"])
    .where("id", "=", p.candidateId),
);

const selectApplication = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("applications")
    .select(["id", "vacancyId"])
    .where("candidateId", "=", p.candidateId)
    .orderBy("vacancyId")
    .limit(1),
);

export const findHold = findBy("retention_holds", "id");

/** Returns the holds that protect a candidate, directly or through a vacancy or customer, oldest first. */
export const holdsOfCandidate = async (db: Reader, candidateId: string): Promise<Hold[]> =>
  (await selectOfCandidate.all(db, { candidateId })).sort((a, b) => a.placedAt - b.placedAt);

/** Returns the holds on a whole customer, oldest first. */
export const holdsOfCustomer = async (db: Reader, customerId: string): Promise<Hold[]> =>
  (await selectOfCustomer.all(db, { customerId })).sort((a, b) => a.placedAt - b.placedAt);

/** Returns the holds on a vacancy and on its customer, oldest first. */
export const holdsOfVacancy = async (db: Reader, customerId: string, vacancyId: string): Promise<Hold[]> =>
  [
    ...(await selectOfVacancy.all(db, { vacancyId })),
    ...(await selectOfCustomer.all(db, { customerId })),
  ].sort((a, b) => a.placedAt - b.placedAt);

export interface HoldFilter {
  readonly customerId: string;
  readonly isReleased: boolean;
  /** Only for active holds: those with a review due by this time; all if omitted. */
  readonly dueBy?: number;
}

/** Returns the number of a customer's active or released holds. */
export const countHolds = async (
  db: Reader,
  { customerId, isReleased, dueBy = noLimit }: HoldFilter,
): Promise<number> =>
  (await (isReleased ? countReleased : countActive).get(db, { customerId, dueBy }))?.count ?? 0;

/** Returns a customer's holds: active ones by review date, released ones with the latest release first. */
export const listHolds = (
  db: Reader,
  { customerId, isReleased, dueBy = noLimit }: HoldFilter,
  limit: number,
  offset: number,
): Promise<Hold[]> =>
  (isReleased ? selectReleased : selectActive).all(db, { customerId, dueBy, limit, offset });

/** True if this object has an active hold for exactly this reason. */
export const isHeldFor = async (
  db: Reader,
  { customerId, candidateId, vacancyId }: Pick<Hold, "customerId" | "candidateId" | "vacancyId">,
  reason: string,
): Promise<boolean> => {
  const holds =
    candidateId !== null
      ? await holdsOfCandidate(db, candidateId)
      : vacancyId !== null
        ? await selectOfVacancy.all(db, { vacancyId })
        : await holdsOfCustomer(db, customerId);
  return holds.some(
    (hold) => hold.reason === reason && hold.candidateId === candidateId && hold.vacancyId === vacancyId,
  );
};

export const insertHold = insertOf("retention_holds");

/** Releases a hold. Returns false if it was already released. */
export const releaseHold = async (
  db: Writer,
  release: { id: string; releasedBy: string; releasedAt: number; releaseReason: string },
): Promise<boolean> => (await updateReleased.run(db, release)).changes > 0;

/** Returns a candidate's customer, name and time of de-identification. */
export const findHeldPerson = (db: Reader, candidateId: string) => selectOwner.get(db, { candidateId });

/** Returns the application to show for a candidate. */
export const findHeldApplication = (db: Reader, candidateId: string) =>
  selectApplication.get(db, { candidateId });
