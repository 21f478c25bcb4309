import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangeNotice } from "~/components/retention/change-notice";
import { OverviewCards } from "~/components/settings/overview-cards";
import { isOnTab, type SettingsTabKey, settingsTabsOf } from "~/components/settings/tabs";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Card, DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { regions } from "~/regions";
import { settings } from "~/i18n/settings";
import { humanizeName } from "~/models/ats/ats-names";
import { getAtsTenants } from "~/models/ats/ats-tenant.server";
import { customerOfAddress } from "~/models/customers/customer.server";
import { cancelPendingChange } from "~/models/retention/compliance-screen.server";
import { getBranding } from "~/models/settings/branding.server";
import { renderableTheme, type Theme } from "~/models/settings/branding-theme";
import {
  getNotificationSettings,
  type NotificationSettings,
} from "~/models/settings/notification-settings.server";
import { getDeclineSetting } from "~/models/settings/decline-reasons.server";
import { getRetention } from "~/models/settings/customer-setting.server";
import { settingsSummaryOf, type SettingsSummary } from "~/models/settings/settings-summary.server";
import { getSignInPolicy, hasBegun, type SignInPolicy } from "~/models/settings/sign-in-policy.server";
import { certificateFacts } from "~/models/settings/sso-config.server";
import { settingsGate } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { settingsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settings, "overview.title");

/** State of the single sign-on certificate: expired, ends within 30 days, or not valid yet (SSO-39). */
function certificateState({
  ssoState,
  publicCertificates,
}: SettingsSummary): "early" | "expired" | "ending" | null {
  if (ssoState === "NOT_SET_UP" || !publicCertificates) return null;
  const facts = certificateFacts(publicCertificates);
  return facts === "unreadable" || facts.state === "valid" ? null : facts.state;
}

/** Typical colours of a chat: header, questions, answers, button. */
const coloursOf = (theme: Theme) => {
  const { header, question, response, button } = renderableTheme(theme);
  return [header, question, response, button].map(({ backgroundColor }) => backgroundColor);
};

/** Number of enabled user emails, and of all. */
function emailsOf(settings: NotificationSettings["settings"]) {
  const emails = settings.filter(({ type }) => type === "EMAIL");
  return { sent: emails.filter(({ enabled }) => enabled).length, all: emails.length };
}

/** True if some people must have an authenticator app, with the first day. */
const signInFacts = ({ asks, fromDay }: SignInPolicy) => ({
  status: asks === "NOBODY" ? asks : hasBegun(fromDay) ? ("inForce" as const) : ("waiting" as const),
  fromDay,
});

export const loader = consoleLoader(settingsGate, async (args) => {
  const { api, base, flags, rights, scope, translate } = args;
  const ifOn = <T,>(key: SettingsTabKey, load: () => Promise<T>) =>
    isOnTab(flags, key) ? optional(load(), null) : null;
  // In parallel: for parts without permission the API returns nothing, and the card is absent.
  const [
    held,
    { displayName, uniqueName },
    { data: summary, error },
    branding,
    notifications,
    signIn,
    declineReasons,
    systems,
    change,
  ] = await Promise.all([
    rights(),
    customerOfAddress(args),
    // The cards only repeat the tabs: without them the list above is still useful.
    loaded(settingsSummaryOf(args), args, translate(settings)("overview.cardsFailed"), "side"),
    // A card's second line, which is optional.
    ifOn("branding", () => getBranding(api)),
    ifOn("notification", () => getNotificationSettings(api, "default")),
    ifOn("sign-in", () => getSignInPolicy(api)),
    ifOn("decline-reasons", () => getDeclineSetting(api)),
    ifOn("ats-tenants", () => getAtsTenants(api)),
    ifOn("compliance", async () => (await getRetention(api))?.pendingChange ?? null),
  ]);
  const tabs = settingsTabsOf(flags, held);
  return {
    problems: error ? [error] : [],
    change,
    mayCancel: held.has(settingsRight),
    cards: summary && {
      // The page needs the certificate's state, not the certificate.
      summary: { ...summary, publicCertificates: null },
      facts: {
        certificate: certificateState(summary),
        branding: branding && { title: branding.title, colours: coloursOf(branding.theme) },
        notifications: notifications && emailsOf(notifications.settings),
        signIn: signIn && signInFacts(signIn),
        declineReasons: declineReasons && {
          asks: declineReasons.asks,
          count: declineReasons.reasons.filter(({ isArchived }) => !isArchived).length,
        },
        systems: systems && systems.map(({ atsName }) => humanizeName(atsName)),
      },
      tabs: tabs.flatMap(({ key, search = "" }) =>
        key === "overview" ? [] : { key, to: `${base}/settings/${key}${search}` },
      ),
    },
    organisation: scope.organizationDisplayName,
    displayName,
    accountName: uniqueName,
    region: regions[scope.awsRegion].label,
  };
});

export const action = consoleAction(settingsGate, { cancel: cancelPendingChange });

const intent = intentsOf<typeof action>();

export default function SettingsOverview() {
  const { cards, problems, change, mayCancel, ...customer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settings);
  const fields = ["organisation", "displayName", "accountName", "region"] as const;
  return (
    <div className="settings-tab">
      <Notices notices={answer && "notice" in answer && answer.notice ? [answer.notice] : []} />
      {change && <ChangeNotice change={change} cancel={mayCancel ? intent("cancel") : null} />}
      <Card title={t("tabs.overview")}>
        <DataList items={fields.map((name) => ({ label: t(`overview.${name}`), value: customer[name] }))} />
      </Card>
      <Notices notices={problems} />
      {cards && <OverviewCards {...cards} />}
    </div>
  );
}
