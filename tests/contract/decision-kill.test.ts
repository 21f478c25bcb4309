/** A confirmed decision survives the process: both the decline and the message to the candidate. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabases } from "../../regional-api/store/database";
import { signedIn } from "./fixtures/client";
import { addDecision } from "./fixtures/decision-operations";
import { addApplication } from "./fixtures/hiring";
import { hexId } from "./fixtures/hex-id";
import { retail } from "./fixtures/ids";
import { buildServer, startServer } from "./fixtures/server";
import { worldOnDisk } from "./fixtures/world";

let file: string;
let remove: () => void;
beforeAll(async () => {
  ({ file, remove } = await buildServer());
}, 60_000);
afterAll(() => remove());

const waitingOf = { id: hexId("7e", 1), assessmentId: hexId("8e", 1) };

test("DEC-03 a pending decline, and the mail of a confirmed one, survive kill -9", async () => {
  const dataDir = await worldOnDisk();
  const within = <Result>(ask: (db: ReturnType<ReturnType<typeof openDatabases>["region"]>) => Result) => {
    const databases = openDatabases(dataDir);
    const answer = ask(databases.region("ap-southeast-2"));
    databases.close();
    return answer;
  };
  const decision = within((db) => {
    addApplication(db, waitingOf);
    const result = "APPS_APPLICATION_DECLINED";
    return addDecision(db, { applicationId: waitingOf.id, result, after: result, isWaiting: 1 });
  });
  const countMails = () =>
    within(
      (db) => db.statement("SELECT id FROM outbox WHERE templateType = 'APPLICATION_DECLINE'").all().length,
    );
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: "silent", DECLINE_MESSAGE_SECONDS: "3" };

  const first = await startServer(file, environment);
  // The messenger checks every two seconds; pending declines are not sent.
  await new Promise((resume) => setTimeout(resume, 5_500));
  await first.end("SIGKILL");
  expect(countMails()).toBe(0);

  const second = await startServer(file, environment);
  const staff = await signedIn(second.origin, "staff");
  const listed = await staff.send("DECGetDecisions", {
    ...{ ...retail, review: "WAITING", skipEq: 0, limitEq: 30 },
  });
  expect(listed.data).toMatchObject({ DECGetDecisions: { data: [{ _id: decision, isWaiting: true }] } });
  await staff.result("DECReviewDecision", {
    ...{ ...retail, _id: decision, version: 1, verdict: "CONFIRMED", reason: "Read it" },
  });
  await second.end("SIGKILL");
  expect(countMails()).toBe(0);

  const third = await startServer(file, environment);
  await expect.poll(countMails, { timeout: 20_000, interval: 500 }).toBe(1);
  await third.end("SIGTERM");
}, 90_000);
