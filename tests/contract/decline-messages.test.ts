import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startDeclineMessenger } from "../../regional-api/areas/applications/decline-messenger";
import {
  changesOfApplication,
  setApplicationStatus,
} from "../../regional-api/areas/applications/application-moves.store";
import { findApplication } from "../../regional-api/areas/applications/applications.store";
import { purchaseSmsCredits } from "../../regional-api/areas/sms/sms-credits.store";
import type { ApplicationStatus } from "../../regional-api/store/tables/hiring";
import { addApplication } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const recruiter = useClient(world, "recruiter", "each test");
const db = useSydney(world);
let messenger: ReturnType<typeof startDeclineMessenger>;

beforeEach(() => {
  db.statement("DELETE FROM applications").run();
  const { config, databases } = world;
  messenger = startDeclineMessenger({ config, databases, clock: () => world.now(), log: world.app.log });
});
afterEach(() => messenger.stop());

const { customerId } = scope;
const minute = 60_000;

async function give(status: string, ...ids: string[]) {
  const given = { _ids: ids, status: `APPS_APPLICATION_${status}`, ...scope };
  await recruiter.result("AppsUpdateApplicationStatus", given);
  return new Date(world.now()).toISOString();
}

async function undo(changedAt: string, ...ids: string[]) {
  const result = await recruiter.result("AppsUndoApplicationStatus", {
    _ids: ids,
    changedAt,
    ...scope,
  });
  expect(result).toMatchObject(ids.map(() => ({ refusal: null })));
  return result.map(({ isDeclineTold }) => isDeclineTold);
}

/** Advances the clock and sends the messages due by then. */
async function after(ms: number) {
  world.pass(ms);
  await messenger.flush();
}

const sent = () =>
  db
    .statement<{ channel: string; recipient: string; text: string }>(
      "SELECT channel, recipient, text FROM outbox WHERE templateType = 'APPLICATION_DECLINE' ORDER BY id",
    )
    .all();
const contacts = (candidateId: string) =>
  db
    .statement<{ email: string; phoneNumber: string }>(
      "SELECT email, phoneNumber FROM candidates WHERE id = ?",
    )
    .get(candidateId);
const withPhone = (candidateId: string) =>
  db.statement("UPDATE candidates SET phoneNumber = '+61412345678' WHERE id = ?").run(candidateId);
const buy = async () => {
  const by = { purchaseUserId: "", purchaseUserEmail: "", notes: null, purchasedAt: world.now() };
  await db.write((writer) => purchaseSmsCredits(writer, { customerId, purchaseAmount: 9, ...by }));
};

