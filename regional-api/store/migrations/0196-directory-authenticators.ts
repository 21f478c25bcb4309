import { bytes, integer, json, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { newTable } from "./pieces";

/** Authenticator apps as a second factor (MFA-02). */
export const directoryAuthenticators: Migration = {
  number: 196,
  name: "directory-authenticators",
  file: "directory",
  ...newTable(
    "authenticators",
    table({
      userId: text().primary(),
      secret: bytes(),
      keyId: text(),
      createdAt: time(),
      confirmedAt: time().optional(),
      lastStep: integer().default(0),
      wrongTries: integer().default(0),
      wrongSince: time().optional(),
      recoveryCodes: json().default("[]"),
    }),
  ),
};
