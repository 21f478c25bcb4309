/** The demo's audit log: the creation of its groups, workflows, sets and vacancies, oldest first. */
import { flatMapSequentially } from "../store/sequential";
import { createHash } from "node:crypto";
import { groups } from "../areas/groups/groups.entity";
import { vacancyKind } from "../areas/vacancies/vacancies.record";
import { workflowSets } from "../areas/workflow-sets/workflow-sets.entity";
import { workflows } from "../areas/workflows/workflows.entity";
import { describeCreated } from "../core/record-differences";
import type { RecordKind } from "../core/record-kinds";
import type { Writer } from "../store/engine";
import { from } from "../store/dialect";
import { appendEntry } from "../store/record-chain";
import { sql } from "../store/sql";
import { dayMs } from "./plan";

const sources: readonly {
  kind: RecordKind;
  table: "groups" | "workflows" | "workflow_sets" | "vacancies";
  operation: string;
}[] = [
  { kind: groups.kind, table: "groups", operation: "ORGCreateGroup" },
  { kind: workflows.kind, table: "workflows", operation: "AppsCreateWorkflow" },
  { kind: workflowSets.kind, table: "workflow_sets", operation: "AppsCreateWorkflowSet" },
  { kind: vacancyKind, table: "vacancies", operation: "AppsCreateVacancy" },
];

/** Maximum entries per region, since the large data needs no complete audit log. */
const maxEntries = 2_000;

/** Writes the entries of the last 400 days, each by a user of its customer. */
export async function seedRecord(db: Writer, now: number): Promise<void> {
  const made = (
    await flatMapSequentially(sources, async ({ kind, table, operation }) =>
      (
        await db.all(
          sql
            .selectFrom(from(`${table} as t`))
            .select(["t.id", "t.createdAt"])
            .select((t) =>
              t.fn
                .coalesce(
                  "t.changedBy",
                  t
                    .selectFrom("users as u")
                    .select((u) => u.fn.min("u.id").as("id"))
                    .whereRef("u.customerId", "=", "t.customerId"),
                )
                .as("actorId"),
            )
            .where("t.createdAt", ">=", now - 400 * dayMs)
            .orderBy("t.createdAt")
            .orderBy("t.id")
            .limit(maxEntries),
        )
      ).map((row) => ({ ...row, kind, operation })),
    )
  )
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .slice(-maxEntries);
  for (const { id, createdAt, actorId, kind, operation } of made) {
    const found = await describeCreated(db, kind, id);
    if (!found) continue;
    const { object, of } = found;
    await appendEntry(
      db,
      {
        id: createHash("sha256").update(`${kind.kind} ${id}`).digest("hex").slice(0, 24),
        at: createdAt,
        action: object.action,
        outcome: "SUCCESS",
        kind: object.kind,
        objectId: id,
        objectName: object.name,
        objectCount: 1,
        actorId,
        organizationId: null,
        customerId: of.customerId,
        departmentId: of.departmentId ?? null,
        source: "CONSOLE",
        network: "192.0.2.0/24",
        requestId: `seed-${id}`,
        operation,
        changes: JSON.stringify([object]),
        details: "{}",
      },
      [{ kind: object.kind, id }],
    );
  }
}
