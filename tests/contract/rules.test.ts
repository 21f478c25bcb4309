import { describe, expect, test } from "vitest";
import {
  changesOfApplication,
  setApplicationStatus,
} from "../../regional-api/areas/applications/application-moves.store";
import {
  findApplication,
  findAssessment,
  findStageAssessment,
} from "../../regional-api/areas/applications/applications.store";
import { signedIn } from "./fixtures/client";
import { addApplication, stages, vacancies } from "./fixtures/hiring";
import { snapshot } from "./fixtures/snapshot";
import {
  advance as advanceAs,
  advanceDocument,
  applicationUnder as applicationWith,
  giveAt,
  moveAt,
} from "./fixtures/stage-rules";
import { startWorld } from "./fixtures/world";
import { retail } from "./fixtures/ids";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const database = () => world.databases.region("ap-southeast-2");
const advance = (assessmentId: string, status: string, results?: object, client = staff) =>
  advanceAs(client, assessmentId, status, results);
const applicationUnder = (...triggers: object[]) => applicationWith(database(), ...triggers);
const shortlistAt = (score: number) => giveAt("SHORTLISTED", score);

const application = (id: string) => findApplication(database().reader, id);
const mailsOf = (assessmentId: string) =>
  database()
    .statement<{ templateType: string }>("SELECT templateType FROM email_events WHERE assessmentId = ?")
    .all(assessmentId)
    .map(({ templateType }) => templateType);

describe("RULE-23 completing the chat of stage one", () => {
  test("moves the application on and sets its status when both rules hold", async () => {
    const { id, assessmentId } = await applicationUnder(moveAt(65), shortlistAt(50));
    world.pass(1_000);
    const { error } = await advance(assessmentId, "COMPLETED", { recommendationScore: 65 });
    expect(error).toBeUndefined();
    expect(await application(id)).toMatchObject({
      stageId: stages.video,
      isManuallyProgressed: 0,
      status: "APPS_APPLICATION_SHORTLISTED",
      assessmentStatus: "APPS_ASSESSMENT_ORDER_COMPLETED",
    });
    const ordered = await findStageAssessment(database().reader, id, stages.video);
    expect(ordered).toMatchObject({ product: "SI", status: "APPS_ASSESSMENT_ORDER_COMPLETED" });
    expect(mailsOf(ordered?.id ?? "")).toContain("SI_INVITE");
    expect(mailsOf(assessmentId)).toContain("MI_REPORT");
    // The changes are attributed to a rule, not a person.
    expect(
      (await changesOfApplication(database().reader, id)).map(({ kind, changedBy }) => [kind, changedBy]),
    ).toEqual([
      ["STATUS", null],
      ["STAGE", null],
    ]);
    expect(await findAssessment(database().reader, assessmentId)).toMatchObject({
      status: "APPS_ASSESSMENT_COMPLETED",
      recommendationScore: 65,
      submittedAt: world.now(),
      consentedAt: world.now(),
      insightsLink: `https://insights.edge.example/au/fi/${assessmentId}`,
    });
  });

  test("does nothing before it is completed", async () => {
    const { id, assessmentId } = await applicationUnder(moveAt(1), shortlistAt(1));
    for (const status of ["INPROGRESS", "DROPPED_OUT", "ORDER_COMPLETED"]) {
      await advance(assessmentId, status, { recommendationScore: 100 });
      expect(await application(id)).toMatchObject({ stageId: stages.chat, status: "APPS_APPLICATION_NEW" });
    }
  });

  test("only sets the status if the application was moved on by hand in the meantime", async () => {
    const { id, assessmentId } = await applicationUnder(moveAt(1), shortlistAt(1));
    database()
      .statement("UPDATE applications SET stageId = ?, isManuallyProgressed = 1 WHERE id = ?")
      .run(stages.video, id);
    await advance(assessmentId, "COMPLETED", { recommendationScore: 100 });
    expect(await application(id)).toMatchObject({
      stageId: stages.video,
      isManuallyProgressed: 1,
      status: "APPS_APPLICATION_SHORTLISTED",
    });
  });

  test.each([
    ["DECLINED", stages.chat],
    ["WITHDRAWN", stages.chat],
    ["HIRED", stages.chat],
    ["LONGLISTED", stages.video],
  ] as const)(
    "keeps the status %s set by a person, and does not advance a declined or withdrawn candidate",
    async (word, stage) => {
      const { id, assessmentId } = await applicationUnder(moveAt(1), shortlistAt(1));
      const status = `APPS_APPLICATION_${word}` as const;
      const found = await application(id);
      if (!found) throw new Error("missing");
      await database().write((writer) =>
        setApplicationStatus(writer, {
          application: found,
          status,
          changedBy: "somebody",
          now: world.now(),
        }),
      );
      world.pass(1_000);
      await advance(assessmentId, "COMPLETED", { recommendationScore: 100 });
      expect(await application(id)).toMatchObject({ status, stageId: stage });
      const ordered = await findStageAssessment(database().reader, id, stages.video);
      expect(ordered === undefined).toBe(stage === stages.chat);
      expect(mailsOf(assessmentId)).toContain("MI_REPORT");
    },
  );

  test("a status set and undone by the same person does not count as decided; one restored by the undo does", async () => {
    const give = async (id: string, word: string) => {
      world.pass(1_000);
      const given = { _ids: [id], status: `APPS_APPLICATION_${word}`, ...retail };
      await staff.result("AppsUpdateApplicationStatus", given);
      return new Date(world.now()).toISOString();
    };
    const undo = async (id: string, changedAt: string) => {
      world.pass(1_000);
      const result = await staff.result("AppsUndoApplicationStatus", { _ids: [id], changedAt, ...retail });
      expect(result).toMatchObject([{ refusal: null }]);
    };
    const completed = async ({ id, assessmentId }: { id: string; assessmentId: string }) => {
      world.pass(1_000);
      await advance(assessmentId, "COMPLETED", { recommendationScore: 100 });
      const { status, stageId } = (await application(id)) ?? {};
      return { status, stageId };
    };
    const byRules = { status: "APPS_APPLICATION_SHORTLISTED", stageId: stages.video };

    const undone = await applicationUnder(moveAt(1), shortlistAt(1));
    await undo(undone.id, await give(undone.id, "DECLINED"));
    expect(await completed(undone)).toEqual(byRules);

    const byHand = await applicationUnder(moveAt(1), shortlistAt(1));
    await give(byHand.id, "HIRED");
    await give(byHand.id, "NEW");
    expect(await completed(byHand)).toEqual(byRules);

    const declined = await applicationUnder(moveAt(1), shortlistAt(1));
    await give(declined.id, "DECLINED");
    await undo(declined.id, await give(declined.id, "LONGLISTED"));
    expect(await completed(declined)).toEqual({
      status: "APPS_APPLICATION_DECLINED",
      stageId: stages.chat,
    });

    // Correcting another person's change is a decision: NEW stays.
    const another = await applicationUnder(moveAt(1), shortlistAt(1));
    const found = await application(another.id);
    if (!found) throw new Error("missing");
    const status = "APPS_APPLICATION_LONGLISTED" as const;
    await database().write((writer) =>
      setApplicationStatus(writer, { application: found, status, changedBy: "somebody", now: world.now() }),
    );
    await give(another.id, "NEW");
    expect(await completed(another)).toEqual({ status: "APPS_APPLICATION_NEW", stageId: stages.video });
  });

  test("overrides a status set by a rule, and changes nothing in an archived vacancy", async () => {
    const byRule = await applicationUnder(shortlistAt(1));
    const found = await application(byRule.id);
    if (!found) throw new Error("missing");
    const status = "APPS_APPLICATION_LONGLISTED" as const;
    await database().write((writer) =>
      setApplicationStatus(writer, { application: found, status, changedBy: null, now: world.now() }),
    );
    await advance(byRule.assessmentId, "COMPLETED", { recommendationScore: 100 });
    expect((await application(byRule.id))?.status).toBe("APPS_APPLICATION_SHORTLISTED");
    const archived = await applicationUnder(moveAt(1), shortlistAt(1));
    database().statement("UPDATE vacancies SET archivedAt = 1 WHERE id = ?").run(vacancies.main);
    await advance(archived.assessmentId, "COMPLETED", { recommendationScore: 100 });
    expect(await application(archived.id)).toMatchObject({
      status: "APPS_APPLICATION_NEW",
      stageId: stages.chat,
    });
    database().statement("UPDATE vacancies SET archivedAt = NULL WHERE id = ?").run(vacancies.main);
  });

  test("a video has no rules", async () => {
    await applicationUnder(shortlistAt(1));
    const { id, assessmentId } = addApplication(database(), { vacancy: "main", stageId: stages.video });
    await advance(assessmentId, "COMPLETED", { rating: "YES" });
    expect(await application(id)).toMatchObject({
      status: "APPS_APPLICATION_NEW",
      assessmentStatus: "APPS_ASSESSMENT_COMPLETED",
      assessmentResult: "YES",
    });
  });
});

