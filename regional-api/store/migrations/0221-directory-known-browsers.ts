import { bytes, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newTable } from "./pieces";

/** Browsers in which people have signed in, and links in mails about sign-ins from other browsers (MFA-10). */
export const directoryKnownBrowsers: Migration = {
  number: 221,
  name: "directory-known-browsers",
  file: "directory",
  ...inOrder(
    newTable(
      "known_browsers",
      table(
        { tokenHash: bytes(), userId: text(), createdAt: time(), expiresAt: time() },
        {
          primaryKey: ["tokenHash", "userId"],
          indexes: { known_browsers_user: "userId", known_browsers_expiry: "expiresAt" },
        },
      ),
    ),
    newTable(
      "sign_in_links",
      table(
        {
          linkHash: bytes().primary(),
          userId: text(),
          awsRegion: text(),
          createdAt: time(),
          expiresAt: time(),
        },
        { indexes: { sign_in_links_user: "userId", sign_in_links_expiry: "expiresAt" } },
      ),
    ),
  ),
};
