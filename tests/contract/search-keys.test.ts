import { expect, test } from "vitest";
import { migrate } from "../../regional-api/store/migrate";
import { migrations } from "../../regional-api/store/migrations/index";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { addApplication, addCandidate } from "./fixtures/hiring";
import { useWorld } from "./fixtures/use-world";
import { ids, people } from "./fixtures/world";

const world = useWorld("each test");

test("GEN-106 rows of the previous release are found by plain letters after the upgrade, on either engine", async () => {
  const db = world.databases.region("ap-southeast-2");
  const candidateId = addCandidate(db, { firstName: "Łucja", lastName: "Ørsted" });
  addApplication(db, { candidateId });
  const exec = (text: string) => void db.sqlite.exec(text);
  // The previous state: no keys of groups, and keys that only removed accents and case.
  for (const state of ["active", "archived"]) exec(`DROP INDEX groups_${state}_name`);
  exec(`ALTER TABLE groups DROP COLUMN "nameKey"`);
  exec(
    `CREATE INDEX groups_active_name ON groups (lower(name)); CREATE INDEX groups_archived_name ON groups (id)`,
  );
  exec(`UPDATE candidates SET "nameKey" = 'łucja ørsted' WHERE id = '${candidateId}'`);
  exec(`UPDATE users SET "nameKey" = 'Ævar\u00AD ß' WHERE id = '${people.recruiter}'`);
  exec(`UPDATE vacancies SET "titleKey" = 'kőműves – đ', "managersKey" = 'þór a@b\nø c@d'`);
  exec(`UPDATE groups SET name = 'Ýrr  Æ' WHERE id = '${ids.group}'`);
  exec(`UPDATE customers SET "nameKey" = 'jean\u2011luc' WHERE id = '${ids.retail}'`);
  exec("DELETE FROM schema_migrations WHERE number = 170");
  if (world.url === undefined) migrate(db.sqlite, "region", migrations);
  else await withDatabase(world.url, (client) => migratePostgres(client));
  const one = (text: string) => db.statement<{ key: string }>(text).get()?.key;
  expect(one(`SELECT nameKey AS key FROM candidates WHERE id = '${candidateId}'`)).toBe("lucja orsted");
  expect(one(`SELECT candidateNameKey AS key FROM applications WHERE candidateId = '${candidateId}'`)).toBe(
    "lucja orsted",
  );
  expect(one(`SELECT nameKey AS key FROM users WHERE id = '${people.recruiter}'`)).toBe("aevar ss");
  expect(one("SELECT DISTINCT titleKey AS key FROM vacancies")).toBe("komuves - d");
  expect(one("SELECT DISTINCT managersKey AS key FROM vacancies")).toBe("thor a@b\no c@d");
  expect(one(`SELECT nameKey AS key FROM groups WHERE id = '${ids.group}'`)).toBe("yrr ae");
  expect(one(`SELECT nameKey AS key FROM customers WHERE id = '${ids.retail}'`)).toBe("jean-luc");
});
