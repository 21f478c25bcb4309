import { describe, expect, test } from "vitest";
import { changesOfApplication } from "../../regional-api/areas/applications/application-moves.store";
import {
  lastCompleted,
  selectOfCustomer,
  selectOfStage,
} from "../../regional-api/areas/workflows/rehearsal.store";
import { selectUsing } from "../../regional-api/areas/workflows/workflows.store";
import { planOf } from "./fixtures/plan";
import { addApplication, packages, stages, vacancies } from "./fixtures/hiring";
import { hexId } from "./fixtures/hex-id";
import { snapshot } from "./fixtures/snapshot";
import { retail } from "./fixtures/ids";
import { sentStage, workflows, changedWorkflow } from "./fixtures/workflows";
import { ids, people, rootId, start } from "./fixtures/world";
import { advance, applicationUnder, giveAt, moveAt, rule, scoreAtLeast } from "./fixtures/stage-rules";
import { useClient, useWorld } from "./fixtures/use-world";
import { entriesOf } from "./fixtures/record";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const db = () => world.databases.region("ap-southeast-2");

const read = (workflowId: string) => staff.result("AppsGetEditWorkflowById", { workflowId, ...retail });
const create = (stagesSent: object[], name = "New one") =>
  staff.send("AppsCreateWorkflow", { ...retail, name, stages: stagesSent });
const update = (changes: object) =>
  staff.send("AppsUpdateWorkflow", { updateWorkflowInput: { ...changedWorkflow("Renamed"), ...changes } });

const shortlistAt = (score: number) => giveAt("SHORTLISTED", score);
const [first, second] = changedWorkflow("").stages;

describe("one workflow", () => {
  test("WF-35 WF-45 detail and form get the same answer, including how many vacancies use it", async () => {
    const variables = { workflowId: workflows.chatThenVideo, ...retail };
    const detail = await staff.result("AppsGetWorkflowById", variables);
    expect(detail).toMatchObject({
      _id: workflows.chatThenVideo,
      customerId: ids.retail,
      organizationId: ids.acme,
      hierarchyId: rootId(ids.retail),
      vacancyCount: 4,
      version: 1,
      stages: [{ product: "FI", assessmentPackageName: "Package" }, { product: "SI" }],
    });
    expect(await staff.result("AppsGetEditWorkflowById", variables)).toEqual(detail);
    expect(
      (await staff.send("AppsGetWorkflowById", { ...variables, workflowId: workflows.foreign })).error,
    ).toBe("Not Found Error");
  });

  test("WF-23 packages of one product, found by part of the name", async () => {
    const filter = { ...retail, product: "FI" };
    const names = async (more: object) =>
      (await staff.result("AppsGetAssessmentPackageList", { filter: { ...filter, ...more } })).map(
        ({ name }) => name,
      );
    expect(await names({})).toEqual(["FI package"]);
    expect(await names({ product: "SI", searchText: "si PÁCK" })).toEqual(["SI package"]);
    expect(await names({ searchText: "none" })).toEqual([]);
    expect(
      (await staff.send("AppsGetAssessmentPackageList", { filter: { ...filter, product: "XX" } })).error,
    ).toBe("Validation Error");
    // Packages stored in stages are named, whatever their product.
    const externalIds = [packages.video, packages.chat, "none"];
    expect(await names({ externalIds, product: undefined })).toEqual(["FI package", "SI package"]);
    expect(await names({ externalIds })).toEqual(["FI package"]);
    expect(await names({ externalIds: [] })).toEqual([]);
    for (const more of [{ externalIds, product: "XX" }, { product: undefined }])
      expect(
        (await staff.send("AppsGetAssessmentPackageList", { filter: { ...filter, ...more } })).error,
      ).toBe("Validation Error");
  });
});

