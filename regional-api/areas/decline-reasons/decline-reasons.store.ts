/** Customers' reasons for declining candidates (PIPE-06). */
import { z } from "zod/v4";
import { invalid } from "../../core/errors";
import { editionColumns } from "../../core/optimistic-lock";
import { upsertBy } from "../../core/statements.store";
import { batchLoader } from "../../store/batch-loader";
import { anyOf } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type DeclineSetting = Row<"decline_settings">;

const reasonRows = z.array(z.object({ id: z.string(), name: z.string(), isArchived: z.boolean() }));
export type DeclineReason = z.infer<typeof reasonRows>[number];

const select = prepared<{ customerIds: readonly string[] }>()((p) =>
  sql.selectFrom("decline_settings").selectAll().where(anyOf("customerId", p.customerIds)),
);

const settingAmong = batchLoader<DeclineSetting>(
  async (db, customerIds) =>
    new Map((await select.all(db, { customerIds })).map((row) => [row.customerId, row])),
);

const upsert = upsertBy(
  "decline_settings",
  ["customerId"],
  ...(["asks", "reasons", "updatedAt"] as const),
  ...editionColumns,
);

export const declineSettingOf = (db: Reader, customerId: string): Promise<DeclineSetting | undefined> =>
  settingAmong(db, customerId);

export async function storeDeclineSetting(db: Writer, setting: DeclineSetting): Promise<void> {
  await upsert.run(db, setting);
}

/** Returns a setting's reasons in order, archived ones included. */
export const reasonsOf = (setting: Pick<DeclineSetting, "reasons"> | undefined): DeclineReason[] =>
  setting ? reasonRows.parse(JSON.parse(setting.reasons)) : [];

/** Returns the present name of a reason given with a decline, archived or not; null if there is none. */
export async function reasonName(db: Reader, customerId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  return reasonsOf(await declineSettingOf(db, customerId)).find((one) => one.id === id)?.name ?? null;
}

/**
 * Returns the reason to store with a status that a person gives. Throws VALIDATION for a decline without a reason where
 * the customer requires one, for a reason that is not active, and for a reason of another status.
 */
export async function requireValidReason(
  db: Reader,
  customerId: string,
  status: Row<"applications">["status"],
  id: string | null | undefined,
): Promise<string | null> {
  const isDecline = status === "APPS_APPLICATION_DECLINED";
  if (id == null && !isDecline) return null;
  if (!isDecline) throw invalid("A reason goes only with a decline");
  const setting = await declineSettingOf(db, customerId);
  if (id == null) {
    if (setting?.asks === "REQUIRED") throw invalid("Please select why the candidate is declined");
    return null;
  }
  if (!reasonsOf(setting).some((one) => one.id === id && !one.isArchived))
    throw invalid("This reason is no longer available");
  return id;
}
