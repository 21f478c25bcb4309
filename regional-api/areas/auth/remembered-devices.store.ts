/** Browsers that skip the one-time code for a while (AUTH-25). One browser token may serve several users. */
import { deleteBy, updateBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

interface Device {
  readonly tokenHash: Buffer;
  readonly userId: string;
}

const select = prepared<Device & { now: number }>()((p) =>
  sql
    .selectFrom("remembered_devices")
    .select("expiresAt")
    .where("tokenHash", "=", p.tokenHash)
    .where("userId", "=", p.userId)
    .where("expiresAt", ">", p.now),
);

const rename = prepared<{ from: Buffer; to: Buffer }>()((p) =>
  sql.updateTable("remembered_devices").set({ tokenHash: p.to }).where("tokenHash", "=", p.from),
);

const insert = prepared<Device & { createdAt: number; expiresAt: number }>()((p) =>
  sql
    .insertInto("remembered_devices")
    .values({ tokenHash: p.tokenHash, userId: p.userId, createdAt: p.createdAt, expiresAt: p.expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(["tokenHash", "userId"])
        .doUpdateSet((row) => ({ expiresAt: row.ref("excluded.expiresAt") })),
    ),
);

const markUsed = updateBy("remembered_devices", ["tokenHash", "userId"], "lastUsedAt");

const selectOfUser = prepared<{ userId: string; now: number }>()((p) =>
  sql
    .selectFrom("remembered_devices")
    .select(["createdAt", "expiresAt", "lastUsedAt"])
    .where("userId", "=", p.userId)
    .where("expiresAt", ">", p.now),
);

/** A remembered browser, without its token. */
export interface RememberedDevice {
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
}

/** Returns a user's remembered browsers, most recently used first. */
export const rememberedDevicesOf = async (
  db: Reader,
  userId: string,
  now: number,
): Promise<RememberedDevice[]> =>
  (await selectOfUser.all(db, { userId, now }))
    .map((device) => ({ ...device, lastUsedAt: device.lastUsedAt ?? device.createdAt }))
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt);

/** Records a sign-in that skipped the code because the browser was remembered. */
export async function markDeviceUsed(db: Writer, device: Device, now: number): Promise<void> {
  await markUsed.run(db, { ...device, lastUsedAt: now });
}

export const isRemembered = async (db: Reader, device: Device, now: number) =>
  (await select.get(db, { ...device, now })) !== undefined;

/**
 * Remembers a browser for a user under a new token. Moves the rows of all users with its `former` token to
 * the new one.
 */
export async function rememberDevice(
  db: Writer,
  device: Device,
  former: Buffer | undefined,
  now: number,
  expiresAt: number,
): Promise<void> {
  if (former) await rename.run(db, { from: former, to: device.tokenHash });
  await insert.run(db, { ...device, createdAt: now, expiresAt });
}

export const forgetDevicesOf = deleteBy("remembered_devices", "userId");
