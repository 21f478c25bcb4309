import type { FlagName, Flags } from "~/flags";
import type { settings } from "~/i18n/settings";
import type { Right, Rights } from "~/services/rights";

export type SettingsTabKey = keyof (typeof settings)["en"]["tabs"];

type SettingsTab = {
  /** Last segment of its address, and key of its label. */
  key: SettingsTabKey;
  /** The flag that shows it; its route has the same one as gate. */
  flag?: FlagName;
  /** Right required by its screen; "View settings" by default (PERM-66). */
  right?: Right;
  /** Query of its link. */
  search?: string;
};

/**
 * Tabs of a customer's settings (SET-04), in the order of SET-03: overview, branding, notification, sso, sign-in,
 * decline-reasons, compliance, ats-tenants, sms, email-domain. A tab is listed here once its route exists.
 */
export const settingsTabs: readonly SettingsTab[] = [
  { key: "overview" },
  { key: "branding", flag: "edgeCustomerBrandingEditEnabled" },
  { key: "notification", flag: "edgeCustomerNotificationEditEnabled", search: "?language=default" },
  { key: "sso" },
  { key: "sign-in" },
  { key: "decline-reasons", flag: "edgeDeclineReasonsEnabled" },
  { key: "compliance" },
  { key: "ats-tenants", flag: "edgeTenantsEnabled", right: "ats:listTenant" },
  { key: "sms" },
  { key: "email-domain" },
];

/** True if the flags allow the tab. */
export const isOnTab = (flags: Flags, key: SettingsTabKey): boolean =>
  settingsTabs.some((tab) => tab.key === key && (tab.flag === undefined || flags[tab.flag]));

/** Tabs that the flags and the person's rights allow. */
export function settingsTabsOf(flags: Flags, rights: Rights): SettingsTab[] {
  return settingsTabs.filter(
    ({ key, right = "org:viewSettings" }) => isOnTab(flags, key) && rights.has(right),
  );
}
