import {
  applicationColumns,
  assessmentColumns,
  insightFacts,
  insightNames,
  insightTimes,
} from "../insight-facts";

const dayMs = 24 * 3_600_000;

// ---- users and vacancies per department ----

type CountedTable = "users" | "vacancies";

const listed = (table: CountedTable, row: "NEW" | "OLD", change: 1 | -1) => `
      INSERT INTO list_counts (list, customerId, hierarchyId, isArchived, count)
        VALUES ('${table}', ${row}.customerId, ${row}.hierarchyId, ${row}.archivedAt IS NOT NULL, ${change})
        ON CONFLICT DO UPDATE SET count = count + excluded.count;`;

/** Returns SQL that computes the counts of a table that has none yet. */
export const countListed = (table: CountedTable) => `
    INSERT INTO list_counts (list, customerId, hierarchyId, isArchived, count)
      SELECT '${table}', customerId, hierarchyId, archivedAt IS NOT NULL, count(*) FROM ${table} GROUP BY 2, 3, 4;`;

const keptOf = (table: CountedTable) => `
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN
      ${listed(table, "NEW", 1)}
    END;
    CREATE TRIGGER ${table}_counted_anew AFTER UPDATE OF customerId, hierarchyId, archivedAt ON ${table}
      WHEN OLD.customerId <> NEW.customerId OR OLD.hierarchyId <> NEW.hierarchyId
        OR (OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL)
    BEGIN
      ${listed(table, "OLD", -1)}
      ${listed(table, "NEW", 1)}
    END;
    CREATE TRIGGER ${table}_uncounted AFTER DELETE ON ${table} BEGIN
      ${listed(table, "OLD", -1)}
    END;`;

// ---- events per day and part of a day; distinct recipients ----

/** Bucket sizes, in ms: a day and a part of one. */
const eventSpans = [24 * 3_600_000, 4 * 3_600_000];

const eventKeys = (table: "email" | "sms") => [
  "templateType",
  ...(table === "sms" ? ["smsMessageStatus"] : []),
];

const eventCounted = (table: "email" | "sms", row: "NEW" | "OLD", change: 1 | -1) =>
  eventSpans
    .map(
      (span) => `
      INSERT INTO ${table}_event_counts (customerId, span, bucket, ${eventKeys(table).join(", ")}, count)
        VALUES (${row}.customerId, ${span}, ${row}.timestamp / ${span},
          ${eventKeys(table)
            .map((column) => `${row}.${column}`)
            .join(", ")}, ${change})
        ON CONFLICT DO UPDATE SET count = count ${change > 0 ? "+" : "-"} 1;`,
    )
    .join("");

const emptied = (table: "email" | "sms") =>
  eventSpans
    .map(
      (span) => `
      DELETE FROM ${table}_event_counts WHERE customerId = OLD.customerId AND span = ${span}
        AND bucket = OLD.timestamp / ${span} AND count <= 0;`,
    )
    .join("");

/** Returns SQL that computes the event counts of a table that has none yet. */
export const countEvents = (table: "email" | "sms"): string =>
  eventSpans
    .map(
      (span) => `
    INSERT INTO ${table}_event_counts (customerId, span, bucket, ${eventKeys(table).join(", ")}, count)
      SELECT customerId, ${span}, timestamp / ${span}, ${eventKeys(table).join(", ")}, count(*)
      FROM ${table}_events GROUP BY customerId, timestamp / ${span}, ${eventKeys(table).join(", ")};`,
    )
    .join("");

const forgotten = `
      DELETE FROM email_recipients WHERE customerId = OLD.customerId AND recipient = OLD.mailRecipient
        AND NOT EXISTS (SELECT 1 FROM email_events e
          WHERE e.customerId = OLD.customerId AND e.mailRecipient = OLD.mailRecipient);`;

const remembered = `
      INSERT INTO email_recipients (customerId, recipient)
        SELECT NEW.customerId, NEW.mailRecipient
        WHERE NEW.mailRecipient <> '' AND NOT EXISTS (SELECT 1 FROM email_recipients r
          WHERE r.customerId = NEW.customerId AND r.recipient = NEW.mailRecipient);`;

// ---- applications by stage, status and assessment; group memberships ----

const staged = (row: "NEW" | "OLD", change: 1 | -1) => `
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (${row}.vacancyId, ${row}.stageId, ${row}.status, ${row}.assessmentStatus, ${change})
        ON CONFLICT DO UPDATE SET count = count ${change > 0 ? "+" : "-"} 1;`;

/** Returns SQL that adds an application to its vacancy's counts, or removes it. */
export const applicationCounted = (row: "NEW" | "OLD", change: 1 | -1) => `
      UPDATE vacancies SET applicationCount = applicationCount ${change > 0 ? "+" : "-"} 1 WHERE id = ${row}.vacancyId;
      ${staged(row, change)}`;

