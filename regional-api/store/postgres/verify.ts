/** Checks the data in a database, read-only, for problems that PostgreSQL's own tools cannot detect. */
import { awsRegions } from "../../../shared/regions";
import { wrongCounts } from "../stored-counts";
import { brokenIn } from "../record-chain";
import { WriteQueue } from "../write-queue";
import type { Verdict } from "../verify";
import { directorySchema, poolOf, schemaOf } from "./connection";
import { minConnections, PostgresRegion } from "./engine";
import { missingIn } from "./migrate";
import { withDatabase } from "./open";

/**
 * Checks the schemas and, on a snapshot of each region, the audit log's chains and the counts maintained by
 * triggers. May run while the API does. Throws a DataError if the database cannot be used.
 */
export async function verifyPostgres(url: string): Promise<Verdict> {
  const problems: string[] = [];
  const notes: string[] = [];
  const missing = await withDatabase(url, missingIn);
  for (const [schema, count] of missing)
    if (count > 0)
      notes.push(`The schema "${schema}" lacks ${count} migrations, which the next start makes.`);
  const isBehind = new Map(missing.map(([schema, count]) => [schema, count > 0]));
  for (const awsRegion of awsRegions) {
    const pool = poolOf({
      url,
      schemas: [schemaOf(awsRegion), directorySchema],
      maxConnections: minConnections,
      isPatient: true,
      // Pending queries report the error.
      lost: () => undefined,
    });
    try {
      await new PostgresRegion(awsRegion, pool, new WriteQueue()).reader.atThisMoment(async (moment) => {
        // The audit log's tables may have an earlier release's form; then they are not checked.
        const broken = isBehind.get(schemaOf(awsRegion)) ? undefined : await brokenIn(moment);
        if (broken !== undefined)
          problems.push(`The schema "${schemaOf(awsRegion)}": the audit log is broken: ${broken}.`);
        for (const off of await wrongCounts(moment))
          problems.push(`The schema "${schemaOf(awsRegion)}": ${off}.`);
      });
    } finally {
      await pool.end();
    }
  }
  return { problems, notes };
}
