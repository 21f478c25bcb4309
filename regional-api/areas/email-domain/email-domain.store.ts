/** Sender addresses of the region's customers. */
import { insertOf, selectBy, updateBy } from "../../core/statements.store";
import { editionColumns } from "../../core/optimistic-lock";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";

export type EmailDomain = Row<"email_domains">;

const selectOne = selectBy("email_domains", "customerId");

const update = updateBy(
  "email_domains",
  ["customerId"],
  "displayName",
  "isCustomizedEmailDomainEnabled",
  "verificationStatus",
  "verificationErrorType",
  "verificationRequestedAt",
  "lastCheckedAt",
  "retriedAt",
  "updatedAt",
  ...editionColumns,
);

export const findEmailDomain = (db: Reader, customerId: string): Promise<EmailDomain | undefined> =>
  selectOne.get(db, { customerId });

export const insertEmailDomain = insertOf("email_domains");

/** Stores the mutable columns of an email domain: all but address, tokens and creation time. */
export const updateEmailDomain = (db: Writer, domain: EmailDomain) => update.run(db, domain);
