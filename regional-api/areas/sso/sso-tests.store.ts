/** Single sign-on tests, and the settings that passed. */
import { createHash } from "node:crypto";
import { deleteBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import type { SsoConfig } from "./sso-configs.store";

export type SsoTest = Row<"sso_tests">;

/** Settings that identify a provider; changing any of them requires a new test. */
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

const selectPass = selectBy("sso_passes", "customerId");

const upsertPass = upsertBy("sso_passes", ["customerId"], "digest", "passedAt");

const deletePass = deleteBy("sso_passes", "customerId");

const insert = insertOf("sso_tests");

/** Starts a test, replacing the user's previous one at the customer. */
export async function insertSsoTest(db: Writer, test: SsoTest): Promise<void> {
  const { customerId, userId } = test;
  await deleteOwn(db, customerId, userId);
  await insert(db, test);
}

/** Returns the customer's test for a request, answered or not, unless it has expired. */
export const openSsoTest = (db: Reader, customerId: string, requestId: string, now: number) =>
  selectOpen.get(db, { requestId, customerId, now });

/** Returns the result that this browser delivered, for the user who started the test. */
export const ssoTestResult = (
  db: Reader,
  of: { resultId: string; customerId: string; userId: string },
  now: number,
) => selectResult.get(db, { ...of, now });

export const answerSsoTest = updateBy("sso_tests", ["requestId"], "resultId", "outcome").run;

/** True if a test of these settings has passed since the last save. */
export async function hasPassed(db: Reader, customerId: string, settings: TestedSettings): Promise<boolean> {
  const pass = await selectPass.get(db, { customerId });
  return pass !== undefined && digestOf(settings).equals(pass.digest);
}

export const notePass = (db: Writer, customerId: string, settings: TestedSettings, now: number) =>
  upsertPass.run(db, { customerId, digest: digestOf(settings), passedAt: now });

/** Deletes a passed test unless it is for the settings being saved. */
export async function deleteOtherPass(
  db: Writer,
  customerId: string,
  settings: TestedSettings,
): Promise<void> {
  if (!(await hasPassed(db, customerId, settings))) await deletePass(db, customerId);
}
