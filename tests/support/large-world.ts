/** The API tests' world with large numbers of everything one customer can list. */
import BetterSqlite3 from "better-sqlite3";
import { join } from "node:path";
import { openDatabases } from "../../regional-api/store/database";
import type { Archivable } from "../contract/fixtures/archivable";
import { areas } from "../contract/fixtures/areas";
import { hexId } from "../contract/fixtures/hex-id";
import { externalIdOf, stages, vacancies } from "../contract/fixtures/hiring";
import { ids, people, rootId, worldOnDisk } from "../contract/fixtures/world";

/** Row counts by kind. Kinds not named here are in no list. */
export type Amounts = {
  departments: number;
  users: number;
  groups: number;
  vacancies: number;
  applications: number;
  archivable: number;
  events: number;
  atsRequests: number;
};

/** SQL for the id of row `n` of a kind, like `hexId`. */
const idOf = (kind: string) => `'${kind}' || printf('%022x', n)`;

/** Ids of the generated rows by kind and number, from 1. */
export const largeIds = {
  department: (number: number) => hexId("d1", number),
  user: (number: number) => hexId("e1", number),
  group: (number: number) => hexId("f1", number),
  vacancy: (number: number) => hexId("31", number),
  candidate: (number: number) => hexId("21", number),
  application: (number: number) => hexId("71", number),
};

/** Records that areas list, archive and restore, from their fixtures. */
export const archivables = areas.flatMap(({ archivable }) => archivable ?? []);
/** Id prefix of an archivable area's rows; generated numbers follow those of its fixture. */
const kindOf = ({ ids: { active } }: Archivable) => active[0].slice(0, 2);
const afterFixtures = 0x1000;

/** Ids of the generated rows of an archivable table. */
export function largeIdsIn(table: string): (number: number) => string {
  const area = archivables.find((one) => one.table === table);
  if (!area) throw new Error(`${table} has no archivable rows`);
  return (number) => hexId(kindOf(area), afterFixtures + number);
}

/** A new data directory containing that world, as the API expects it in `DATA_DIR`. */
export async function largeWorldOnDisk(amounts: Amounts): Promise<string> {
  const dataDir = await worldOnDisk();
  // Migrates the tables to the newest version.
  openDatabases(dataDir).close();
  const database = new BetterSqlite3(join(dataDir, "ap-southeast-2.sqlite"));
  database.pragma("synchronous = OFF");
  /** Inserts `count` copies of the row with this key; `columns` are overrides in SQL, where `n` counts from 1. */
  function copies(table: string, where: string, count: number, columns: Readonly<Record<string, string>>) {
    const all = database
      .prepare<[string], { name: string }>("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
      .all(table)
      .map(({ name }) => name)
      .filter((name) => name !== "seq");
    const values = all.map((name) => columns[name] ?? `t.${name}`).join(", ");
    const { changes } = database
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
         INSERT INTO ${table} (${all.join(", ")})
         SELECT ${values} FROM numbers, (SELECT * FROM ${table} WHERE ${where} LIMIT 1) t`,
      )
      .run();
    if (changes !== count) throw new Error(`${changes} rows of ${table} were made, not ${count}`);
  }
  const root = rootId(ids.retail);
  const aDepartment = `'d1' || printf('%022x', 1 + n % ${amounts.departments})`;
  database.transaction(() => {
    copies("hierarchies", `id = '${ids.department}'`, amounts.departments, {
      id: idOf("d1"),
      // Six children per department.
      parentId: `CASE WHEN n = 1 THEN '${root}' ELSE 'd1' || printf('%022x', (n - 2) / 6 + 1) END`,
      name: "'Store ' || n",
      position: "n",
    });
    copies("users", `id = '${people.recruiter}'`, amounts.users, {
      id: idOf("e1"),
      hierarchyId: aDepartment,
      email: "'large.' || n || '@test.example'",
      username: "'large.' || n || '@test.example'",
      lastName: "'Large ' || n",
      nameKey: "'recruiter large ' || n",
      groupCount: "0",
    });
    copies("groups", `id = '${ids.archivableGroup}'`, amounts.groups, {
      id: idOf("f1"),
      name: "'Large ' || n",
      usersCount: "0",
    });
    copies("policies", "id = (SELECT policyId FROM group_policies LIMIT 1)", amounts.groups, {
      id: idOf("a1"),
      customerId: `'${ids.retail}'`,
      name: "'Large ' || n",
      // Each grants actions on a different department.
      statements: `json_array(json_object('effect', 'Allow', 'actions', json_array('apps:listVacancy', 'org:listUser'),
        'resources', json_array('edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:' || ${aDepartment})))`,
    });
    database.exec(
      `INSERT INTO group_policies (groupId, policyId, kind)
       SELECT id, 'a1' || substr(id, 3), 'OWN' FROM groups WHERE id LIKE 'f1%'`,
    );
    // Every user is in one of these groups and in one more.
    database.exec(
      `INSERT INTO group_members (groupId, userId, createdAt)
       SELECT 'f1' || printf('%022x', 1 + rowid % ${amounts.groups}), id, 1 FROM users WHERE id LIKE 'e1%'`,
    );
    database.exec(
      `INSERT INTO group_members (groupId, userId, createdAt)
       SELECT '${ids.archivableGroup}', id, 1 FROM users WHERE id LIKE 'e1%'`,
    );
    copies("vacancies", `id = '${vacancies.main}'`, amounts.vacancies, {
      id: idOf("31"),
      hierarchyId: aDepartment,
      externalVacancyId: "'LARGE-' || n",
      title: "'Large vacancy ' || n",
      titleKey: "'large vacancy ' || n",
      applicationCount: "0",
    });
    copies("candidates", "1", amounts.applications, {
      id: idOf("21"),
      customerId: `'${ids.retail}'`,
      externalApplicantId: "'large ' || n",
      lastName: "'Large ' || n",
      nameKey: "'pat large ' || n",
      email: "'large.' || n || '@mail.example'",
    });
    copies("applications", `vacancyId = '${vacancies.main}'`, amounts.applications, {
      id: idOf("71"),
      candidateId: idOf("21"),
      stageId: `'${stages.chat}'`,
      externalApplicationId: "'large ' || n",
      createdAt: "t.createdAt + n",
    });
    copies("assessments", `vacancyId = '${vacancies.main}'`, amounts.applications, {
      id: idOf("81"),
      applicationId: idOf("71"),
      externalAssessmentId: "'large ' || n",
      externalCohortId: `'${externalIdOf("main")}'`,
      createdAt: "t.createdAt + n",
    });
    for (const area of archivables) {
      const { name = "name" } = area;
      copies(area.table, `id = '${area.ids.active[0]}'`, amounts.archivable, {
        id: `'${kindOf(area)}' || printf('%022x', n + ${afterFixtures})`,
        [name]: "'Large ' || n",
        [`${name}Key`]: "'large ' || n",
        isDefault: "0",
      });
    }
    copies("ats_requests", "1", amounts.atsRequests, {
      id: idOf("91"),
      customerId: `'${ids.retail}'`,
      createdAt: "t.createdAt + n",
    });
    database.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${amounts.events})
       INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, subject, templateId, templateType, timestamp)
       SELECT 'b1' || printf('%022x', n), '${ids.retail}', 'Delivery', 'm' || n, 'large.' || (n % 50000) || '@mail.example',
         'no-reply@edge.example', 'Your interview', 'INVITATION', 'INVITATION', ${Date.now()} - n * 1000 FROM numbers`,
    );
  })();
  database.pragma("synchronous = NORMAL");
  database.exec("ANALYZE");
  database.close();
  return dataDir;
}