describe("creating", () => {
  test("WF-32 WF-47 RULE-18 stores what was sent, fills in blank names, and records who created it", async () => {
    const { result, error } = await create([
      sentStage("FI", { name: " ", language: null, triggers: [moveAt(70), shortlistAt(50)] }),
      sentStage("SI"),
    ]);
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ name: "New one", isDefault: false, defaultLanguage: "en-US", version: 1 });
    expect(result.stages.map(({ name }) => name)).toEqual(["Stage 1", "Video"]);
    expect(result.stages[0]?.triggers).toHaveLength(2);
    expect(await read(result._id)).toMatchObject({ stages: result.stages });
    const [entry, ...others] = entriesOf(db(), "WORKFLOW", result._id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: "CREATED",
      objectName: "New one",
      actorId: people.staff,
      customerId: ids.retail,
    });
  });

  test.each<[string, object[], string, string]>([
    ["a blank name", [sentStage("FI")], " ", "Please enter workflow name"],
    ["an overlong name", [sentStage("FI")], "x".repeat(101), "Please keep the workflow name within 100"],
    ["a stage after a video", [sentStage("SI"), sentStage("FI")], "A", "can only have one stage"],
    [
      "a shared package",
      [sentStage("FI"), sentStage("FI")],
      "A",
      "The workflow can not have the duplicated externalAssessmentPackageId",
    ],
    [
      "a package of the other product",
      [sentStage("FI", { externalAssessmentPackageId: packages.video })],
      "A",
      "Please select a assessment package",
    ],
    ["rules on stage two", [sentStage("FI"), sentStage("SI", { triggers: [moveAt(1)] })], "A", "first stage"],
    ["an id of its own", [sentStage("FI", { _id: hexId("5b", 1) })], "A", "A new stage has no id"],
    [
      "a field that rules do not know",
      [
        sentStage("FI", {
          triggers: [rule({ type: "MOVE_STAGE" }, { ...scoreAtLeast(1), onField: "email" })],
        }),
      ],
      "A",
      "This rule has an unknown field",
    ],
  ])("WF-39 RULE-19 RULE-20 the API refuses %s", async (_what, sent, name, message) => {
    const before = snapshot(world.databases);
    const answer = await create(sent, name);
    expect([answer.error, answer.message]).toEqual(["Validation Error", expect.stringContaining(message)]);
    expect(snapshot(world.databases)).toEqual(before);
  });
});

/** SQL that makes no vacancy use the workflow. */
const leaveVacancies = `UPDATE vacancies SET workflow = replace(workflow, '"${workflows.chatThenVideo}"', '"other"')`;

describe("changing", () => {
  test("WF-34 WF-36 the name, the stages' names and the rules; the vacancies keep their copies", async () => {
    const copies = () => db().statement("SELECT id, workflow FROM vacancies").all();
    const before = copies();
    const { error } = await update({ stages: [{ ...first, name: "Talk", triggers: [moveAt(80)] }, second] });
    expect(error).toBeUndefined();
    const now = await read(workflows.chatThenVideo);
    expect(now).toMatchObject({ name: "Renamed", version: 2, isDefault: false });
    expect(now.stages).toMatchObject([{ name: "Talk", triggers: [moveAt(80)] }, { name: "Video" }]);
    expect(copies()).toEqual(before);
  });

  test("WF-34 WF-39 but not a saved stage's content, and not with stages of other workflows", async () => {
    for (const sent of [
      [{ ...first, externalAssessmentPackageId: packages.video, product: "SI" }],
      [second, first],
      [{ ...first, _id: undefined }, second],
      [{ ...first, _id: hexId("5b", 9) }, second],
    ])
      expect((await update({ stages: sent })).error).toBe("Validation Error");
    expect(await read(workflows.chatThenVideo)).toMatchObject({ version: 1 });
  });

  test("WF-29 a stage can only be removed while no vacancy uses the workflow", async () => {
    const used = await update({ stages: [first] });
    expect(used.message).toContain("A stage cannot be removed while vacancies use the workflow");
    db().statement(leaveVacancies).run();
    expect((await update({ stages: [first] })).error).toBeUndefined();
    const added = await update({ stages: [first, { ...second, _id: undefined }] });
    expect(added.error).toBeUndefined();
    expect((await read(workflows.chatThenVideo)).stages).toHaveLength(2);
  });

  test("WF-29 the second stage can only be replaced while no vacancy uses the workflow", async () => {
    const another = [first, { ...second, _id: undefined, name: "Another" }];
    const idsOf = async () =>
      (await read(workflows.chatThenVideo)).stages.map((stage) => (stage as { _id?: string })._id);
    const [keptId, goneId] = await idsOf();
    const used = await update({ stages: another });
    expect(used.message).toContain("A stage cannot be removed while vacancies use the workflow");
    db().statement(leaveVacancies).run();
    expect((await update({ stages: another })).error).toBeUndefined();
    expect(await idsOf()).toEqual([keptId, expect.not.stringContaining(goneId ?? "")]);
  });
});

