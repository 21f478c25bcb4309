import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  entriesOf,
  isAlwaysOn,
  standardTemplate,
} from "../../regional-api/areas/notifications/notifications.rules";
import { documentFor } from "../support/documents";
import { archivables, largeIdsIn } from "../support/large-world";
import { ids, scopeOf } from "./fixtures/world";
import { largeCalls } from "../support/large-calls";
import type { Answer } from "./fixtures/client";
import { giveCredits } from "./fixtures/engine";
import { withVersion } from "./fixtures/edits";
import { useCountedWorld } from "./fixtures/counted-world";

const rows = 70;
const [few, many] = [2, 60];
/** Maximum extra queries for sixty rows compared with two: tree levels, and what the first rows lack. */
const fewMore = 8;

const world = useCountedWorld(rows);

// Everyone gets an SMS with each email, and there are credits for most of them.
beforeAll(() => {
  const db = world.databases.region("ap-southeast-2");
  db.statement("UPDATE candidates SET phoneNumber = '+61412345678'").run();
  giveCredits(db, ids.retail, 100);
});

/** Bulk calls, each after those it depends on. */
const changes = [
  ...["AppsUpdateApplicationStatus", "AppsMoveApplication", "AppsResendApplicationAssessmentLink"],
  ...["ORGGroupAddUsers", "ORGGroupRemoveUsers", "ORGArchiveUsers", "ORGRestoreUsers"],
  ...["ORGArchiveGroups", "ORGRestoreGroups"],
  ...archivables.flatMap(({ many: [archive, restore] }) => [archive, restore]),
  ...["AppsArchiveVacanciesByExternalVacancyIds", "AppsRestoreVacanciesByExternalVacancyIds"],
  "ORGUpdateHierarchies",
].map((operation) => {
  const call = largeCalls().find((one) => one.operation === operation && one.what.includes("×"));
  if (!call) throw new Error(`${operation} has no list`);
  return call;
});

/** The same call with a slice of its rows. */
const of = (value: unknown, from: number, length: number): unknown => {
  if (Array.isArray(value))
    return value.length > portion
      ? value.slice(from, from + length)
      : value.map((one) => of(one, from, length));
  if (typeof value !== "object" || value === null) return value;
  // Omitted because earlier calls changed the rows.
  const rest = Object.entries(value).filter(([key]) => key !== "unchangedSince");
  return Object.fromEntries(rest.map(([key, one]) => [key, of(one, from, length)]));
};

/** The number of queries of a call, which must succeed. */
async function queriesOf(call: () => Promise<Answer>): Promise<number> {
  world.count.asked = 0;
  expect((await call()).message).toBe("");
  return world.count.asked;
}

const entered = () =>
  world.databases
    .region("ap-southeast-2")
    .statement<{ n: number }>("SELECT count(*) AS n FROM record_objects")
    .get()?.n ?? 0;

test.each(changes)(
  "AUD-01 $operation needs no more queries for many rows than for two, and audits all of them",
  async ({ operation, document, variables }) => {
    const call = (from: number, length: number) =>
      world.caller.call(
        document,
        withVersion(world.databases, operation, of(variables(1), from, length) as Record<string, unknown>),
      );
    const ofFew = await queriesOf(() => call(0, few));
    const before = entered();
    expect(await queriesOf(() => call(few, many))).toBeLessThanOrEqual(ofFew + fewMore);
    // The departments are one audited object.
    expect(entered() - before).toBeGreaterThanOrEqual(operation === "ORGUpdateHierarchies" ? 1 : many);
  },
);

test("APP-41 an Undo of many statuses needs no more queries than one of two", async () => {
  const find = (operation: string) => {
    const call = largeCalls().find((one) => one.operation === operation && one.what.includes("×"));
    if (!call) throw new Error(`${operation} has no list`);
    return call;
  };
  const [change, undo] = [find("AppsUpdateApplicationStatus"), find("AppsUndoApplicationStatus")];
  const undone = async (from: number, length: number) => {
    const { data, message } = await world.caller.call(change.document, {
      ...(of(change.variables(1), from, length) as object),
      status: "APPS_APPLICATION_HIRED",
    });
    expect(message).toBe("");
    const [{ changedAt } = { changedAt: "" }] = data["AppsUpdateApplicationStatus"] as {
      changedAt: string;
    }[];
    const before = entered();
    const queries = await queriesOf(() =>
      world.caller.call(undo.document, { ...(of(undo.variables(1), from, length) as object), changedAt }),
    );
    expect(entered() - before).toBe(length);
    return queries;
  };
  const ofFew = await undone(0, few);
  expect(await undone(few, many)).toBeLessThanOrEqual(ofFew + fewMore);
});

