import { applicationColumns, assessmentColumns, inPostgres, insightFacts } from "../insight-facts";
import { addedTo, anyChanged, trigger } from "./trigger";

type Row = "NEW" | "OLD";
type Change = 1 | -1;
const dayMs = 24 * 3_600_000;

// ---- users and vacancies per department ----

const listed = (table: string, row: Row, change: Change) =>
  addedTo(
    "list_counts",
    {
      list: `'${table}'`,
      customerId: `${row}.customerId`,
      hierarchyId: `${row}.hierarchyId`,
      isArchived: `(${row}.archivedAt IS NOT NULL)::int`,
    },
    String(change),
  );

const listCounts = (table: string) => `
    ${trigger(`${table}_counted`, `AFTER INSERT ON ${table}`, listed(table, "NEW", 1))}
    ${trigger(
      `${table}_counted_anew`,
      `AFTER UPDATE OF customerId, hierarchyId, archivedAt ON ${table}`,
      listed(table, "OLD", -1) + listed(table, "NEW", 1),
      {
        when:
          "OLD.customerId <> NEW.customerId OR OLD.hierarchyId <> NEW.hierarchyId " +
          "OR (OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL)",
      },
    )}
    ${trigger(`${table}_uncounted`, `AFTER DELETE ON ${table}`, listed(table, "OLD", -1))}`;

// ---- applications by stage, status and assessment ----

const staged = (row: Row, change: Change) =>
  addedTo(
    "application_counts",
    {
      vacancyId: `${row}.vacancyId`,
      stageId: `${row}.stageId`,
      status: `${row}.status`,
      assessmentStatus: `${row}.assessmentStatus`,
    },
    String(change),
  );

const ofVacancy = (row: Row, change: Change) => `
      UPDATE vacancies SET applicationCount = applicationCount + ${change} WHERE id = ${row}.vacancyId;`;

// ---- events per day and part of a day ----

const spans = [dayMs, 4 * 3_600_000];
const eventKeys = { email: ["templateType"], sms: ["templateType", "smsMessageStatus"] } as const;
type Events = keyof typeof eventKeys;

const eventCounted = (table: Events, row: Row, change: Change) =>
  spans
    .map((span) =>
      addedTo(
        `${table}_event_counts`,
        {
          customerId: `${row}.customerId`,
          span: String(span),
          bucket: `${row}.timestamp / ${span}`,
          ...Object.fromEntries(eventKeys[table].map((column) => [column, `${row}.${column}`])),
        },
        String(change),
      ),
    )
    .join("");

const eventsEmptied = (table: Events) =>
  spans
    .map(
      (span) => `
      DELETE FROM ${table}_event_counts WHERE customerId = OLD.customerId AND span = ${span}
        AND bucket = OLD.timestamp / ${span} AND count <= 0;`,
    )
    .join("");

const recipientForgotten = `
      DELETE FROM email_recipients WHERE customerId = OLD.customerId AND recipient = OLD.mailRecipient
        AND NOT EXISTS (SELECT 1 FROM email_events e
          WHERE e.customerId = OLD.customerId AND e.mailRecipient = OLD.mailRecipient);`;

const recipientKept = `
      INSERT INTO email_recipients (customerId, recipient)
        SELECT NEW.customerId, NEW.mailRecipient WHERE NEW.mailRecipient <> ''
        ON CONFLICT (customerId, recipient) DO NOTHING;`;

// ---- Discover Insights ----

/** Returns SQL for a time's day number since 1970, which also rounds down before 1970. */
const dayOf = (time: string) =>
  `div(${time} - ((${time} % ${dayMs}) + ${dayMs}) % ${dayMs}, ${dayMs})::bigint`;
const monthOf = (day: string) => `div(${day} - ((${day} % 32) + 32) % 32, 32)::bigint`;

const scopesOf = (row: Row) =>
  `(VALUES (${row}.customerId), (${row}.hierarchyId), (${row}.vacancyId)) AS scope (scopeId)`;

const summed = (table: string, keys: string, names: readonly string[]) =>
  `ON CONFLICT (${keys}) DO UPDATE SET ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(", ")}`;

