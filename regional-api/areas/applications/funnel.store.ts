/**
 * A vacancy's funnel (PIPE-12): candidates who entered a stage in a period, completed it and went on to the next one.
 * Derived from the assessments, one per application and stage.
 */
import { from, literal, noLimit } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { forms, prepared, sql } from "../../store/sql";

export const funnelSteps = ["CAME", "COMPLETED", "WENT_ON"] as const;
type FunnelStep = (typeof funnelSteps)[number];

export interface FunnelFilter {
  readonly vacancyId: string;
  readonly stageId: string;
  /** The next stage; undefined for the last one. */
  readonly nextStageId?: string | undefined;
  /** Time of entering the stage, inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly before?: number | undefined;
}

type Asked = FunnelFilter & { readonly step: FunnelStep };

const form = { fixed: ["step"] } as const;

const came = (asked: Asked) =>
  sql
    .selectFrom(from("assessments as s", { index: "assessments_vacancy_stage" }))
    .where("s.vacancyId", "=", asked.vacancyId)
    .where("s.stageId", "=", asked.stageId)
    .$if(asked.from !== undefined, (query) => query.where("s.createdAt", ">=", asked.from ?? 0))
    .$if(asked.before !== undefined, (query) => query.where("s.createdAt", "<", asked.before ?? noLimit))
    .$if(asked.step === "COMPLETED", (query) => query.where("s.submittedAt", "is not", null))
    .$if(asked.step === "WENT_ON", (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("assessments as n")
            .select("n.seq")
            .whereRef("n.applicationId", "=", "s.applicationId")
            .where("n.stageId", "=", asked.nextStageId ?? ""),
        ),
      ),
    );

const counts = forms<Asked>(form)((asked) =>
  came(asked).select((all) => all.fn.countAll<number>().as("count")),
);

const pages = forms<Asked & { readonly limit: number; readonly offset: number }>(form)(
  ({ limit, offset, ...asked }) =>
    came(asked)
      .select(["s.applicationId", "s.createdAt", "s.submittedAt"])
      .orderBy("s.createdAt", "desc")
      .orderBy("s.seq", "desc")
      .limit(limit)
      .offset(offset),
);

/** How long candidates stayed who went on to the next stage, shortest first. */
const stays = forms<FunnelFilter & { readonly limit: number; readonly offset: number }>({})(
  ({ limit, offset, nextStageId, ...asked }) =>
    came({ ...asked, step: "CAME" })
      .innerJoin("assessments as n", (join) =>
        join.onRef("n.applicationId", "=", "s.applicationId").on("n.stageId", "=", nextStageId ?? ""),
      )
      .select((row) => row("n.createdAt", "-", row.ref("s.createdAt")).as("stay"))
      .orderBy("stay")
      .limit(limit)
      .offset(offset),
);

/** For EXPLAIN QUERY PLAN tests. */
export const funnelCount = (asked: Asked) => counts(asked);
/** For EXPLAIN QUERY PLAN tests. */
export const funnelPage = (asked: Asked, limit: number, offset: number) => pages({ ...asked, limit, offset });

const isEmpty = ({ step, nextStageId }: Asked) => step === "WENT_ON" && nextStageId === undefined;

/** Returns the number of candidates at a funnel step. */
export const countFunnel = async (db: Reader, asked: Asked): Promise<number> =>
  isEmpty(asked) ? 0 : ((await db.get(funnelCount(asked)))?.count ?? 0);

/** Returns a page of the candidates at a funnel step, latest entry first. */
export const listFunnel = async (db: Reader, asked: Asked, limit: number, offset: number) =>
  isEmpty(asked) ? [] : db.all(funnelPage(asked, limit, offset));

/**
 * Returns the median time at the stage of the candidates who went on, in milliseconds; null if there are
 * none.
 */
export async function medianStay(db: Reader, asked: FunnelFilter, wentOn: number): Promise<number | null> {
  if (wentOn === 0) return null;
  const [limit, offset] = [wentOn % 2 === 0 ? 2 : 1, Math.ceil(wentOn / 2) - 1];
  const middle = await db.all(stays({ ...asked, limit, offset }));
  return middle.reduce((sum, { stay }) => sum + Number(stay), 0) / Math.max(1, middle.length);
}

// ---- scores ----

/** Ten score ranges; the last includes 100. */
const stepBounds = Array.from({ length: 10 }, (_, step) => [step * 10, step === 9 ? 101 : step * 10 + 10]);

const selectSteps = prepared<{ vacancyId: string }>()((p) =>
  sql.selectNoFrom((row) =>
    stepBounds.map(([low = 0, high = 0], step) =>
      row
        .selectFrom(from("assessments as s", { index: "assessments_vacancy_score" }))
        .select((all) => all.fn.countAll<number>().as("count"))
        .where("s.vacancyId", "=", p.vacancyId)
        .where("s.product", "=", literal("FI"))
        .where("s.submittedAt", "is not", null)
        .where("s.recommendationScore", ">=", literal(low))
        .where("s.recommendationScore", "<", literal(high))
        .as(`step${step}`),
    ),
  ),
);

/** Returns the number of a vacancy's chats per score range. */
export async function scoreSteps(db: Reader, vacancyId: string): Promise<number[]> {
  const found: Readonly<Record<string, number | null>> = (await selectSteps.get(db, { vacancyId })) ?? {};
  return stepBounds.map((_, step) => Number(found[`step${step}`] ?? 0));
}

const selectBest = prepared<{ vacancyId: string; limit: number }>()((p) =>
  sql
    .selectFrom(from("assessments as s", { index: "assessments_vacancy_score" }))
    .innerJoin("applications as a", "a.id", "s.applicationId")
    .select("a.seq")
    .where("s.vacancyId", "=", p.vacancyId)
    .where("s.product", "=", literal("FI"))
    .where("s.submittedAt", "is not", null)
    .where("s.recommendationScore", "is not", null)
    .where("a.candidateNameKey", "<>", literal(""))
    .where("a.status", "<>", literal("APPS_APPLICATION_DECLINED"))
    .where("a.status", "<>", literal("APPS_APPLICATION_WITHDRAWN"))
    .orderBy("s.recommendationScore", "desc")
    .limit(p.limit),
);

/** Returns the seqs of the best-scoring applications of a vacancy, without declined and withdrawn ones. */
export const bestSeqs = async (db: Reader, vacancyId: string, limit: number): Promise<number[]> =>
  (await selectBest.all(db, { vacancyId, limit })).map(({ seq }) => seq);