// ---- Discover Insights ----

/** Counts are kept per day and per 32 days (UTC, since 1970), so that ranges of years read few rows. */
const countedSpans = [1, 32] as const;

/** Returns SQL for a time's day number since 1970, which also rounds down before 1970. */
const dayOf = (time: string) => `((${time} - ((${time} % ${dayMs}) + ${dayMs}) % ${dayMs}) / ${dayMs})`;
/** Returns SQL for the number of a day's 32-day span. */
const monthOf = (day: string) => `((${day} - ((${day} % 32) + 32) % 32) / 32)`;

const scopesOf = (row: string) =>
  `(SELECT ${row}.customerId AS scopeId UNION ALL SELECT ${row}.hierarchyId UNION ALL SELECT ${row}.vacancyId) AS scope`;

const conflict = (names: readonly string[]) =>
  `ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`;

/** Returns SQL that adds (1) or removes (-1) a row of `assessments` in all counts it belongs to. */
const assessed = (row: "NEW" | "OLD", change: 1 | -1) =>
  insightTimes
    .map((time) => {
      const names = Object.keys(insightFacts[time]);
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

/** Fills empty counts: first per vacancy and day, then the sums for 32 days, departments and the customer. */
export const fillInsightCounts = `
    CREATE TEMP TABLE insight_days AS
      ${insightTimes
        .map(
          (time) => `
      SELECT a.customerId, a.hierarchyId, a.vacancyId, a.product, ${dayOf(`a.${time}`)} AS day,
        ${insightNames
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
    INSERT INTO insight_counts (scopeId, product, span, bucket, ${insightNames.join(", ")})
      SELECT ${scope}, product, ${span}, ${span === 1 ? "day" : monthOf("day")},
        ${insightNames.map((name) => `sum(${name})`).join(", ")}
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
 * Triggers that maintain counts as rows change, so that lists and figures need not count rows (decision
 * 0013). They count the outcomes of assessments begun and submitted per day and per 32 days, for each
 * customer, department and vacancy. A scope id needs no kind, because ids are unique across tables.
 */
export const countsOfSqlite = `
    CREATE TRIGGER group_members_added AFTER INSERT ON group_members BEGIN
      UPDATE users SET groupCount = groupCount + 1 WHERE id = NEW.userId;
    END;
    CREATE TRIGGER group_members_removed AFTER DELETE ON group_members BEGIN
      UPDATE users SET groupCount = groupCount - 1 WHERE id = OLD.userId;
    END;
    CREATE TRIGGER applications_counted AFTER UPDATE OF stageId, status, assessmentStatus ON applications BEGIN
      ${staged("OLD", -1)}
      ${staged("NEW", 1)}
    END;
    CREATE TRIGGER email_events_added AFTER INSERT ON email_events BEGIN
      ${eventCounted("email", "NEW", 1)}
      ${remembered}
    END;
    CREATE TRIGGER email_events_removed AFTER DELETE ON email_events BEGIN
      ${eventCounted("email", "OLD", -1)}
      ${emptied("email")}
      ${forgotten}
    END;
    CREATE TRIGGER email_events_readdressed AFTER UPDATE OF mailRecipient ON email_events
      WHEN NEW.mailRecipient <> OLD.mailRecipient BEGIN
      ${forgotten}
      ${remembered}
    END;
    CREATE TRIGGER sms_events_added AFTER INSERT ON sms_events BEGIN
      ${eventCounted("sms", "NEW", 1)}
    END;
    CREATE TRIGGER sms_events_removed AFTER DELETE ON sms_events BEGIN
      ${eventCounted("sms", "OLD", -1)}
      ${emptied("sms")}
    END;
    CREATE TRIGGER group_members_counted AFTER INSERT ON group_members BEGIN
      UPDATE groups SET usersCount = usersCount + 1
      WHERE id = NEW.groupId AND EXISTS (SELECT 1 FROM users WHERE id = NEW.userId AND archivedAt IS NULL);
    END;
    CREATE TRIGGER group_members_uncounted AFTER DELETE ON group_members BEGIN
      UPDATE groups SET usersCount = usersCount - 1
      WHERE id = OLD.groupId AND EXISTS (SELECT 1 FROM users WHERE id = OLD.userId AND archivedAt IS NULL);
    END;
    CREATE TRIGGER group_members_archived AFTER UPDATE OF archivedAt ON users
      WHEN (OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL) BEGIN
      UPDATE groups SET usersCount = usersCount + iif(NEW.archivedAt IS NULL, 1, -1)
      WHERE id IN (SELECT groupId FROM group_members WHERE userId = NEW.id);
    END;
    ${triggersOf("assessments", "insight_counts", assessmentColumns, assessed)}
    ${triggersOf("applications", "application_day_counts", applicationColumns, applied)}
    ${keptOf("users")}
    ${keptOf("vacancies")}
`;
