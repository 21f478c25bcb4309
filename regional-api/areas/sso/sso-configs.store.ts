/** Single sign-on of the region's customers. */
import { editionOf, type Edition } from "../../core/editions";
import { isSameIgnoringCase } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type SsoConfig = Row<"sso_configs">;
type Editable = Edition &
  Pick<SsoConfig, "groupIds" | "enabled" | "loginUrl" | "publicCertificates" | "providerId" | "updatedAt">;

const selectOne = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("sso_configs").selectAll().where("customerId", "=", p.customerId),
);

const selectByAccountName = prepared<{ accountName: string }>()((p) =>
  sql.selectFrom("sso_configs").selectAll().where(isSameIgnoringCase("accountName", p.accountName)),
);

const update = prepared<Editable & { customerId: string }>()((p) =>
  sql
    .updateTable("sso_configs")
    .set({
      groupIds: p.groupIds,
      enabled: p.enabled,
      loginUrl: p.loginUrl,
      publicCertificates: p.publicCertificates,
      providerId: p.providerId,
      // Whoever signs in next under the new settings says who the identity provider is.
      idpIssuer: null,
      updatedAt: p.updatedAt,
      ...editionOf(p),
    })
    .where("customerId", "=", p.customerId),
);

const setIssuer = prepared<{ customerId: string; idpIssuer: string }>()((p) =>
  sql.updateTable("sso_configs").set({ idpIssuer: p.idpIssuer }).where("customerId", "=", p.customerId),
);

const replace = prepared<{ trusted: string; loginUrl: string; publicCertificates: string }>()((p) =>
  sql
    .updateTable("sso_configs")
    .set({ loginUrl: p.loginUrl, publicCertificates: p.publicCertificates })
    .where("publicCertificates", "=", p.trusted),
);

export const findSsoConfig = (db: Reader, customerId: string): Promise<SsoConfig | undefined> =>
  selectOne.get(db, { customerId });

/** The configuration of this region that has the account name, in whatever case it is written. */
export const findSsoConfigByAccountName = (db: Reader, accountName: string): Promise<SsoConfig | undefined> =>
  selectByAccountName.get(db, { accountName });

export const insertSsoConfig = async (db: Writer, config: NewRow<"sso_configs">): Promise<void> =>
  void (await db.run(sql.insertInto("sso_configs").values(config)));

export const setSsoIssuer = async (db: Writer, customerId: string, idpIssuer: string): Promise<void> =>
  void (await setIssuer.run(db, { customerId, idpIssuer }));

export const updateSsoConfig = async (db: Writer, customerId: string, changed: Editable): Promise<void> =>
  void (await update.run(db, { ...changed, customerId }));

/** Gives every configuration that trusts the certificate `trusted` another identity provider. */
export const replaceIdentityProvider = async (
  db: Writer,
  trusted: string,
  provider: Pick<SsoConfig, "loginUrl" | "publicCertificates">,
): Promise<void> => void (await replace.run(db, { trusted, ...provider }));

type SsoLink = Row<"sso_links">;

const selectLink = prepared<Pick<SsoLink, "userId" | "providerId">>()((p) =>
  sql
    .selectFrom("sso_links")
    .select("linkedAt")
    .where("userId", "=", p.userId)
    .where("providerId", "=", p.providerId),
);

const insertLink = prepared<SsoLink>()((p) =>
  sql
    .insertInto("sso_links")
    .values({ userId: p.userId, providerId: p.providerId, linkedAt: p.linkedAt })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Whether the user's account is connected with this identity provider (SSO-42). */
export const isLinked = async (db: Reader, userId: string, providerId: string): Promise<boolean> =>
  (await selectLink.get(db, { userId, providerId })) !== undefined;

/** Connects them; it stays with the account. */
export const linkAccount = async (db: Writer, link: SsoLink): Promise<void> =>
  void (await insertLink.run(db, link));

const selectRefusal = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("sso_refusals").selectAll().where("customerId", "=", p.customerId),
);

const upsertRefusal = prepared<Row<"sso_refusals">>()((p) =>
  sql
    .insertInto("sso_refusals")
    .values({ customerId: p.customerId, reason: p.reason, refusedAt: p.refusedAt })
    .onConflict((conflict) =>
      conflict.column("customerId").doUpdateSet((row) => ({
        reason: row.ref("excluded.reason"),
        refusedAt: row.ref("excluded.refusedAt"),
      })),
    ),
);

const deleteRefusal = prepared<{ customerId: string }>()((p) =>
  sql.deleteFrom("sso_refusals").where("customerId", "=", p.customerId),
);

/** The last refused sign-in of a customer since the last one that was right. */
export const lastSsoRefusal = (db: Reader, customerId: string): Promise<Row<"sso_refusals"> | undefined> =>
  selectRefusal.get(db, { customerId });

/** Notes that a sign-in of a customer was refused. */
export const noteSsoRefusal = async (db: Writer, refusal: Row<"sso_refusals">): Promise<void> =>
  void (await upsertRefusal.run(db, refusal));

/** Forgets it, once somebody came in. */
export const forgetSsoRefusal = async (db: Writer, customerId: string): Promise<void> =>
  void (await deleteRefusal.run(db, { customerId }));
