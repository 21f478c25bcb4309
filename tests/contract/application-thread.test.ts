import { describe, expect, test } from "vitest";
import { signedIn } from "./fixtures/client";
import { addApplication, addCandidate, stages } from "./fixtures/hiring";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";
import { ids, people, retail as scope } from "./fixtures/world";

const world = useWorld("each test", { AUTH_CALLS_PER_MINUTE: "1000" });
const recruiter = useClient(world, "recruiter", "each test");
const staff = useClient(world, "staff", "each test");
const db = useSydney(world);

async function thread(_id: string, client = recruiter) {
  const { error, result } = await client.send("AppsGetApplicationThread", { _id, ...scope });
  if (error) throw new Error(error);
  return result;
}
const kindsOf = async (id: string) => (await thread(id)).entries.map(({ kind }) => kind);

describe("AppsGetApplicationThread", () => {
  test("APP-55 lists what was done to an application and by whom, newest first", async () => {
    const { id } = addApplication(db);
    world.pass(60_000);
    await recruiter.send("AppsUpdateApplicationStatus", {
      _ids: [id],
      status: "APPS_APPLICATION_SHORTLISTED",
      ...scope,
    });
    world.pass(60_000);
    await recruiter.send("AppsResendApplicationAssessmentLink", { _ids: [id], ...scope });
    world.pass(60_000);
    const move = { _ids: [id], stageId: stages.video, isManuallyProgressed: true, ...scope };
    await recruiter.send("AppsMoveApplication", move);
    world.pass(60_000);
    await staff.send("AppsUpdateApplicationCandidate", { _id: id, firstName: "Right", ...scope });
    const { entries, application } = await thread(id);
    expect(application.candidate.personalInformation.firstName).toBe("Right");
    expect(entries.map(({ kind }) => kind)).toEqual([
      "CORRECTED",
      "MESSAGE",
      "ORDERED",
      "MOVED",
      "MESSAGE",
      "STATUS",
      "ORDERED",
      "APPLIED",
    ]);
    const [corrected, invited, , moved, resent, status] = entries;
    expect(corrected).toMatchObject({ changedBy: "staff Test", fields: ["firstName"] });
    expect(invited?.message).toMatchObject({ channel: "EMAIL", templateType: "SI_INVITE" });
    expect(moved).toMatchObject({ changedBy: "recruiter Test", before: stages.chat, after: stages.video });
    expect(resent?.message).toMatchObject({ templateType: "RESEND_FI_INVITE", events: [{ type: "Send" }] });
    expect(status).toMatchObject({
      changedBy: "recruiter Test",
      before: "APPS_APPLICATION_NEW",
      after: "APPS_APPLICATION_SHORTLISTED",
    });
    // Only the corrected fields are kept, never their values.
    expect(db.statement<{ fields: string }>("SELECT fields FROM candidate_changes").all()).toEqual([
      { fields: '["firstName"]' },
    ]);
  });

  test("APP-55 shows when an assessment was begun and submitted; a second one implies an unrecorded move", async () => {
    const { id, assessmentId } = addApplication(db);
    db.statement(
      "UPDATE assessments SET consentedAt = createdAt + 1000, submittedAt = createdAt + 2000 WHERE id = ?",
    ).run(assessmentId);
    expect(await kindsOf(id)).toEqual(["SUBMITTED", "STARTED", "ORDERED", "APPLIED"]);
    const video = { stageId: stages.video, product: "SI" } as const;
    const other = addApplication(db, video);
    db.statement("UPDATE assessments SET applicationId = ?, createdAt = createdAt + 3000 WHERE id = ?").run(
      id,
      other.assessmentId,
    );
    const { entries } = await thread(id);
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: "ORDERED", stageId: stages.video },
      { kind: "MOVED", before: stages.chat, after: stages.video, changedBy: null },
    ]);
  });

  test("APP-55 among entries of the same moment the cause precedes its effects", async () => {
    const { id, assessmentId } = addApplication(db);
    db.statement(
      "UPDATE assessments SET consentedAt = createdAt + 1000, submittedAt = createdAt + 2000 WHERE id = ?",
    ).run(assessmentId);
    const other = addApplication(db, { stageId: stages.video, product: "SI" });
    db.statement("UPDATE assessments SET applicationId = ?, createdAt = createdAt + 2000 WHERE id = ?").run(
      id,
      other.assessmentId,
    );
    const { entries } = await thread(id);
    expect(entries).toMatchObject([
      { kind: "ORDERED", stageId: stages.video },
      { kind: "MOVED", before: stages.chat, after: stages.video },
      { kind: "SUBMITTED", stageId: stages.chat },
      { kind: "STARTED", stageId: stages.chat },
      { kind: "ORDERED", stageId: stages.chat },
      { kind: "APPLIED" },
    ]);
  });

  test("APP-55 CAND-27 a de-identified candidate's thread is kept without the person", async () => {
    const person = { firstName: "Goneby", lastName: "Morning", email: "goneby@mail.example" };
    const { id } = addApplication(db, { candidateId: addCandidate(db, person) });
    await recruiter.send("AppsResendApplicationAssessmentLink", { _ids: [id], ...scope });
    world.pass(1000);
    await staff.send("AppsPurgeApplicationCandidate", { _id: id, ...scope });
    const kept = await thread(id);
    expect(kept.entries.map(({ kind }) => kind)).toEqual(["DEIDENTIFIED", "MESSAGE", "ORDERED", "APPLIED"]);
    expect(kept.entries[0]).toMatchObject({ changedBy: "staff Test", fields: [] });
    expect(JSON.stringify(kept)).not.toMatch(/goneby|morning/i);
  });

  test("GEN-16 APP-55 reveals nothing to those who may not see the application", async () => {
    const { id } = addApplication(db, {
      candidateId: addCandidate(db, {}, ids.globexSydney),
      vacancy: "foreign",
    });
    await expect(thread(id)).rejects.toThrow("Not Found Error");
    await expect(thread(people.staff)).rejects.toThrow("Not Found Error");
    const noAccess = await signedIn(world.app, "noAccess");
    await expect(thread(addApplication(db).id, noAccess)).rejects.toThrow(/FORBIDDEN|Not Found/);
  });
});
