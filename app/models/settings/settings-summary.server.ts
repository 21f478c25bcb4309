import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

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

/** How a customer's settings stand, all areas in one call. Throws ApiError. */
export async function getSettingsSummary(api: RegionalApi, customerId: string): Promise<SettingsSummary> {
  return (await api.query(summaryDocument, { customerId })).CommonGetSettingsSummary;
}
