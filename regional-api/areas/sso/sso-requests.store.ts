/** Sign-ins under way at identity providers, and the assertions that ended them. */
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type SsoRequest = Row<"sso_requests">;

const insert = prepared<Omit<SsoRequest, "usedAt">>()((p) =>
  sql.insertInto("sso_requests").values({
    id: p.id,
    awsRegion: p.awsRegion,
    customerId: p.customerId,
    stateHash: p.stateHash,
    redirect: p.redirect,
    createdAt: p.createdAt,
    expiresAt: p.expiresAt,
    usedAt: null,
  }),
);

const selectOpen = prepared<{ id: string; customerId: string; now: number }>()((p) =>
  sql
    .selectFrom("sso_requests")
    .selectAll()
    .where("id", "=", p.id)
    .where("customerId", "=", p.customerId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", p.now),
);

const markUsed = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("sso_requests").set({ usedAt: p.now }).where("id", "=", p.id),
);

const insertAssertion = prepared<Row<"sso_assertions">>()((p) =>
  sql
    .insertInto("sso_assertions")
    .values({ customerId: p.customerId, id: p.id, expiresAt: p.expiresAt })
    .onConflict((conflict) => conflict.doNothing()),
);

export const insertSsoRequest = (db: Writer, request: Omit<SsoRequest, "usedAt">): void =>
  void insert.run(db, request);

/** The customer's request that still waits for its answer. */
export const openSsoRequest = (db: Reader, customerId: string, id: string, now: number) =>
  selectOpen.get(db, { id, customerId, now });

export const useSsoRequest = (db: Writer, id: string, now: number): void =>
  void markUsed.run(db, { id, now });

/** Remembers an assertion until it has expired; false when it was there already. */
export const isNewAssertion = (db: Writer, assertion: Row<"sso_assertions">): boolean =>
  insertAssertion.run(db, assertion).changes === 1;
