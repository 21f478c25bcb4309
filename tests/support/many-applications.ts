import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDatabases } from "../../regional-api/store/database";
import type { Reader, Store, Writer } from "../../regional-api/store/engine";
import { openPostgres } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";

/** Data of a running API: in a database if it has one, else below a folder. */
export type Place = { dataDir: string; databaseUrl?: string | undefined };

export const storeIn = ({ dataDir, databaseUrl }: Place): Store | Promise<Store> =>
  databaseUrl === undefined
    ? openDatabases(join(dataDir, "regional-api"))
    : openPostgres({ url: databaseUrl, maxConnections: 4, lost: () => undefined });

async function emptiestVacancy(db: Reader, customerId: string) {
  const place = await db.get(
    sql
      .selectFrom("vacancies")
      .select(["id", "hierarchyId", "workflow"])
      .where("customerId", "=", customerId)
      .where("archivedAt", "is", null)
      .where("externalVacancyId", "is not", null)
      .orderBy("applicationCount")
      .limit(1),
  );
  if (!place) throw new Error("There is no vacancy to fill");
  const { stages } = JSON.parse(place.workflow) as { stages: { _id: string }[] };
  return { vacancyId: place.id, hierarchyId: place.hierarchyId, stageId: stages[0]?._id ?? "" };
}

/** Rows per query. */
const atOnce = 500;
export const newId = () => randomBytes(12).toString("hex");

async function insert(
  db: Writer,
  customerId: string,
  place: Awaited<ReturnType<typeof emptiestVacancy>>,
  names: readonly string[],
) {
  const at = Date.now() - 3_600_000;
  const times = { createdAt: at, updatedAt: at };
  const people = names.map((lastName) => {
    const id = newId();
    const nameKey = `many ${lastName}`.toLowerCase();
    const email = `${id}@many.example`;
    return { id, customerId, externalApplicantId: id, firstName: "Many", lastName, nameKey, email, ...times };
  });
  await db.run(sql.insertInto("candidates").values(people));
  const applications = people.map(({ id: candidateId }) => {
    const id = newId();
    return { id, customerId, ...place, candidateId, externalApplicationId: id, ...times };
  });
  await db.run(sql.insertInto("applications").values(applications));
}

/**
 * Adds `count` candidates to the first stage of the customer's vacancy with the fewest, directly in Sydney's data.
 * Returns the vacancy's id.
 */
export async function addApplications(at: Place, customerId: string, count: number): Promise<string> {
  const store = await storeIn(at);
  try {
    const region = store.region("ap-southeast-2");
    const place = await emptiestVacancy(region.reader, customerId);
    const names = Array.from({ length: count }, (_, index) => `Person ${index}`);
    // In batches: PostgreSQL scans all versions of a counter row that one transaction made, on each count.
    for (let first = 0; first < count; first += atOnce)
      await region.write((db) => insert(db, customerId, place, names.slice(first, first + atOnce)));
    return place.vacancyId;
  } finally {
    await store.close();
  }
}