describe("APP-70 declined candidates are notified", () => {
  test("after ten minutes, once, by mail and SMS; other statuses send nothing", async () => {
    const [out, hired] = [addApplication(db), addApplication(db)];
    withPhone(out.candidateId);
    await buy();
    await give("DECLINED", out.id);
    await give("HIRED", hired.id);
    await after(10 * minute - 1);
    expect(sent()).toEqual([]);
    await after(1);
    const { email } = contacts(out.candidateId) ?? {};
    expect(sent().map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ["EMAIL", email],
      ["SMS", "+61412345678"],
    ]);
    expect(sent()[0]?.text).toContain("not to take your application any further");
    await after(60 * minute);
    expect(sent()).toHaveLength(2);
    // It is on the candidate's page and in the log.
    expect(
      db.statement("SELECT assessmentId FROM email_events WHERE templateType = 'APPLICATION_DECLINE'").all(),
    ).toEqual([{ assessmentId: out.assessmentId }]);
  });

  test("an Undo or another status within that time prevents the message", async () => {
    const [undone, changed] = [addApplication(db), addApplication(db)];
    await undo(await give("DECLINED", undone.id), undone.id);
    await give("DECLINED", changed.id);
    world.pass(minute);
    await give("LONGLISTED", changed.id);
    await after(60 * minute);
    expect(sent()).toEqual([]);
  });

  test("a decline restored after its message was due is notified ten minutes later", async () => {
    const [back, other] = [addApplication(db), addApplication(db)];
    await give("DECLINED", back.id, other.id);
    world.pass(5 * minute);
    const changedAt = await give("SHORTLISTED", back.id, other.id);
    await after(6 * minute);
    expect(sent()).toEqual([]);
    await undo(changedAt, back.id);
    await after(10 * minute - 1);
    expect(sent()).toEqual([]);
    await after(1);
    expect(sent().map(({ recipient }) => recipient)).toEqual([contacts(back.candidateId)?.email]);
    // Still notified only once. Notes on those not declined again are deleted once no Undo can restore them.
    await undo(await give("NEW", back.id), back.id);
    for (let day = 0; day < 4; day += 1) await after(24 * 60 * minute);
    expect(sent()).toHaveLength(1);
    expect(db.statement("SELECT * FROM decline_messages").all()).toEqual([]);
  });

  test("a rule's decline is announced too; de-identified and deleted candidates get no message", async () => {
    const [byRule, forgotten, deleted] = [addApplication(db), addApplication(db), addApplication(db)];
    for (const { id } of [byRule, forgotten, deleted]) {
      const application = await findApplication(db.reader, id);
      if (!application) throw new Error("missing");
      const status: ApplicationStatus = "APPS_APPLICATION_DECLINED";
      await db.write((writer) =>
        setApplicationStatus(writer, { application, status, changedBy: null, now: world.now() }),
      );
      expect(await changesOfApplication(db.reader, id)).toHaveLength(1);
    }
    db.statement("UPDATE candidates SET email = NULL, deidentifiedAt = 1 WHERE id = ?").run(
      forgotten.candidateId,
    );
    db.statement("DELETE FROM applications WHERE id = ?").run(deleted.id);
    await after(10 * minute);
    expect(sent().map(({ recipient }) => recipient)).toEqual([contacts(byRule.candidateId)?.email]);
    expect(db.statement("SELECT * FROM decline_messages").all()).toEqual([]);
  });

  test("APP-86 an Undo reports who had been notified, and null for other statuses", async () => {
    const [notified, untold, hired] = [addApplication(db), addApplication(db), addApplication(db)];
    const first = await give("DECLINED", notified.id);
    await after(10 * minute);
    expect(await undo(first, notified.id)).toEqual([true]);
    // The message of an earlier decline does not count for a later one.
    world.pass(minute);
    const second = await give("DECLINED", notified.id, untold.id);
    expect(await undo(second, notified.id, untold.id)).toEqual([false, false]);
    expect(await undo(await give("HIRED", hired.id), hired.id)).toEqual([null]);
  });

  test("APP-70 an Undo that restores a decline notifies only those not yet notified", async () => {
    const [before, late, forgotten] = [addApplication(db), addApplication(db), addApplication(db)];
    await give("DECLINED", before.id);
    await after(10 * minute);
    await give("DECLINED", late.id, forgotten.id);
    world.pass(minute);
    const changedAt = await give("NEW", before.id, late.id, forgotten.id);
    db.statement("UPDATE candidates SET email = NULL, deidentifiedAt = 1 WHERE id = ?").run(
      forgotten.candidateId,
    );
    await recruiter.send("AppsUndoApplicationStatus", {
      _ids: [before.id, late.id, forgotten.id],
      changedAt,
      ...scope,
    });
    await after(10 * minute);
    expect(sent().map(({ recipient }) => recipient)).toEqual(
      [before, late].map(({ candidateId }) => contacts(candidateId)?.email),
    );
  });

  test("many due at once are notified in batches", async () => {
    const ids = Array.from({ length: 130 }, () => addApplication(db).id);
    await give("DECLINED", ...ids);
    await after(10 * minute);
    expect(sent()).toHaveLength(130);
  });
});
