import type { ConsoleArgs } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";

const settingsSummaryFields = graphql(`
  fragment SettingsSummaryFields on CommonSettingsSummary @_unmask {
    hasBranding
    ssoState
    publicCertificates
    atsTenantCount
    smsCredits
    smsTotalCredits
    emailDomainStatus
    emailAddress
    candidatePiiRetentionPeriod
  }
`);
const fetchSummary = queryOf("CommonGetSettingsSummary", settingsSummaryFields);

export type SettingsSummary = ResultOf<typeof settingsSummaryFields>;

/** Summary of all the customer's settings in one call, loaded once per page. Throws ApiError. */
export const settingsSummaryOf = ({
  api,
  scope: { customerId },
  once,
}: ConsoleArgs): Promise<SettingsSummary> =>
  once("settings summary", () => fetchSummary(api, { customerId }));
