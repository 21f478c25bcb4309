/**
 * A vacancy's funnel (PIPE-12): candidates who entered a stage in a period, completed it and went on to the next one.
 * Derived from the assessments, one per application and stage.
 */
import { expressionBuilder } from "kysely";
import { from, literal } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import type { Tables } from "../../store/tables";
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

type FunnelQuery = FunnelFilter & { readonly step: FunnelStep };

const form = { fixed: ["step"] } as const;

const index = "assessments_vacancy_stage";

/** The assessments of candidates who reached the next stage. */
const next = ({ vacancyId, nextStageId }: FunnelFilter) =>
  sql
    .selectFrom(from("assessments as n", { index }))
    .where("n.vacancyId", "=", vacancyId)
    .where("n.stageId", "=", nextStageId ?? "");

const assessment = expressionBuilder<{ s: Tables["assessments"] }, "s">();

const conditions = (asked: FunnelQuery) =>
  assessment.and([
    assessment("s.vacancyId", "=", asked.vacancyId),
    assessment("s.stageId", "=", asked.stageId),
    ...(asked.from === undefined ? [] : [assessment("s.createdAt", ">=", asked.from)]),
    ...(asked.before === undefined ? [] : [assessment("s.createdAt", "<", asked.before)]),
    ...(asked.step === "COMPLETED" ? [assessment("s.submittedAt", "is not", null)] : []),
    // A list is looked up in memory, which takes a fraction of a lookup in an index for each row.
    ...(asked.step === "WENT_ON"
      ? [assessment("s.applicationId", "in", next(asked).select("n.applicationId"))]
      : []),
  ]);

const arrivals = (asked: FunnelQuery) =>
  sql.selectFrom(from("assessments as s", { index })).where(conditions(asked));

const counts = forms<FunnelQuery>(form)((asked) =>
  arrivals(asked).select((all) => all.fn.countAll<number>().as("count")),
);

const pages = forms<FunnelQuery & { readonly limit: number; readonly offset: number }>(form)(
  ({ limit, offset, ...asked }) =>
    arrivals(asked)
      .select(["s.applicationId", "s.createdAt", "s.submittedAt"])
      .orderBy("s.createdAt", "desc")
      .orderBy("s.seq", "desc")
      .limit(limit)
      .offset(offset),
);

const reached = forms<FunnelFilter>({})((asked) =>
  arrivals({ ...asked, step: "CAME" }).select((all) => [
    all.fn.countAll<number>().as("came"),
    all.fn.count<number>("s.submittedAt").as("completed"),
  ]),
);

/** The time at which a candidate entered the stage in the period, over the assessments of a candidate. */
const enteredAt = (stageId: string, asked: Pick<FunnelFilter, "from" | "before"> = {}) =>
  assessment.fn.max(
    assessment
      .case()
      .when(
        assessment.and([
          assessment("s.stageId", "=", stageId),
          ...(asked.from === undefined ? [] : [assessment("s.createdAt", ">=", asked.from)]),
          ...(asked.before === undefined ? [] : [assessment("s.createdAt", "<", asked.before)]),
        ]),
      )
      .then(assessment.ref("s.createdAt"))
      .end(),
  );

/**
 * The one or two middle times at the stage of the candidates who went on, and the number of these candidates. Both
 * stages are read once and grouped by candidate: SQLite may join them without an index, by a scan for each row.
 */
const middleStays = forms<FunnelFilter>({})(({ vacancyId, stageId, nextStageId = "", ...period }) =>
  sql
    .with(
      (name) => name("stays").materialized(),
      () =>
        sql
          .selectFrom(from("assessments as s", { index }))
          .where("s.vacancyId", "=", vacancyId)
          .where("s.stageId", "in", [stageId, nextStageId])
          .groupBy("s.applicationId")
          .select((row) => row(enteredAt(nextStageId), "-", enteredAt(stageId, period)).as("stay")),
    )
    .with("all", (known) => known.selectFrom("stays").select((all) => all.fn.count<number>("stay").as("n")))
    .selectFrom("stays")
    .select([
      (row) => row.ref("stay").$notNull().as("stay"),
      (row) => row.selectFrom("all").select("n").as("wentOn"),
    ])
    .where("stay", "is not", null)
    .orderBy("stay")
    .limit(2)
    .offset((row) =>
      row
        .selectFrom("all")
        .select((all) => all(all.parens(all("n", "-", all.lit(1))), "/", all.lit(2)).as("middle"))
        .$asScalar(),
    ),
);

/** For EXPLAIN QUERY PLAN tests. */
export const funnelCount = (asked: FunnelQuery) => counts(asked);
/** For EXPLAIN QUERY PLAN tests. */
export const funnelPage = (asked: FunnelQuery, limit: number, offset: number) =>
  pages({ ...asked, limit, offset });
/** For EXPLAIN QUERY PLAN tests. */
export const funnelStays = (asked: FunnelFilter) => middleStays(asked);

const isEmpty = ({ step, nextStageId }: FunnelQuery) => step === "WENT_ON" && nextStageId === undefined;

/** Returns the number of candidates at a funnel step. */
export const countFunnel = async (db: Reader, asked: FunnelQuery): Promise<number> =>
  isEmpty(asked) ? 0 : ((await db.get(funnelCount(asked)))?.count ?? 0);

/** Returns a page of the candidates at a funnel step, latest entry first. */
export const listFunnel = async (db: Reader, asked: FunnelQuery, limit: number, offset: number) =>
  isEmpty(asked) ? [] : db.all(funnelPage(asked, limit, offset));

/**
 * Returns the numbers of a stage (PIPE-12); null for the last stage or, for the median, if no one went on.
 */
export async function funnelNumbers(db: Reader, asked: FunnelFilter) {
  const { came = 0, completed = 0 } = (await db.get(reached(asked))) ?? {};
  if (asked.nextStageId === undefined) return { came, completed, wentOn: null, medianStayMs: null };
  const [first, second] = await db.all(middleStays(asked));
  if (!first) return { came, completed, wentOn: 0, medianStayMs: null };
  const wentOn = first.wentOn ?? 0;
  const last = wentOn % 2 === 0 && second ? second : first;
  return { came, completed, wentOn, medianStayMs: (first.stay + last.stay) / 2 };
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
