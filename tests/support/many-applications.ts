import BetterSqlite3 from "better-sqlite3";
import { randomBytes } from "node:crypto";

/**
 * Adds so many candidates to the first stage of the customer's vacancy with the fewest, straight to a region's file;
 * answers the vacancy's id.
 */
export function addApplications(file: string, customerId: string, count: number): string {
  const database = new BetterSqlite3(file);
  try {
    const place = database
      .prepare<[string], { id: string; hierarchyId: string; stageId: string }>(
        `SELECT id, hierarchyId, json_extract(workflow, '$.stages[0]._id') AS stageId FROM vacancies
         WHERE customerId = ? AND archivedAt IS NULL AND externalVacancyId IS NOT NULL ORDER BY applicationCount LIMIT 1`,
      )
      .get(customerId);
    if (!place) throw new Error("There is no vacancy to fill");
    const now = Date.now() - 3_600_000;
    const person = database.prepare(
      `INSERT INTO candidates (id, customerId, externalApplicantId, firstName, lastName, nameKey, email, createdAt, updatedAt)
       VALUES (@id, @customerId, @id, 'Many', @name, lower('many ' || @name), @id || '@many.example', @now, @now)`,
    );
    const application = database.prepare(
      `INSERT INTO applications (id, customerId, hierarchyId, vacancyId, candidateId, externalApplicationId, stageId, createdAt, updatedAt)
       VALUES (@id, @customerId, @hierarchyId, @vacancyId, @candidateId, @id, @stageId, @now, @now)`,
    );
    const newId = () => randomBytes(12).toString("hex");
    database.transaction(() => {
      for (let at = 0; at < count; at += 1) {
        const candidateId = newId();
        person.run({ id: candidateId, customerId, name: `Person ${at}`, now });
        application.run({ ...place, id: newId(), customerId, vacancyId: place.id, candidateId, now });
      }
    })();
    return place.id;
  } finally {
    database.close();
  }
}
