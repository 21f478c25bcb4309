/** The sender addresses of the region's customers. */
import { editionOf } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type EmailDomain = Row<"email_domains">;
type Changeable = Omit<EmailDomain, "customerId" | "emailAddress" | "dkimTokens" | "createdAt">;

const selectOne = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("email_domains").selectAll().where("customerId", "=", p.customerId),
);

const update = prepared<Changeable & { customerId: string }>()((p) =>
  sql
    .updateTable("email_domains")
    .set({
      displayName: p.displayName,
      isCustomizedEmailDomainEnabled: p.isCustomizedEmailDomainEnabled,
      verificationStatus: p.verificationStatus,
      verificationErrorType: p.verificationErrorType,
      verificationRequestedAt: p.verificationRequestedAt,
      lastCheckedAt: p.lastCheckedAt,
      retriedAt: p.retriedAt,
      updatedAt: p.updatedAt,
      ...editionOf(p),
    })
    .where("customerId", "=", p.customerId),
);

export const findEmailDomain = (db: Reader, customerId: string): EmailDomain | undefined =>
  selectOne.get(db, { customerId });

export const insertEmailDomain = (db: Writer, domain: EmailDomain): void =>
  void db.run(sql.insertInto("email_domains").values(domain));

/** Stores what may change of an email domain: all but its address, its tokens and when it was made. */
export const updateEmailDomain = (db: Writer, domain: EmailDomain): void => void update.run(db, domain);
