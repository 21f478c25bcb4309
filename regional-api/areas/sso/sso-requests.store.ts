/** Pending sign-ins at identity providers, and the assertions that answered them. */
import { insertOf, updateBy, insertOnce } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type SsoRequest = Row<"sso_requests">;

const selectOpen = prepared<{ id: string; customerId: string; now: number }>()((p) =>
  sql
    .selectFrom("sso_requests")
    .selectAll()
    .where("id", "=", p.id)
    .where("customerId", "=", p.customerId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", p.now),
);

const markUsed = updateBy("sso_requests", ["id"], "usedAt");

const insertAssertion = insertOnce("sso_assertions", "customerId", "id", "expiresAt");

export const insertSsoRequest = insertOf("sso_requests");

/** Returns the customer's request if it is unanswered and has not expired. */
export const openSsoRequest = (db: Reader, customerId: string, id: string, now: number) =>
  selectOpen.get(db, { id, customerId, now });

export const useSsoRequest = (db: Writer, id: string, now: number) => markUsed.run(db, { id, usedAt: now });

/** Stores an assertion until it expires, against replays. Returns false if it was already stored. */
export const isNewAssertion = async (db: Writer, assertion: Row<"sso_assertions">): Promise<boolean> =>
  (await insertAssertion.run(db, assertion)).changes === 1;
