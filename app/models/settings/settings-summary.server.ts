import type { ConsoleArgs } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import type { ResultOf } from "~/services/regional-api.server";

const summaryDocument = graphql(`
  query SettingsSummary($customerId: ID!) {
    CommonGetSettingsSummary(customerId: $customerId) {
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
  }
`);

export type SettingsSummary = ResultOf<typeof summaryDocument>["CommonGetSettingsSummary"];

/** How the customer's settings stand, all areas in one call, which is made once a page. Throws ApiError. */
export const settingsSummaryOf = ({
  api,
  scope: { customerId },
  once,
}: ConsoleArgs): Promise<SettingsSummary> =>
  once(
    "settings summary",
    async () => (await api.query(summaryDocument, { customerId })).CommonGetSettingsSummary,
  );
