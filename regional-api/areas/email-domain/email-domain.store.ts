/** Sender addresses of the region's customers. */
import { findBy, insertOf, updateBy } from "../../core/statements.store";
import { editionColumns } from "../../core/optimistic-lock";
import type { Row } from "../../store/tables";

export type EmailDomain = Row<"email_domains">;

export const findEmailDomain = findBy("email_domains", "customerId");

export const insertEmailDomain = insertOf("email_domains");

/** Stores the mutable columns of an email domain: all but address, tokens and creation time. */
export const updateEmailDomain = updateBy(
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
).run;