/** Lists that cannot be extended by copying items, in calls about a single object. */
const refused = [
  ...["AppsCreateVacancy.stages", "AppsCreateWorkflow.stages", "AppsUpdateWorkflow.stages"],
  ...["AppsCreateWorkflowSet.workflowOptions", "AppsUpdateWorkflowSet.workflowOptions"],
  ...["AppsUpdateSMSNotificationSettings.recipients", "CommonUpdateDashboardLayout.cards"],
  ...["AppsUpdateSMSNotificationSettings.smsNotificationSettings", "AtsDeleteTenantsByIds._ids"],
  ...["CommonGetPermissionChange.customers", "CommonUpdatePermissionTabPolicies.customers"],
  ...["CommonUpdatePolicyV2.customers", "FIAddBranding.theme", "FIEditBranding.theme"],
  "NotifUpdateNotificationSettingsV2.settings",
  ...["ORGArchiveCustomers.customerIds", "ORGRestoreCustomers.customerIds"],
  ...["ORGArchiveOrganizations.organizationIds", "ORGRestoreOrganizations.organizationIds"],
  "ORGCheckEndUsers.header",
];
/** Users are created in batches of ten (UPLOAD-42); each needs no more queries for ten than for two. */
const portion = 10;
const inPortions = (what: string) => what === "ORGCreateEndUsers.users";

test.each(["caller", "administrator"] as const)(
  "a list in a call of the %s is queried at once",
  async (who) => {
    let serial = who === "caller" ? 100 : 1_000;
    const growing: string[] = [];
    const answered = new Set<string>();
    const notAnswered = new Set<string>();
    for (const { operation, what: list, document, variables } of largeCalls()) {
      const [, name = ""] = /\.(\w+) ×/.exec(list) ?? [];
      if (!name) continue;
      const what = `${operation}.${name}`;
      const queriesFor = async (from: number, length: number) => {
        serial += 1;
        world.count.asked = 0;
        const some = of(variables(serial), from, length) as Record<string, unknown>;
        const { message } = await world[who]
          .clone()
          .call(document, withVersion(world.databases, operation, some));
        (message === "" ? answered : notAnswered).add(what);
        return world.count.asked;
      };
      const ofFew = await queriesFor(0, few);
      const ofMany = await queriesFor(few, inPortions(what) ? portion : many);
      if (ofMany > ofFew + fewMore) growing.push(`${what}: ${ofFew} queries of ${few}, ${ofMany} of many`);
    }
    expect(growing).toEqual([]);
    if (who === "caller")
      expect([...notAnswered].filter((what) => !answered.has(what)).sort()).toEqual([...refused].sort());
  },
);

const thirty = Array.from({ length: 30 }, (_, at) => at + 1);

/** Lists whose items must be created first. */
test("queries a group's shared policies, an organisation's size, a set's workflows and notifications at once", async () => {
  const { caller } = world;
  const sent = async (operation: string, variables: Record<string, unknown>) => {
    const answer = await caller.call(
      documentFor(operation, undefined, 3),
      withVersion(world.databases, operation, variables),
    );
    expect(answer.message).toBe("");
    return answer.data[operation];
  };
  const statements = [
    {
      effect: "Allow",
      actions: ["ti:access"],
      resources: [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
    },
  ];
  const policyIds = thirty.map(() => randomUUID());
  for (const [at, id] of policyIds.entries())
    await sent("CommonCreatePolicy", {
      addPolicyDto: { id, name: `Shared ${at}`, statements },
      customerId: ids.retail,
    });
  const organizationIds: string[] = [];
  for (const at of thirty)
    organizationIds.push(
      (
        (await sent("ORGCreateOrganization", {
          organization: { uniqueName: `counted-${at}`, displayName: `Counted ${at}` },
        })) as { _id: string }
      )._id,
    );
  const entries = entriesOf("en-US").map(({ name, type }) => ({
    ...{ name, type, language: "en-US", enabled: true },
    template: standardTemplate(name, "en-US"),
  }));
  const changed = entries.filter(({ name }) => !isAlwaysOn(name));
  expect(changed.length).toBeGreaterThan(4);
  let isOn = false;
  const lists: [operation: string, variables: (count: number) => Record<string, unknown>][] = [
    ["ORGGetGroupPoliciesChange", (count) => ({ groupId: ids.group, policyIds: policyIds.slice(0, count) })],
    ["ORGGroupSetPolicies", (count) => ({ groupId: ids.group, policyIds: policyIds.slice(0, count) })],
    ["ORGArchiveOrganizations", (count) => ({ organizationIds: organizationIds.slice(0, count) })],
    ["ORGRestoreOrganizations", (count) => ({ organizationIds: organizationIds.slice(0, count) })],
    [
      "AppsCreateWorkflowSet",
      (count) => ({
        ...scopeOf("retail"),
        awsRegion: undefined,
        name: `Counted ${count}`,
        description: "",
        workflowOptions: thirty.slice(0, count).map((at) => ({
          ...{ workflowId: largeIdsIn("workflows")(at), displayName: `Large ${at}`, isDefault: at === 1 },
        })),
      }),
    ],
    [
      "NotifUpdateNotificationSettingsV2",
      (count) => {
        isOn = !isOn;
        const settings = changed.slice(0, count).map((entry) => ({ ...entry, enabled: !isOn }));
        return { customerId: ids.retail, isEdgeCustomer: false, templateType: "en-US", settings };
      },
    ],
  ];
  for (const [operation, variables] of lists) {
    const queriesFor = async (count: number) => {
      world.count.asked = 0;
      await sent(operation, variables(count));
      return world.count.asked;
    };
    const ofFew = await queriesFor(few);
    expect(await queriesFor(thirty.length), operation).toBeLessThanOrEqual(ofFew + fewMore);
  }
});
