/** Sign-ins that are tried, and which settings passed. */
import { createHash } from "node:crypto";
import { deleteBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import type { SsoConfig } from "./sso-configs.store";

export type SsoTest = Row<"sso_tests">;

/** What tells one identity provider from another: whoever changes any of it has to try it again. */
type TestedSettings = Pick<SsoConfig, "loginUrl" | "publicCertificates" | "idpEntityId" | "nameIdFormat">;

const digestOf = ({ loginUrl, publicCertificates, idpEntityId, nameIdFormat }: TestedSettings): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([loginUrl, publicCertificates, idpEntityId, nameIdFormat]))
    .digest();

const selectOpen = prepared<{ requestId: string; customerId: string; now: number }>()((p) =>
  sql
    .selectFrom("sso_tests")
    .selectAll()
    .where("requestId", "=", p.requestId)
    .where("customerId", "=", p.customerId)
    .where("expiresAt", ">", p.now),
);

const selectResult = prepared<{ resultId: string; customerId: string; userId: string; now: number }>()((p) =>
  sql
    .selectFrom("sso_tests")
    .selectAll()
    .where("resultId", "=", p.resultId)
    .where("userId", "=", p.userId)
    .where("customerId", "=", p.customerId)
    .where("expiresAt", ">", p.now),
);

const deleteOwn = deleteBy("sso_tests", "customerId", "userId");

const setOutcome = updateBy("sso_tests", ["requestId"], "resultId", "outcome");

const selectPass = selectBy("sso_passes", "customerId");

const upsertPass = upsertBy("sso_passes", ["customerId"], "digest", "passedAt");

const deletePass = deleteBy("sso_passes", "customerId");

const insert = insertOf("sso_tests");

/** Begins a test; of each person one is under way at a customer. */
export async function insertSsoTest(db: Writer, test: SsoTest): Promise<void> {
  const { customerId, userId } = test;
  await deleteOwn.run(db, { customerId, userId });
  await insert(db, test);
}

/** The customer's test that asked for an answer and has not ended, answered or not. */
export const openSsoTest = (db: Reader, customerId: string, requestId: string, now: number) =>
  selectOpen.get(db, { requestId, customerId, now });

/** The result that a browser brought back, for whoever began the test. */
export const ssoTestResult = (
  db: Reader,
  of: { resultId: string; customerId: string; userId: string },
  now: number,
) => selectResult.get(db, { ...of, now });

export const answerSsoTest = (db: Writer, test: Pick<SsoTest, "requestId" | "resultId" | "outcome">) =>
  setOutcome.run(db, test);

/** Whether a test of these settings passed since they, or others, were saved last. */
export async function hasPassed(db: Reader, customerId: string, settings: TestedSettings): Promise<boolean> {
  const pass = await selectPass.get(db, { customerId });
  return pass !== undefined && digestOf(settings).equals(pass.digest);
}

export const notePass = (db: Writer, customerId: string, settings: TestedSettings, now: number) =>
  upsertPass.run(db, { customerId, digest: digestOf(settings), passedAt: now });

/** Forgets a pass of other settings than those that are saved now. */
export async function keepPassOf(db: Writer, customerId: string, settings: TestedSettings): Promise<void> {
  if (!(await hasPassed(db, customerId, settings))) await deletePass.run(db, { customerId });
}
