// Written by `npm run contract`. Do not edit.
import { regionSearchKeys } from "./0170-region-search-keys";
import { regionInvitedAs } from "./0180-region-invited-as";
import { regionCollation } from "./0190-region-collation";
import { directoryAuditEvents } from "./0191-directory-audit-events";
import { directoryAuthenticators } from "./0196-directory-authenticators";
import { regionRecordChains } from "./0200-region-record-chains";
import { regionToday } from "./0210-region-today";
import { regionSignInPolicies } from "./0220-region-sign-in-policies";
import { directoryKnownBrowsers } from "./0221-directory-known-browsers";
import { directoryPasskeys } from "./0222-directory-passkeys";
import { regionSsoImport } from "./0225-region-sso-import";
import { regionSsoTests } from "./0226-region-sso-tests";
import { regionSsoAttempts } from "./0227-region-sso-attempts";
import { regionBoard } from "./0230-region-board";
import { regionStageLimits } from "./0231-region-stage-limits";
import { regionDecisions } from "./0235-region-decisions";
import { regionDecisionSamples } from "./0236-region-decision-samples";
import { regionVacancyStages } from "./0237-region-vacancy-stages";
import { regionStageCounts } from "./0240-region-stage-counts";
import { regionDeclineReasons } from "./0241-region-decline-reasons";
import { regionVacancyPeople } from "./0245-region-vacancy-people";
import type { Migration } from "./migration";

/** All migrations in order: one is a file NNNN-<file>-<what>.ts. */
export const migrations: readonly Migration[] = [
  regionSearchKeys,
  regionInvitedAs,
  regionCollation,
  directoryAuditEvents,
  directoryAuthenticators,
  regionRecordChains,
  regionToday,
  regionSignInPolicies,
  directoryKnownBrowsers,
  directoryPasskeys,
  regionSsoImport,
  regionSsoTests,
  regionSsoAttempts,
  regionBoard,
  regionStageLimits,
  regionDecisions,
  regionDecisionSamples,
  regionVacancyStages,
  regionStageCounts,
  regionDeclineReasons,
  regionVacancyPeople,
];
