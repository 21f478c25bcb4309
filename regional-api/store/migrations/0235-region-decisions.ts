import { quoted } from "../schema/quoted";
import { bit, edition, json, oneOf, sequence, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { addCodesAlongside, inOrder, newColumns, newTable } from "./pieces";

/** Earlier decisions of rules, from before the register, with the assessment's figures, which never change. */
const earlier = (
  id: string,
  json: (column: string, name: string) => string,
  stage: string,
  figures: string,
) => `
  INSERT INTO rule_decisions (id, customerId, hierarchyId, vacancyId, applicationId, decidedAt, workflowId, rule,
      figures, result, before, after)
    SELECT ${id}, a.customerId, a.hierarchyId, a.vacancyId, a.id, c.changedAt, ${json("c.rule", "workflowId")}, c.rule,
      ${figures}, CASE c.kind WHEN 'STAGE' THEN 'MOVED' ELSE c.after END, c.before, c.after
    FROM application_changes AS c
    JOIN applications AS a ON a.id = c.applicationId
    JOIN vacancies AS v ON v.id = a.vacancyId
    LEFT JOIN assessments AS s ON s.applicationId = a.id AND s.stageId = ${stage}
    WHERE c.rule IS NOT NULL AND c.changedBy IS NULL
    ORDER BY c.changedAt, c.seq;`;

const figuresOf = (object: string, quality: string) => `${object}('recommendation', s.recommendation,
        'recommendationScore', s.recommendationScore, 'plagiarismQuestionCount', s.plagiarismQuestionCount,
        'profanityQuestionCount', s.profanityQuestionCount, 'isLowTextQuality', ${quality})`;

/** The register of decisions made by rules (DEC-01); people who may set a candidate's status may review them. */
export const regionDecisions: Migration = {
  number: 235,
  name: "region-decisions",
  file: "region",
  ...inOrder(
    newTable(
      "rule_decisions",
      table(
        {
          seq: sequence(),
          id: text().unique("rule_decisions_id"),
          customerId: text().references("customers"),
          hierarchyId: text(),
          vacancyId: text(),
          applicationId: text().references("applications", "CASCADE"),
          decidedAt: time(),
          workflowId: text(),
          rule: json(),
          figures: json(),
          result: text(),
          before: text(),
          after: text(),
          isWaiting: bit().default(0),
          verdict: oneOf("CONFIRMED", "CHANGED").optional(),
          reviewReason: text().optional(),
          reviewedBy: text().optional(),
          reviewedAt: time().optional(),
          changedTo: text().optional(),
          contest: oneOf("OPEN", "ANSWERED").optional(),
          contestedBy: text().optional(),
          contestedAt: time().optional(),
          ...edition(1),
        },
        {
          indexes: {
            rule_decisions_list:
              "customerId, isWaiting, decidedAt, seq, hierarchyId, vacancyId, workflowId, result, verdict, contest",
            rule_decisions_vacancy:
              "customerId, vacancyId, isWaiting, decidedAt, seq, hierarchyId, workflowId, result, verdict, contest",
            rule_decisions_application: "applicationId, decidedAt",
          },
        },
      ),
    ),
    newColumns("workflows", { rulesBy: text().optional() }),
    {
      sql: earlier(
        "lower(hex(randomblob(12)))",
        (column, name) => `json_extract(${column}, '$.${name}')`,
        "json_extract(v.workflow, '$.stages[0]._id')",
        figuresOf(
          "json_object",
          "CASE s.isLowTextQuality WHEN 1 THEN json('true') WHEN 0 THEN json('false') END",
        ),
      ),
      postgres: quoted(
        earlier(
          "substr(md5(random()::text || c.seq::text), 1, 24)",
          (column, name) => `(${column}::json ->> '${name}')`,
          "(v.workflow::json -> 'stages' -> 0 ->> '_id')",
          `${figuresOf("json_build_object", "s.isLowTextQuality = 1")}::text`,
        ),
      ),
    },
    addCodesAlongside(["apps:viewDecision", "apps:reviewDecision"], "apps:editApplication"),
  ),
};
