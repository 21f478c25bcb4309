import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabases } from "../../regional-api/store/database";
import { verifyDataDir } from "../../regional-api/store/verify";
import { buildServer, startServer } from "./fixtures/server";
import { hexId } from "./fixtures/hex-id";
import { addApplication, addCandidate } from "./fixtures/hiring";
import { retail } from "./fixtures/ids";
import { ids, worldOnDisk } from "./fixtures/world";

let file: string;
let remove: () => void;
beforeAll(async () => {
  ({ file, remove } = await buildServer());
}, 60_000);
afterAll(() => remove());

const people = 600;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("RET-05 after kill -9 during a run the next process continues, counts each candidate once and keeps held ones @all", async () => {
  const dataDir = await worldOnDisk();
  const databases = openDatabases(dataDir);
  const db = databases.region("ap-southeast-2");
  const old = Date.now() - 90 * 24 * 3_600_000;
  db.transaction(() => {
    db.statement("DELETE FROM retention_changes").run();
    db.statement(
      `INSERT INTO customer_settings (customerId, id, hierarchyId, candidatePiiRetentionPeriod, videoRetentionPeriod,
         createdAt, updatedAt) VALUES (?, 'x', ?, 1, 1, 1, 1)`,
    ).run(ids.retail, retail.hierarchyId);
    for (let number = 0; number < people; number += 1)
      addApplication(db, { candidateId: addCandidate(db, { id: hexId("2e", number + 1) }) });
    // The world's own candidates date from its own time, long ago.
    db.statement("UPDATE candidates SET lastActivityAt = ?").run(Date.now());
    db.statement("UPDATE candidates SET lastActivityAt = ? WHERE id BETWEEN ? AND ?").run(
      old,
      hexId("2e", 1),
      hexId("2e", people),
    );
    db.statement(
      `INSERT INTO retention_holds (id, customerId, candidateId, reason, placedBy, placedAt, reviewAt)
       VALUES ('kept', ?, ?, 'A case', 'x', 1, 2)`,
    ).run(ids.retail, hexId("2e", 300));
  });
  databases.close();

  const left = () => {
    const opened = openDatabases(dataDir);
    const region = opened.region("ap-southeast-2");
    const found = {
      named: region
        .statement<{ n: number }>(
          "SELECT count(*) AS n FROM candidates WHERE id >= ? AND id <= ? AND deidentifiedAt IS NULL",
        )
        .get(hexId("2e", 1), hexId("2e", people))?.n,
      runs: region
        .statement<{ day: number; endedAt: number | null; candidates: number; keptCandidates: number }>(
          `SELECT r.day, r.endedAt, c.candidates, c.keptCandidates FROM retention_runs AS r
           JOIN retention_run_customers AS c ON c.run = r.seq WHERE c.customerId = ?`,
        )
        .all(ids.retail),
    };
    opened.close();
    return found;
  };

  const between: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const server = await startServer(file, { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    // The runner first runs two seconds after the start.
    await sleep(2_300 + round * 100);
    await server.end("SIGKILL");
    const { named = 0, runs } = left();
    if (named > 1) between.push(named);
    // Exactly the removed candidates are counted.
    expect(runs.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(people - named);
    if (named === 1 && runs.every(({ endedAt }) => endedAt !== null)) break;
  }
  expect(between.length).toBeGreaterThan(0);
  const { named, runs } = left();
  expect(named).toBe(1);
  expect(runs.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(people - 1);
  expect(runs[0]).toMatchObject({ keptCandidates: 1 });
  expect(verifyDataDir(dataDir).problems).toEqual([]);
}, 240_000);