const insightCounted = (row: Row, change: Change) =>
  (["consentedAt", "submittedAt"] as const)
    .map((time) => {
      const facts = Object.entries(insightFacts[time]);
      const names = facts.map(([name]) => name);
      const day = dayOf(`${row}.${time}`);
      return `
      IF ${row}.${time} IS NOT NULL THEN
        INSERT INTO insight_counts (scopeId, product, span, bucket, ${names.join(", ")})
          SELECT scope.scopeId, ${row}.product, part.span, part.bucket,
            ${facts.map(([, fact]) => `${change} * ${inPostgres(fact(row))}`).join(", ")}
          FROM ${scopesOf(row)}, (VALUES (1, ${day}), (32, ${monthOf(day)})) AS part (span, bucket)
          ${summed("insight_counts", "scopeId, product, span, bucket", names)};
      END IF;`;
    })
    .join("");

const daysCounted = (row: Row, change: Change) => `
      INSERT INTO application_day_counts (scopeId, day, count)
        SELECT scope.scopeId, ${dayOf(`${row}.createdAt`)}, ${change} FROM ${scopesOf(row)}
        ${summed("application_day_counts", "scopeId, day", ["count"])};`;

const insightTriggers = (
  table: string,
  name: string,
  columns: readonly string[],
  counted: (row: Row, change: Change) => string,
) => `
    ${trigger(`${name}_added`, `AFTER INSERT ON ${table}`, counted("NEW", 1))}
    ${trigger(
      `${name}_changed`,
      `AFTER UPDATE OF ${columns.join(", ")} ON ${table}`,
      counted("OLD", -1) + counted("NEW", 1),
      { when: anyChanged(columns) },
    )}
    ${trigger(`${name}_removed`, `AFTER DELETE ON ${table}`, counted("OLD", -1))}`;

/** Triggers that maintain counts as rows change, so that lists and figures need not count rows. */
export const countsOfPostgres = `
    ${listCounts("users")}
    ${listCounts("vacancies")}

    ${trigger("applications_added", "AFTER INSERT ON applications", ofVacancy("NEW", 1) + staged("NEW", 1))}
    ${trigger(
      "applications_counted",
      "AFTER UPDATE OF stageId, status, assessmentStatus ON applications",
      staged("OLD", -1) + staged("NEW", 1),
    )}
    ${trigger("applications_removed", "AFTER DELETE ON applications", ofVacancy("OLD", -1) + staged("OLD", -1))}

    ${trigger(
      "group_members_added",
      "AFTER INSERT ON group_members",
      `
      UPDATE users SET groupCount = groupCount + 1 WHERE id = NEW.userId;
      UPDATE groups SET usersCount = usersCount + 1
        WHERE id = NEW.groupId AND EXISTS (SELECT 1 FROM users WHERE id = NEW.userId AND archivedAt IS NULL);`,
    )}
    ${trigger(
      "group_members_removed",
      "AFTER DELETE ON group_members",
      `
      UPDATE users SET groupCount = groupCount - 1 WHERE id = OLD.userId;
      UPDATE groups SET usersCount = usersCount - 1
        WHERE id = OLD.groupId AND EXISTS (SELECT 1 FROM users WHERE id = OLD.userId AND archivedAt IS NULL);`,
    )}
    ${trigger(
      "group_members_archived",
      "AFTER UPDATE OF archivedAt ON users",
      `
      UPDATE groups SET usersCount = usersCount + CASE WHEN NEW.archivedAt IS NULL THEN 1 ELSE -1 END
        WHERE id IN (SELECT groupId FROM group_members WHERE userId = NEW.id);`,
      { when: "(OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL)" },
    )}

    ${trigger("email_events_added", "AFTER INSERT ON email_events", eventCounted("email", "NEW", 1) + recipientKept)}
    ${trigger(
      "email_events_removed",
      "AFTER DELETE ON email_events",
      eventCounted("email", "OLD", -1) + eventsEmptied("email") + recipientForgotten,
    )}
    ${trigger(
      "email_events_readdressed",
      "AFTER UPDATE OF mailRecipient ON email_events",
      recipientForgotten + recipientKept,
      { when: "NEW.mailRecipient <> OLD.mailRecipient" },
    )}
    ${trigger("sms_events_added", "AFTER INSERT ON sms_events", eventCounted("sms", "NEW", 1))}
    ${trigger(
      "sms_events_removed",
      "AFTER DELETE ON sms_events",
      eventCounted("sms", "OLD", -1) + eventsEmptied("sms"),
    )}

    ${insightTriggers("assessments", "insight_counts", assessmentColumns, insightCounted)}
    ${insightTriggers("applications", "application_day_counts", applicationColumns, daysCounted)}
`;
