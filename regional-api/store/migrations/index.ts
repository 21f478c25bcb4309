import { directoryIdentity } from "./0001-directory-identity";
import { regionIdentity } from "./0002-region-identity";
import { regionSettings } from "./0010-region-settings";
import { regionHiring } from "./0011-region-hiring";
import { regionEvents } from "./0012-region-events";
import { regionAts } from "./0013-region-ats";
import { regionPeople } from "./0014-region-people";
import { regionApplications } from "./0020-region-applications";
import { directorySso } from "./0030-directory-sso";
import { regionSsoIssuer } from "./0031-region-sso-issuer";
import { regionOutboxDelivery } from "./0032-region-outbox-delivery";
import { directorySignInSources } from "./0033-directory-sign-in-sources";
import { directoryAuditEvents } from "./0034-directory-audit-events";
import { regionEditions } from "./0050-region-editions";
import type { Migration } from "./migration";

/** All migrations in order. A new one is a new file NNNN-<file>-<what>.ts and a line at the end. */
export const migrations: readonly Migration[] = [
  directoryIdentity,
  regionIdentity,
  regionSettings,
  regionHiring,
  regionEvents,
  regionAts,
  regionPeople,
  regionApplications,
  directorySso,
  regionSsoIssuer,
  regionOutboxDelivery,
  directorySignInSources,
  directoryAuditEvents,
  regionEditions,
];
