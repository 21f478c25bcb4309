/** Single sign-on configurations of the region's customers. */
import {
  deleteBy,
  findBy,
  insertOf,
  insertOnce,
  selectBy,
  updateBy,
  upsertBy,
} from "../../core/statements.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import { isSameIgnoringCase } from "../../store/dialect";
import { certificatesText, pastedCertificates } from "../../../shared/certificates";
import type { Reader, Regions, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type SsoConfig = Row<"sso_configs">;
type Editable = Edition &
  Pick<
    SsoConfig,
    | "groupIds"
    | "enabled"
    | "loginUrl"
    | "publicCertificates"
    | "idpEntityId"
    | "nameIdFormat"
    | "providerId"
    | "updatedAt"
  >;

const selectByAccountName = prepared<{ accountName: string }>()((p) =>
  sql.selectFrom("sso_configs").selectAll().where(isSameIgnoringCase("accountName", p.accountName)),
);

const update = updateBy(
  "sso_configs",
  ["customerId"],
  "groupIds",
  "enabled",
  "loginUrl",
  "publicCertificates",
  "providerId",
  "idpIssuer",
  "idpEntityId",
  "nameIdFormat",
  "updatedAt",
  ...editionColumns,
);

const setIssuer = updateBy("sso_configs", ["customerId"], "idpIssuer");

const replace = prepared<{ trusted: string; loginUrl: string; publicCertificates: string }>()((p) =>
  sql
    .updateTable("sso_configs")
    .set({ loginUrl: p.loginUrl, publicCertificates: p.publicCertificates })
    .where("publicCertificates", "=", p.trusted),
);

const selectCertificates = prepared()(() =>
  sql.selectFrom("sso_configs").select(["customerId", "publicCertificates"]),
);

const tidy = updateBy("sso_configs", ["customerId"], "publicCertificates");

/**
 * Reduces stored certificate texts to the certificates (SSO-59): earlier releases kept the surrounding text,
 * including private keys.
 */
export async function normalizeCertificates(databases: Regions): Promise<void> {
  for (const region of databases.all())
    if ((await unnormalizedCertificates(region.reader)).length > 0)
      await region.write(async (db) => {
        for (const one of await unnormalizedCertificates(db)) await tidy.run(db, one);
      });
}

const unnormalizedCertificates = async (db: Reader) =>
  (await selectCertificates.all(db, {})).flatMap(({ customerId, publicCertificates: text }) => {
    const tidied = certificatesText(pastedCertificates(text).certificates);
    return tidied === text || tidied === "" ? [] : [{ customerId, publicCertificates: tidied }];
  });

export const findSsoConfig = findBy("sso_configs", "customerId");

/** Returns this region's configuration with the account name, ignoring case. */
export const findSsoConfigByAccountName = (db: Reader, accountName: string): Promise<SsoConfig | undefined> =>
  selectByAccountName.get(db, { accountName });

export const insertSsoConfig = insertOf("sso_configs");

export const setSsoIssuer = (db: Writer, customerId: string, idpIssuer: string) =>
  setIssuer.run(db, { customerId, idpIssuer });

export const updateSsoConfig = (db: Writer, customerId: string, changed: Editable) =>
  // Resets the issuer, which the next sign-in under the new settings determines.
  update.run(db, { ...changed, customerId, idpIssuer: null });

/** Replaces the identity provider in every configuration that trusts the certificate `trusted`. */
export const replaceIdentityProvider = (
  db: Writer,
  trusted: string,
  provider: Pick<SsoConfig, "loginUrl" | "publicCertificates">,
) => replace.run(db, { trusted, ...provider });

const selectLink = selectBy("sso_links", "userId", "providerId");

/** True if the user's account is linked to this identity provider (SSO-42). */
export const isLinked = async (db: Reader, userId: string, providerId: string): Promise<boolean> =>
  (await selectLink.get(db, { userId, providerId })) !== undefined;

/** Links an account to an identity provider for the lifetime of the account. */
export const linkAccount = insertOnce("sso_links", "userId", "providerId", "linkedAt").run;

/** Returns the customer's last refused sign-in, unless one has succeeded since. */
export const lastSsoRefusal = findBy("sso_refusals", "customerId");

/** Records that a sign-in of a customer was refused. */
export const noteSsoRefusal = upsertBy("sso_refusals", ["customerId"], "reason", "refusedAt").run;

/** Deletes the last refusal. Call after a successful sign-in. */
export const forgetSsoRefusal = deleteBy("sso_refusals", "customerId");
