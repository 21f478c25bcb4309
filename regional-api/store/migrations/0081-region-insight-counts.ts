import type { Migration } from "./migration";

const dayMs = 24 * 3_600_000;
const minute = 60_000;

/** Counts are kept by days and by 32 days (UTC, from 1970 on), so that a range of years reads few rows. */
const countedSpans = [1, 32] as const;

/** Scores are counted by fives, 100 alone. */
export const scoreBounds: readonly number[] = Array.from({ length: 21 }, (_, index) => index * 5);

/** Where each count of times taken ends, in milliseconds; the last has no end. */
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

/** What is counted of assessments by the time of consent. */
const consentedFacts = {
  consented: () => "1",
  leaked: (row: string) => `(${row}.submittedAt IS NULL AND ${row}.answeredCount = 0)`,
  dropped: (row: string) => `(${row}.submittedAt IS NULL AND ${row}.answeredCount > 0)`,
};

/** What is counted of assessments by the time of submission. */
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

/** By the column that says on which day an assessment counts: each count with its SQL for one row of `assessments`. */
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
const times: readonly Time[] = ["consentedAt", "submittedAt"];

const namesOf = (time: Time) => Object.keys(insightFacts[time]);
const allNames = times.flatMap(namesOf);

/** Days since 1970 of a time, also before 1970. */
const dayOf = (time: string) => `((${time} - ((${time} % ${dayMs}) + ${dayMs}) % ${dayMs}) / ${dayMs})`;
/** Which 32 days a day belongs to. */
const monthOf = (day: string) => `((${day} - ((${day} % 32) + 32) % 32) / 32)`;

const scopesOf = (row: string) =>
  `(SELECT ${row}.customerId AS scopeId UNION ALL SELECT ${row}.hierarchyId UNION ALL SELECT ${row}.vacancyId) AS scope`;

const conflict = (names: readonly string[]) =>
  `ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`;

/** Adds (1) or takes away (-1) a row of `assessments` from everything it counts in. */
const counted = (row: "NEW" | "OLD", change: 1 | -1) =>
  times
    .map((time) => {
      const names = namesOf(time);
      const day = dayOf(`${row}.${time}`);
      const values = Object.values(insightFacts[time]).map(
        (expression) => `${change} * (${expression(row)})`,
      );
      return `
      INSERT INTO insight_counts (scopeId, product, span, bucket, ${names.join(", ")})
        SELECT scope.scopeId, ${row}.product, part.span, part.bucket, ${values.join(", ")}
        FROM ${scopesOf(row)},
          (SELECT 1 AS span, ${day} AS bucket UNION ALL SELECT 32, ${monthOf(day)}) AS part
        WHERE ${row}.${time} IS NOT NULL
        ${conflict(names)};`;
    })
    .join("");

const applied = (row: "NEW" | "OLD", change: 1 | -1) => `
      INSERT INTO application_day_counts (scopeId, day, count)
        SELECT scope.scopeId, ${dayOf(`${row}.createdAt`)}, ${change} FROM ${scopesOf(row)} WHERE TRUE
        ${conflict(["count"])};`;

/** Columns on which what an assessment counts as depends. */
const assessmentColumns = [
  ...["customerId", "hierarchyId", "vacancyId", "product", "consentedAt", "submittedAt", "answeredCount"],
  ...["deviceType", "feedbackRating", "recommendation", "recommendationScore"],
  ...["isPlagiarism", "isProfanity", "isLowTextQuality"],
];
const applicationColumns = ["customerId", "hierarchyId", "vacancyId", "createdAt"];

const triggersOf = (
  table: string,
  name: string,
  columns: readonly string[],
  change: (row: "NEW" | "OLD", by: 1 | -1) => string,
) => `
    CREATE TRIGGER ${name}_added AFTER INSERT ON ${table} BEGIN
      ${change("NEW", 1)}
    END;
    CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${columns.join(", ")} ON ${table}
      WHEN ${columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")}
    BEGIN
      ${change("OLD", -1)}
      ${change("NEW", 1)}
    END;
    CREATE TRIGGER ${name}_removed AFTER DELETE ON ${table} BEGIN
      ${change("OLD", -1)}
    END;`;