describe("RULE-24 SimAdvanceAssessment", () => {
  test("refuses invalid results, a second completion, and other regions' assessments", async () => {
    const { assessmentId } = await applicationUnder();
    await advance(assessmentId, "INPROGRESS");
    const before = snapshot(world.databases);
    for (const results of [
      { score: 1 },
      { recommendation: "PERHAPS" },
      { recommendationScore: 101 },
      [1],
      "x",
    ]) {
      expect((await advance(assessmentId, "COMPLETED", results as object)).error).toBe("Validation Error");
    }
    expect((await advance("none", "COMPLETED")).error).toBe("Not Found Error");
    expect(snapshot(world.databases)).toBe(before);
    await advance(assessmentId, "COMPLETED");
    expect((await advance(assessmentId, "INPROGRESS")).error).toBe("Conflict Error");
  });

  test("requires a session of provider staff", async () => {
    const { assessmentId } = await applicationUnder();
    const admin = await signedIn(world.app, "admin");
    const before = snapshot(world.databases);
    expect((await advance(assessmentId, "COMPLETED", {}, admin)).error).toBe("FORBIDDEN");
    const stranger = staff.clone();
    stranger.cookies.clear();
    expect((await advance(assessmentId, "COMPLETED", {}, stranger)).error).toBe("UNAUTHENTICATED");
    expect(
      (
        await staff.call(
          advanceDocument,
          { assessmentId, status: "APPS_ASSESSMENT_COMPLETED" },
          { withoutCsrf: true },
        )
      ).error,
    ).toBe("FORBIDDEN");
    expect(snapshot(world.databases)).toBe(before);
  });

  test("does not exist in production", async () => {
    const production = await startWorld({ APP_ENV: "production" });
    try {
      const client = await signedIn(production.app, "staff");
      const answer = await client.call(advanceDocument, {
        assessmentId: "x",
        status: "APPS_ASSESSMENT_COMPLETED",
      });
      expect(answer.error).toBe("Validation Error");
      expect(answer.message).toContain("SimAdvanceAssessment");
    } finally {
      await production.stop();
    }
  });
});
