import { sql } from "../../regional-api/store/sql";
import { newId, type Place, storeIn } from "./many-applications";

/** Adds so many workflows to a customer of Sydney, straight to its data, whose names come before all others. */
export async function addWorkflows(at: Place, customerId: string, count: number): Promise<void> {
  const store = await storeIn(at);
  try {
    const region = store.region("ap-southeast-2");
    const found = await region.reader.get(
      sql.selectFrom("workflows").selectAll().where("customerId", "=", customerId).limit(1),
    );
    if (!found) throw new Error("There is no workflow to copy");
    // What the store makes of the others is not inserted.
    const { stageCount: _, ...like } = found;
    const workflows = Array.from({ length: count }, (_, index) => {
      const name = `AAA ${String(index).padStart(4, "0")}`;
      return { ...like, id: newId(), name, nameKey: name.toLowerCase() };
    });
    await region.write((db) => db.run(sql.insertInto("workflows").values(workflows)));
  } finally {
    await store.close();
  }
}