/**
 * Fills the counts when they are empty. First what each vacancy has on each day, then the rest by adding that up: to
 * 32 days, departments and the customer.
 */
export const fillInsightCounts = `
    CREATE TEMP TABLE insight_days AS
      ${times
        .map(
          (time) => `
      SELECT a.customerId, a.hierarchyId, a.vacancyId, a.product, ${dayOf(`a.${time}`)} AS day,
        ${allNames
          .map((name) => {
            const expression = insightFacts[time][name];
            return `${expression ? `sum(${expression("a")})` : "0"} AS ${name}`;
          })
          .join(", ")}
      FROM assessments a WHERE a.${time} IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
        )
        .join(" UNION ALL ")};
    ${["customerId", "hierarchyId", "vacancyId"]
      .flatMap((scope) =>
        countedSpans.map(
          (span) => `
    INSERT INTO insight_counts (scopeId, product, span, bucket, ${allNames.join(", ")})
      SELECT ${scope}, product, ${span}, ${span === 1 ? "day" : monthOf("day")},
        ${allNames.map((name) => `sum(${name})`).join(", ")}
      FROM temp.insight_days GROUP BY 1, 2, 4;`,
        ),
      )
      .join("")}
    DROP TABLE temp.insight_days;
    ${["customerId", "hierarchyId", "vacancyId"]
      .map(
        (scope) => `
    INSERT INTO application_day_counts (scopeId, day, count)
      SELECT ${scope}, ${dayOf("createdAt")}, count(*) FROM applications GROUP BY 1, 2;`,
      )
      .join("")}`;

/**
 * The figures of Discover Insights from kept counts (decision 0013): of each customer, department and vacancy, by day
 * and by 32 days, what became of the assessments begun and submitted then. A scope's id tells its kind: ids are never
 * the same over tables. The indexes serve what counts cannot tell: parts of days, and the middle one of all values.
 */
export const regionInsightCounts: Migration = {
  number: 81,
  name: "region-insight-counts",
  file: "region",
  sql: `
    CREATE TABLE insight_counts (
      scopeId TEXT NOT NULL,
      product TEXT NOT NULL,
      span INTEGER NOT NULL,
      bucket INTEGER NOT NULL,
      ${allNames.map((name) => `${name} INTEGER NOT NULL DEFAULT 0,`).join("\n      ")}
      PRIMARY KEY (scopeId, product, span, bucket)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE application_day_counts (
      scopeId TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (scopeId, day)
    ) STRICT, WITHOUT ROWID;
    ${fillInsightCounts}
    ${triggersOf("assessments", "insight_counts", assessmentColumns, counted)}
    ${triggersOf("applications", "application_day_counts", applicationColumns, applied)}

    DROP INDEX assessments_submitted;
    CREATE INDEX assessments_submitted ON assessments (customerId, product, submittedAt, hierarchyId, vacancyId)
      WHERE submittedAt IS NOT NULL;
    DROP INDEX assessments_consented;
    CREATE INDEX assessments_consented ON assessments (
      customerId, product, consentedAt, hierarchyId, vacancyId, submittedAt, answeredCount
    ) WHERE consentedAt IS NOT NULL;
    DROP INDEX assessments_vacancy;
    CREATE INDEX assessments_vacancy_score ON assessments (vacancyId, product, recommendationScore, submittedAt)
      WHERE submittedAt IS NOT NULL;
    CREATE INDEX assessments_vacancy_duration ON assessments (vacancyId, product, durationMs, submittedAt)
      WHERE submittedAt IS NOT NULL;
  `,
};
