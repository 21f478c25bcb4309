/** The demo's retention data: holds, one of them overdue for review, and the runs of the last days. */
import type { Writer } from "../store/engine";
import { sql } from "../store/sql";
import type { NewRow } from "../store/tables";
import { demoAccounts, demoCustomers, demoId } from "./ids";
import { dayMs } from "./plan";

const runDays = 14;

/** Fills a region; call after seeding its candidates. */
export async function seedRetention(db: Writer, now: number): Promise<void> {
  for (let back = runDays; back >= 1; back -= 1) {
    const day = now / dayMs - back;
    const startedAt = day * dayMs + 41_000;
    const id = demoId(`retention-run:${db.awsRegion}:${day}`);
    await db.run(
      sql.insertInto("retention_runs").values({ id, day, startedAt, endedAt: startedAt + 180, place: "{}" }),
    );
  }
  const { id: customerId, awsRegion } = demoCustomers.acmeRetail;
  if (awsRegion !== db.awsRegion) return;
  // An old applicant and archived vacancies that no demo journey uses.
  const candidate = await db.get(
    sql
      .selectFrom("candidates")
      .select("id")
      .where("customerId", "=", customerId)
      .where("deidentifiedAt", "is", null)
      .orderBy("lastActivityAt")
      .orderBy("seq")
      .limit(1)
      .offset(3),
  );
  const vacancies = await db.all(
    sql
      .selectFrom("vacancies")
      .select("id")
      .where("customerId", "=", customerId)
      .where("archivedAt", "is not", null)
      .orderBy("createdAt")
      .orderBy("id")
      .limit(2),
  );
  const common = { customerId, candidateId: null, vacancyId: null, placedBy: demoAccounts.admin.id };
  const insert = (
    hold: Partial<NewRow<"retention_holds">> &
      Pick<NewRow<"retention_holds">, "id" | "reason" | "placedAt" | "reviewAt">,
  ) => db.run(sql.insertInto("retention_holds").values({ ...common, ...hold }));
  if (candidate)
    await insert({
      id: demoId("hold:candidate"),
      candidateId: candidate.id,
      reason: "Complaint of the candidate about the interview; the case is with Legal.",
      placedAt: now - 120 * dayMs,
      reviewAt: now - 9 * dayMs,
    });
  const [audited, asked] = vacancies;
  if (audited)
    await insert({
      id: demoId("hold:vacancy"),
      vacancyId: audited.id,
      reason: "Audit of how the vacancy was filled.",
      placedAt: now - 40 * dayMs,
      reviewAt: now + 50 * dayMs,
    });
  if (asked)
    await insert({
      id: demoId("hold:released"),
      vacancyId: asked.id,
      reason: "Question of a union about the shortlist.",
      placedAt: now - 200 * dayMs,
      reviewAt: now - 110 * dayMs,
      releasedBy: demoAccounts.admin.id,
      releasedAt: now - 112 * dayMs,
      releaseReason: "Answered; nothing further was asked.",
    });
}