describe("RULE-23 RULE-27 a rule's effect names the rule and its workflow", () => {
  test("on the application, even after the workflow was changed", async () => {
    const { id, assessmentId } = await applicationUnder(db(), moveAt(65), shortlistAt(50));
    await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 70 });
    expect((await changesOfApplication(db().reader, id)).every(({ rule: kept }) => kept !== null)).toBe(true);
    const thread = "AppsGetApplicationThread";
    const { data } = await staff.call(
      `query ($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) { ${thread}(_id: $_id, customerId: $customerId, hierarchyId: $hierarchyId, organizationId: $organizationId) { entries { kind after rule { workflowId workflowName stageName trigger { action { type } } } } } }`,
      { _id: id, ...retail },
    );
    const { entries } = data[thread] as { entries: { kind: string; rule: object | null }[] };
    const named = {
      workflowId: workflows.chatThenVideo,
      workflowName: "Chat, then video",
      stageName: "Chat",
    };
    const ruled = entries.filter(({ rule }) => rule !== null);
    expect(ruled).toHaveLength(2);
    expect(ruled).toEqual(
      expect.arrayContaining([
        {
          kind: "STATUS",
          after: "APPS_APPLICATION_SHORTLISTED",
          rule: { ...named, trigger: { action: { type: "UPDATE_STATUS" } } },
        },
        {
          kind: "MOVED",
          after: stages.video,
          rule: { ...named, trigger: { action: { type: "MOVE_STAGE" } } },
        },
      ]),
    );
  });
});

describe("RULE-26 rehearsing rules", () => {
  const rehearse = (input: object, client = staff) =>
    client.result("AppsRehearseRules", { input: { ...retail, ...input } });
  const completed = (score: number, more: object = {}) =>
    addApplication(db(), {
      status: "APPS_ASSESSMENT_COMPLETED",
      submittedAt: start + 1_000 + Math.round(score * 10),
      recommendationScore: score,
      ...more,
    });

  test("counts candidates who would have advanced, changed status, or neither, and changes nothing", async () => {
    db().statement("UPDATE assessments SET submittedAt = NULL").run();
    const applications = [40, 60, 80].map((score) => completed(score).id);
    const before = snapshot(world.databases);
    const answer = await rehearse({
      workflowId: workflows.chatThenVideo,
      triggers: [moveAt(70), shortlistAt(50)],
    });
    expect(answer).toMatchObject({ total: 3, movedOn: 1, statusChanged: 2, neither: 1 });
    const shortlisted = "APPS_APPLICATION_SHORTLISTED";
    expect(answer.items).toMatchObject([
      { applicationId: applications[2], movesOn: true, status: shortlisted, vacancyName: "Vacancy main" },
      { applicationId: applications[1], movesOn: false, status: shortlisted },
      { applicationId: applications[0], movesOn: false, status: null },
    ]);
    expect(snapshot(world.databases)).toEqual(before);
  });

  test("considers the last 500 of the vacancies using the workflow, or of the customer for a new one", async () => {
    db().statement("UPDATE assessments SET submittedAt = NULL").run();
    for (let score = 0; score < 510; score += 1) completed(score / 10);
    db()
      .statement(
        `UPDATE vacancies SET workflow = replace(replace(workflow, '"${workflows.chatThenVideo}"', '"other"'),
          '"${stages.chat}"', '"elsewhere"') WHERE id = ?`,
      )
      .run(vacancies.second);
    completed(99, { vacancy: "second", stageId: "elsewhere", product: "FI" });
    completed(99, { vacancy: "foreign" });
    const ofWorkflow = await rehearse({ workflowId: workflows.chatThenVideo, triggers: [moveAt(50)] });
    expect(ofWorkflow).toMatchObject({ total: 500, movedOn: 10 });
    expect(await rehearse({ triggers: [moveAt(50)] })).toMatchObject({ total: 500, movedOn: 11 });
    expect(await lastCompleted(db().reader, ids.retail, workflows.chat)).toEqual([]);
  });

  test("GEN-16 names only candidates the caller may list, and uses no other customer's workflow", async () => {
    completed(80);
    const foreign = await staff.send("AppsRehearseRules", {
      input: { ...retail, workflowId: workflows.foreign, triggers: [] },
    });
    expect(foreign.error).toBe("Not Found Error");
    const wrong = await staff.send("AppsRehearseRules", {
      input: { ...retail, triggers: [rule({ type: "SING" }, scoreAtLeast(1))] },
    });
    expect(wrong.error).toBe("Validation Error");
  });

  test("reads only indexes", () => {
    for (const query of [selectOfStage, selectOfCustomer, selectUsing])
      expect(planOf(db(), query)).toMatch(
        /USING (COVERING )?INDEX (assessments_(stage|submitted)|vacancies_workflow)/,
      );
  });
});
