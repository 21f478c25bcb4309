/** Random samples of decisions, with the progress of their review (DEC-05). */
import { createHash } from "node:crypto";
import { findBy, insertOf } from "../../core/statements.store";
import { literal } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { forms, prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";
import type { Verdict } from "../../store/tables/decisions";

export type Sample = Row<"decision_samples">;

const selectPage = prepared<{ customerId: string; limit: number; offset: number }>()((p) =>
  sql
    .selectFrom("decision_samples")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("seq", "desc")
    .limit(p.limit)
    .offset(p.offset),
);
const selectCount = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("decision_samples")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId),
);

const selectRows = prepared<{ sampleId: string }>()((p) =>
  sql
    .selectFrom("decision_sample_rows as r")
    .innerJoin("rule_decisions as d", "d.id", "r.decisionId")
    .select("d.seq")
    .where("r.sampleId", "=", p.sampleId),
);

const selectUnreviewed = prepared<{ decisionId: string }>()((p) =>
  sql
    .selectFrom("decision_sample_rows")
    .select("sampleId")
    .where("decisionId", "=", p.decisionId)
    .where("verdict", "is", null),
);

const setVerdict = prepared<{ sampleId: string; decisionId: string; verdict: Verdict }>()((p) =>
  sql
    .updateTable("decision_sample_rows")
    .set({ verdict: p.verdict })
    .where("sampleId", "=", p.sampleId)
    .where("decisionId", "=", p.decisionId),
);
const countReview = prepared<{ id: string; isChanged: number }>()((p) =>
  sql
    .updateTable("decision_samples")
    .set((sample) => ({
      reviewedCount: sample("reviewedCount", "+", literal(1)),
      changedCount: sample("changedCount", "+", p.isChanged),
    }))
    .where("id", "=", p.id),
);

export const findSample = findBy("decision_samples", "id");
export const listSamples = (db: Reader, customerId: string, limit: number, offset: number) =>
  selectPage.all(db, { customerId, limit, offset });
export const countSamples = async (db: Reader, customerId: string): Promise<number> =>
  (await selectCount.get(db, { customerId }))?.count ?? 0;

/** Returns the seqs of a sample's decisions that still exist. */
export const sampledSeqs = async (db: Reader, sampleId: string): Promise<number[]> =>
  (await selectRows.all(db, { sampleId })).map(({ seq }) => seq);

export const insertSample = insertOf("decision_samples");
export const insertSampleRow = insertOf("decision_sample_rows");

/**
 * Counts a review in each sample that contains this decision and still awaits its review. Call inside a
 * transaction.
 */
export async function noteReview(db: Writer, decisionId: string, verdict: Verdict): Promise<void> {
  for (const { sampleId } of await selectUnreviewed.all(db, { decisionId })) {
    await setVerdict.run(db, { sampleId, decisionId, verdict });
    await countReview.run(db, { id: sampleId, isChanged: verdict === "CHANGED" ? 1 : 0 });
  }
}

// ---- drawing a sample ----

interface SampleQuery {
  readonly customerId: string;
  readonly from: number;
  readonly before: number;
  readonly workflowId?: string | undefined;
  readonly result?: Row<"rule_decisions">["result"] | undefined;
}

/** Decisions read per batch before yielding to other calls. */
const portion = 2_000;

const portions = forms<SampleQuery & { readonly beyond: number; readonly limit: number }>({})(
  ({ beyond, limit, ...asked }) =>
    sql
      .selectFrom("rule_decisions")
      .select(["seq", "id", "verdict", "decidedAt"])
      .where("customerId", "=", asked.customerId)
      .where("isWaiting", "=", literal(0 as const))
      .where("decidedAt", ">=", asked.from)
      .where("decidedAt", "<", asked.before)
      .where((row) => row.or([row("decidedAt", ">", asked.from), row("seq", ">", beyond)]))
      .$if(asked.workflowId !== undefined, (query) => query.where("workflowId", "=", asked.workflowId ?? ""))
      .$if(asked.result !== undefined, (query) => query.where("result", "=", asked.result ?? "MOVED"))
      .orderBy("decidedAt")
      .orderBy("seq")
      .limit(limit),
);

/** Returns a decision's rank for a seed: pseudo-random but reproducible. */
const drawOf = (seed: string, id: string) => createHash("sha1").update(`${seed} ${id}`).digest("hex");

/** Draws up to `size` decisions by a seed, except those awaiting review. */
export async function drawDecisions(db: Reader, asked: SampleQuery, seed: string, size: number) {
  let drawn: { id: string; verdict: Verdict | null; place: string }[] = [];
  for (let [from, beyond] = [asked.from, 0]; ;) {
    const rows = await db.all(portions({ ...asked, from, beyond, limit: portion }));
    // Once the sample is full, only ranks below its last one can still enter it.
    const farthest = drawn.length === size ? drawn.at(-1)?.place : undefined;
    const more = rows
      .map(({ id, verdict }) => ({ id, verdict, place: drawOf(seed, id) }))
      .filter(({ place }) => farthest === undefined || place < farthest);
    drawn = [...drawn, ...more].sort((a, b) => (a.place < b.place ? -1 : 1)).slice(0, size);
    const last = rows.at(-1);
    if (rows.length < portion || !last) return drawn;
    [from, beyond] = [last.decidedAt, last.seq];
  }
}
