import { bytes, integer, json, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newTable } from "./pieces";

/** Passkeys as a second factor (MFA-09). */
export const directoryPasskeys: Migration = {
  number: 222,
  name: "directory-passkeys",
  file: "directory",
  ...inOrder(
    newTable(
      "passkeys",
      table(
        {
          id: text().primary(),
          userId: text(),
          name: text(),
          publicKey: bytes(),
          counter: integer(),
          transports: json().default("[]"),
          createdAt: time(),
          lastUsedAt: time().optional(),
        },
        { indexes: { passkeys_user: "userId, createdAt" } },
      ),
    ),
    newTable(
      "passkey_challenges",
      table({ userId: text().primary(), sessionId: text(), challenge: text(), expiresAt: time() }),
    ),
  ),
};
