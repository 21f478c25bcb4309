/** State of a customer's settings, for the navigation and the settings overview. */
import { verify } from "../email-domain/email-domain.rules";
import { settingsCodes } from "../../core/settings-codes";
import { tenantsOf } from "../ats/ats-tenants.store";
import { findBranding } from "../branding/branding.store";
import { findCustomerSetting } from "../compliance/customer-settings.store";
import { findEmailDomain } from "../email-domain/email-domain.store";
import { smsCreditsOf } from "../sms/sms-credits.store";
import { findSsoConfig } from "../sso/sso-configs.store";
import { builder, idArgs } from "../../core/builder";
import { EmailDomainStatus } from "../email-domain/email-domain.operations";
import { query } from "../../core/operation";

const SsoState = builder.enumType("CommonSSOState", {
  values: ["NOT_SET_UP", "ENABLED", "DISABLED"] as const,
});

interface Summary {
  hasBranding: boolean;
  ssoState: "NOT_SET_UP" | "ENABLED" | "DISABLED";
  publicCertificates: string | null;
  atsTenantCount: number;
  smsCredits: number;
  smsTotalCredits: number;
  emailDomainStatus: typeof EmailDomainStatus.$inferType | null;
  emailAddress: string | null;
  candidatePiiRetentionPeriod: number | null;
}

const SettingsSummary = builder.objectRef<Summary>("CommonSettingsSummary").implement({
  fields: (t) => ({
    hasBranding: t.exposeBoolean("hasBranding"),
    ssoState: t.expose("ssoState", { type: SsoState }),
    publicCertificates: t.exposeString("publicCertificates", { nullable: true }),
    atsTenantCount: t.exposeInt("atsTenantCount"),
    smsCredits: t.exposeInt("smsCredits"),
    smsTotalCredits: t.exposeInt("smsTotalCredits"),
    emailDomainStatus: t.expose("emailDomainStatus", {
      type: EmailDomainStatus,
      nullable: true,
      description: "Null if there is no email domain.",
    }),
    emailAddress: t.exposeString("emailAddress", { nullable: true }),
    candidatePiiRetentionPeriod: t.exposeInt("candidatePiiRetentionPeriod", {
      nullable: true,
      description: "In months. Null if it was never set.",
    }),
  }),
});

query("CommonGetSettingsSummary", {
  description: "A summary of each area of a customer's settings.",
  type: SettingsSummary,
  args: idArgs("customerId"),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ customerId }, { ctx }): Promise<Summary> => {
    const { db, now, config } = ctx;
    const sso = await findSsoConfig(db, customerId);
    const stored = await findEmailDomain(db, customerId);
    // Shows a verification that has timed out as ended; opening the domain stores that (MAIL-23).
    const isByTime = config.dkimHost === null;
    const ended = stored && isByTime ? verify(stored, now, config.emailDomainVerificationMs) : undefined;
    const domain = ended ?? stored;
    const { credits, totalCredits } = await smsCreditsOf(db, customerId);
    return {
      hasBranding: (await findBranding(db, customerId)) !== undefined,
      ssoState: !sso ? "NOT_SET_UP" : sso.enabled === 1 ? "ENABLED" : "DISABLED",
      publicCertificates: sso?.publicCertificates ?? null,
      atsTenantCount: (await tenantsOf(db, customerId)).length,
      smsCredits: credits,
      smsTotalCredits: totalCredits,
      emailDomainStatus: domain?.verificationStatus ?? null,
      emailAddress: domain?.emailAddress ?? null,
      candidatePiiRetentionPeriod:
        (await findCustomerSetting(db, customerId))?.candidatePiiRetentionPeriod ?? null,
    };
  },
});
