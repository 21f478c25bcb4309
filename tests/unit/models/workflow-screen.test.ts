import { expect, test } from "vitest";
import { newRule, toTrigger, type Trigger } from "~/models/workflows/workflow-rules";
import { rehearsalOf, vacanciesHref } from "~/models/workflows/workflow-screen.server";
import { stageExits } from "~/models/workflows/stage-exits";
import type { Flags } from "~/flags";
import { ApiError } from "~/services/regional-api.server";
import { rightNames } from "~/services/rights";
import { argsOf } from "./answering-api";

const moves = toTrigger(newRule("MOVE_STAGE"));
const declines = toTrigger({ ...newRule("UPDATE_STATUS"), status: "APPS_APPLICATION_DECLINED" });
const targets = (triggers: Trigger[], hasNext: boolean) => stageExits(triggers, hasNext).map(({ to }) => to);

test("WF-66 the next stage is drawn once: at the rule that moves candidates on, otherwise at those no rule applies to", () => {
  expect(targets([moves, declines], true)).toEqual(["stage", "status", "person"]);
  expect(targets([declines, { ...moves, enabled: false }], true)).toEqual(["status", "stage", "person"]);
  expect(targets([declines], true)).toEqual(["status", "stage"]);
  expect(targets([], true)).toEqual(["stage"]);
  expect(targets([], false)).toEqual(["person"]);
});

test("WF-67 a workflow's own rules are rehearsed only if the URL asks, and for a person who may", async () => {
  const effects = { total: 500, movedOn: 179, statusChanged: 40, neither: 300 };
  const asked = async (
    query: string,
    { triggers = [moves], rights = [...rightNames], answer = { AppsRehearseRules: effects } as object } = {},
  ) => {
    const { args, sent } = argsOf(
      { RuleEffects: answer },
      { url: new URL(`http://console.example/${query}`), rights: () => Promise.resolve(new Set(rights)) },
    );
    return { shown: await rehearsalOf(args, { _id: "w", stages: [{ triggers }] }), sent: sent.length };
  };
  const nothing = { effects: null, problem: null };
  expect(await asked("?rehearse=1", { triggers: [] })).toEqual({ shown: null, sent: 0 });
  expect(await asked("")).toEqual({ shown: { isOpen: true, ...nothing }, sent: 0 });
  expect(await asked("?rehearse=1", { rights: [] })).toEqual({
    shown: { isOpen: false, ...nothing },
    sent: 0,
  });
  expect(await asked("?rehearse=1")).toEqual({ shown: { isOpen: true, effects, problem: null }, sent: 1 });
  const busy = new ApiError("UNEXPECTED", "broken", "eu-west-1", "RuleEffects");
  const failed = await asked("?rehearse=1", { answer: busy });
  expect(failed.shown).toMatchObject({
    effects: null,
    problem: { description: "The rules could not be tried." },
  });
});

test("RULE-26 applications are linked only if their pages are open", () => {
  const hrefWith = (edgeVacancyDetailEnabled: boolean, oldEdgeFeaturesEnabled: boolean) =>
    vacanciesHref({ base: "", flags: { edgeVacancyDetailEnabled, oldEdgeFeaturesEnabled } as Flags });
  expect(hrefWith(true, true)).toBe("/vacancies");
  expect([hrefWith(false, true), hrefWith(true, false)]).toEqual([undefined, undefined]);
});
