/**
 * The demo's decision register: decisions by rules, some of them reviewed, contested, or waiting for review.
 */
import type { Database } from "../store/database";
import { demoAccounts, demoCustomers, demoId } from "./ids";
import { dayMs } from "./plan";

const columns = "customerId, hierarchyId, vacancyId, applicationId, decidedAt, workflowId, rule, figures";
const place = "a.customerId, a.hierarchyId, a.vacancyId, a.id";
const figures = `json_object('recommendation', s.recommendation, 'recommendationScore', s.recommendationScore,
  'plagiarismQuestionCount', s.plagiarismQuestionCount, 'profanityQuestionCount', s.profanityQuestionCount,
  'isLowTextQuality', json(CASE s.isLowTextQuality WHEN 1 THEN 'true' ELSE 'false' END))`;
const ruleOf = (trigger: string) => `json_object('workflowId', json_extract(v.workflow, '$._id'),
  'workflowName', json_extract(v.workflow, '$.name'), 'stageName', json_extract(v.workflow, '$.stages[0].name'),
  'trigger', json(${trigger}), 'writtenBy', @writer)`;

/**
 * Decisions by the seeded workflows' rules: each change without an author has its rule in the vacancy's copy.
 */
const done = `
  INSERT INTO rule_decisions (id, ${columns}, result, before, after)
  SELECT printf('dec%021x', c.seq), ${place}, c.changedAt, json_extract(v.workflow, '$._id'), ${ruleOf("t.value")},
    ${figures}, CASE c.kind WHEN 'STAGE' THEN 'MOVED' ELSE c.after END, c.before, c.after
  FROM application_changes AS c
  JOIN applications AS a ON a.id = c.applicationId
  JOIN vacancies AS v ON v.id = a.vacancyId
  JOIN assessments AS s ON s.applicationId = a.id AND s.stageId = json_extract(v.workflow, '$.stages[0]._id')
  JOIN json_each(v.workflow, '$.stages[0].triggers') AS t
  WHERE c.changedBy IS NULL AND c.changedAt = s.predictedAt AND c.changedAt >= @from
    AND json_extract(t.value, '$.action.type') = CASE c.kind WHEN 'STAGE' THEN 'MOVE_STAGE' ELSE 'UPDATE_STATUS' END
    AND (c.kind = 'STAGE' OR json_extract(t.value, '$.action.payload.status') = c.after)
  ORDER BY c.changedAt, c.seq`;

/** Declines by a recently added rule that have not been reviewed yet. */
const waiting = `
  INSERT INTO rule_decisions (id, ${columns}, result, before, after, isWaiting)
  SELECT printf('ded%021x', a.seq), ${place}, s.predictedAt, json_extract(v.workflow, '$._id'), ${ruleOf("@declining")},
    ${figures}, 'APPS_APPLICATION_DECLINED', a.status, 'APPS_APPLICATION_DECLINED', 1
  FROM applications AS a
  JOIN vacancies AS v ON v.id = a.vacancyId AND v.archivedAt IS NULL
  JOIN candidates AS p ON p.id = a.candidateId AND p.deidentifiedAt IS NULL
  JOIN assessments AS s ON s.applicationId = a.id AND s.stageId = json_extract(v.workflow, '$.stages[0]._id')
  WHERE a.customerId = @customer AND a.status = 'APPS_APPLICATION_NEW' AND s.recommendation = 'NO'
    AND s.predictedAt >= @recent
  ORDER BY s.predictedAt DESC, a.seq LIMIT 5`;

const reviewed = `
  UPDATE rule_decisions SET verdict = 'CONFIRMED', reviewedBy = @reviewer, reviewedAt = decidedAt + 86400000,
    version = 2, changedAt = decidedAt + 86400000, changedBy = @reviewer
  WHERE customerId = @customer AND isWaiting = 0 AND seq % 19 = 0 AND decidedAt < @recent`;
const changed = `
  UPDATE rule_decisions SET verdict = 'CHANGED', changedTo = 'APPS_APPLICATION_SHORTLISTED',
    reviewReason = 'The answers show more than the score does.'
  WHERE verdict = 'CONFIRMED' AND result = 'APPS_APPLICATION_LONGLISTED' AND seq % 57 = 0`;
const contested = `
  UPDATE rule_decisions SET contest = 'OPEN', contestedBy = @reviewer, contestedAt = @at, version = version + 1,
    changedAt = @at, changedBy = @reviewer
  WHERE seq IN (SELECT seq FROM rule_decisions WHERE customerId = @customer AND isWaiting = 0 AND verdict IS NULL
    ORDER BY decidedAt DESC LIMIT 2 OFFSET 3)`;

const sampled = `
  INSERT INTO decision_samples (id, customerId, drawnBy, drawnAt, seed, periodFrom, periodBefore, drawnCount)
  VALUES (@sample, @customer, @reviewer, @at, '20260901', @from, @at, 12)`;
const sampledRows = `
  INSERT INTO decision_sample_rows (sampleId, decisionId, verdict)
  SELECT @sample, id, verdict FROM rule_decisions
  WHERE customerId = @customer AND isWaiting = 0 AND decidedAt >= @from AND decidedAt < @at
  ORDER BY verdict IS NULL, seq % 97, seq LIMIT 12`;
const sampledCounts = `
  UPDATE decision_samples SET
    reviewedCount = (SELECT count(verdict) FROM decision_sample_rows WHERE sampleId = decision_samples.id),
    changedCount = (SELECT count(*) FROM decision_sample_rows WHERE sampleId = decision_samples.id AND verdict = 'CHANGED'),
    drawnCount = (SELECT count(*) FROM decision_sample_rows WHERE sampleId = decision_samples.id)`;

const declining = {
  enabled: true,
  conditionOperator: "and",
  conditions: [
    {
      onField: "recommendation",
      onFieldType: "string",
      comparisonOperator: "contains",
      comparisonValue: ["NO"],
    },
  ],
  action: { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_DECLINED" } },
  isHeld: true,
};

/** Fills a region with the decisions of the last `days`; call after seeding its applications. */
export function seedDecisions(db: Database, days: number, now: number): void {
  const run = (statement: string, values: Record<string, unknown>) => {
    const prepared = db.sqlite.prepare<[Record<string, unknown>]>(statement);
    prepared.run(values);
  };
  const customer = demoCustomers.acmeRetail.id;
  const { id: reviewer } = demoAccounts.admin;
  const recent = now - 30 * dayMs;
  db.transaction(() => {
    run(done, { writer: reviewer, from: now - days * dayMs });
    run(waiting, { writer: reviewer, declining: JSON.stringify(declining), customer, recent });
    run(reviewed, { reviewer, customer, recent: now - 5 * dayMs });
    run(changed, {});
    run(contested, { reviewer, customer, at: now - 12 * dayMs });
    if (demoCustomers.acmeRetail.awsRegion !== db.awsRegion) return;
    const sample = { sample: demoId("decision-sample"), customer };
    const period = { from: now - 60 * dayMs, at: now - 3 * dayMs };
    run(sampled, { ...sample, ...period, reviewer });
    run(sampledRows, { ...sample, ...period });
    run(sampledCounts, {});
  });
}
