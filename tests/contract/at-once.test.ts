import { beforeEach, describe, expect, test } from "vitest";
import type { CustomerCall } from "../../regional-api/core/access";
import { longWork, takeSlot, type LongWork } from "../../regional-api/core/concurrency";
import { addApplication, externalIdOf } from "./fixtures/hiring";
import { useClient, useWorld } from "./fixtures/use-world";
import { ids, people, retail } from "./fixtures/world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const sydney = () => world.databases.region("ap-southeast-2");

const someoneElse = people.recruiter;

interface Door {
  readonly operations: Readonly<Record<string, () => object>>;
  /** Puts `count` tasks of a person in progress. Returns a function that ends them. */
  readonly begin: (count: number, person: string) => () => void;
}

const inProcess =
  (kind: LongWork) =>
  (count: number, person: string): (() => void) => {
    const call = { caller: { user: { id: person } }, customer: { id: ids.retail } } as CustomerCall;
    const ends = Array.from({ length: count }, () => takeSlot(kind, call));
    return () => ends.forEach((end) => end());
  };

let serial = 0;
const addJob = (createdBy: string, state: string) => {
  const jobId = `job-${(serial += 1)}`;
  sydney()
    .statement(
      `INSERT INTO bulk_jobs (jobId, customerId, createdBy, homeRegion, work, state, asOf, createdAt)
       VALUES (?, ?, ?, 'ap-southeast-2', '{"action":"VACANCY_ARCHIVE"}', ?, 1, ?)`,
    )
    .run(jobId, ids.retail, createdBy, state, world.now());
  return jobId;
};

let application: ReturnType<typeof addApplication>;
beforeEach(() => (application = addApplication(sydney())));

const ofApplication = { ...retail, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 };
const doors: Readonly<Record<LongWork, Door>> = {
  BULK_PLAN: {
    operations: {
      BulkPlanApplications: () => ({
        jobId: `plan-of-test-${(serial += 1)}`,
        filter: ofApplication,
        change: { status: "APPS_APPLICATION_HIRED" },
      }),
    },
    begin: inProcess("BULK_PLAN"),
  },
  BULK_JOB: {
    operations: { BulkRunJob: () => ({ ...retail, jobId: addJob(people.staff, "PLANNED") }) },
    begin: (count, person) => {
      for (let job = 0; job < count; job += 1) addJob(person, "RUNNING");
      return () => sydney().statement("UPDATE bulk_jobs SET state = 'DONE' WHERE state = 'RUNNING'").run();
    },
  },
  ACCESS_PACK: {
    operations: { RETMakePack: () => ({ ...retail, _id: application.id }) },
    begin: (count, person) => {
      for (let pack = 0; pack < count; pack += 1)
        sydney()
          .statement(
            `INSERT INTO access_packs (id, customerId, candidateId, askedBy, askedAt, endsAt, state)
             VALUES (?, ?, ?, ?, 1, ?, 'WAITING')`,
          )
          // For other candidates, each of which may have five.
          .run(
            `pack-${(serial += 1)}`,
            ids.retail,
            addApplication(sydney()).candidateId,
            person,
            world.now() + 1e9,
          );
      return () => sydney().statement("UPDATE access_packs SET state = 'FAILED'").run();
    },
  },
  RETENTION_COUNT: {
    operations: {
      RETGetPlan: () => retail,
      RETPreviewChange: () => ({ ...retail, candidateMonths: 12, videoMonths: 12 }),
    },
    begin: inProcess("RETENTION_COUNT"),
  },
};

const all = (Object.keys(longWork) as LongWork[]).flatMap((kind) =>
  Object.entries(doors[kind].operations).map(([operation, variables]) => ({ kind, operation, variables })),
);

describe.each(all)("GEN-128 $operation", ({ kind, operation, variables }) => {
  const { ofPerson, ofCustomer, going } = longWork[kind];
  const request = async () => {
    const answer = await staff.send(operation, variables() as Record<string, unknown>);
    return answer.error
      ? { code: answer.code, message: answer.message, again: answer.retryAfterSeconds }
      : "done";
  };
  const refused = (whose: string, most: number) => ({
    code: "RATE_LIMITED",
    message: `${whose} ${most} ${going}`,
    again: 10,
  });

  test("is refused to a person at the limit, until some of the tasks are done", async () => {
    const end = doors[kind].begin(ofPerson, people.staff);
    expect(await request()).toEqual(refused("You already have", ofPerson));
    end();
    expect(await request()).toBe("done");
  });

  test("is refused to others once the customer is at its limit, not because of another person's tasks", async () => {
    const persons = Array.from({ length: ofCustomer / ofPerson }, (_, index) => `${someoneElse}${index}`);
    const first = doors[kind].begin(ofPerson, someoneElse);
    expect(await request()).toBe("done");
    first();
    const ends = persons.map((person) => doors[kind].begin(ofPerson, person));
    expect(await request()).toEqual(refused("This customer already has", ofCustomer));
    for (const end of ends) end();
  });
});
