/**
 * Facts about assessments that Discover Insights counts; used for the columns of counts and for both engines'
 * triggers.
 */
import { quoted } from "./quoted";

const minute = 60_000;

/** Scores are counted in bands of five; 100 is a band of its own. */
export const scoreBounds: readonly number[] = Array.from({ length: 21 }, (_, index) => index * 5);

/** Upper bounds of the duration bands, in milliseconds; the last band has none. */
export const durationBounds: readonly number[] = [
  ...Array.from({ length: 20 }, (_, index) => (index + 1) * 2),
  ...[45, 50, 60, 75, 90, 120, 180, 240, 480, 1_440],
].map((minutes) => minutes * minute);

type Expression = (row: string) => string;

const score: Expression = (row) => `${row}.recommendationScore`;
const taken: Expression = (row) => `(${row}.submittedAt - ${row}.consentedAt)`;

const scoreCount =
  (from: number): Expression =>
  (row) =>
    from === 100
      ? `(${score(row)} >= 100) IS TRUE`
      : `(${score(row)} >= ${from} AND ${score(row)} < ${from + 5}) IS TRUE`;

const durationCount =
  (index: number): Expression =>
  (row) => {
    const [from, to] = [durationBounds[index - 1], durationBounds[index]];
    const bounds = [
      from !== undefined && `${taken(row)} >= ${from}`,
      to !== undefined && `${taken(row)} < ${to}`,
    ];
    return `(${bounds.filter(Boolean).join(" AND ")}) IS TRUE`;
  };

const named = (prefix: string, count: number, expression: (index: number) => Expression) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index}`, expression(index)] as const),
  );

/** Facts counted on the day of consent. */
const consentedFacts = {
  consented: () => "1",
  leaked: (row: string) => `(${row}.submittedAt IS NULL AND ${row}.answeredCount = 0)`,
  dropped: (row: string) => `(${row}.submittedAt IS NULL AND ${row}.answeredCount > 0)`,
};

/** Facts counted on the day of submission. */
const submittedFacts = {
  submitted: () => "1",
  plagiarism: (row: string) => `(${row}.isPlagiarism IS 1)`,
  profanity: (row: string) => `(${row}.isProfanity IS 1)`,
  garbage: (row: string) => `(${row}.isLowTextQuality IS 1)`,
  rated: (row: string) => `(${row}.feedbackRating IS NOT NULL)`,
  ratings: (row: string) => `coalesce(${row}.feedbackRating, 0)`,
  yes: (row: string) => `(${row}.recommendation IS 'YES')`,
  maybe: (row: string) => `(${row}.recommendation IS 'MAYBE')`,
  no: (row: string) => `(${row}.recommendation IS 'NO')`,
  desktop: (row: string) => `(${row}.deviceType IS 'Desktop')`,
  mobile: (row: string) => `(${row}.deviceType IS 'Mobile')`,
  tablet: (row: string) => `(${row}.deviceType IS 'Tablet')`,
  unknownDevice: (row: string) => `(coalesce(${row}.deviceType, 'Unknown') = 'Unknown')`,
};

export type ConsentedFact = keyof typeof consentedFacts;
export type SubmittedFact = keyof typeof submittedFacts | `score${number}` | `duration${number}`;

/** Facts by the column that determines their day, each with its SQL for one row of `assessments`. */
export const insightFacts: {
  readonly consentedAt: Readonly<Record<string, Expression>>;
  readonly submittedAt: Readonly<Record<string, Expression>>;
} = {
  consentedAt: consentedFacts,
  submittedAt: {
    ...submittedFacts,
    ...named("score", scoreBounds.length, (index) => scoreCount(index * 5)),
    ...named("duration", durationBounds.length + 1, durationCount),
  },
};
type Time = keyof typeof insightFacts;
export const insightTimes: readonly Time[] = ["consentedAt", "submittedAt"];

export const insightNames = insightTimes.flatMap((time) => Object.keys(insightFacts[time]));

/** Columns that determine the facts of an assessment. */
export const assessmentColumns = [
  ...["customerId", "hierarchyId", "vacancyId", "product", "consentedAt", "submittedAt", "answeredCount"],
  ...["deviceType", "feedbackRating", "recommendation", "recommendationScore"],
  ...["isPlagiarism", "isProfanity", "isLowTextQuality"],
];
export const applicationColumns = ["customerId", "hierarchyId", "vacancyId", "createdAt"];

/** Returns a fact in PostgreSQL's SQL, as a number: a condition counts as 1 or 0. */
export function inPostgres(fact: string): string {
  const same = quoted(fact.replace(/ IS (1|'\w+')/g, " IS NOT DISTINCT FROM $1"));
  return /^(0|1|coalesce\(.*, 0\))$/.test(same) ? same : `(${same})::int`;
}
