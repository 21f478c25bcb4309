import { useLoaderData } from "@remix-run/react";
import { OverviewCards } from "~/components/settings/overview-cards";
import { settingsTabsOf } from "~/components/settings/tabs";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Card, DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { regions } from "~/regions";
import { settings } from "~/i18n/settings";
import { customerOfAddress } from "~/models/customers/customer.server";
import { settingsSummaryOf, type SettingsSummary } from "~/models/settings/settings-summary.server";
import { certificateFacts } from "~/models/settings/sso-config.server";
import { settingsGate } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { consoleLoader } from "~/services/guard.server";

export const handle = titled(settings, "overview.title");

/** Whether the certificate of single sign-on has ended, ends within 30 days, or is not valid yet (SSO-39). */
function certificateState({
  ssoState,
  publicCertificates,
}: SettingsSummary): "early" | "expired" | "ending" | null {
  if (ssoState === "NOT_SET_UP" || !publicCertificates) return null;
  const facts = certificateFacts(publicCertificates);
  return facts === "unreadable" || facts.state === "valid" ? null : facts.state;
}

export const loader = consoleLoader(settingsGate, async (args) => {
  const { base, flags, rights, scope, translate } = args;
  const [{ displayName, uniqueName }, held, { data: summary, error }] = await Promise.all([
    customerOfAddress(args),
    rights(),
    // The cards only repeat what the tabs say: without them the list above is still of use.
    loaded(settingsSummaryOf(args), args, translate(settings)("overview.cardsFailed"), "side"),
  ]);
  return {
    problems: error ? [error] : [],
    cards: summary && {
      // The page says what follows from the certificate, not the certificate.
      summary: { ...summary, publicCertificates: null },
      certificate: certificateState(summary),
      tabs: settingsTabsOf(flags, held)
        .filter(({ key }) => key !== "overview")
        .map(({ key, search = "" }) => ({ key, to: `${base}/settings/${key}${search}` })),
    },
    organisation: scope.organizationDisplayName,
    displayName,
    accountName: uniqueName,
    region: regions[scope.awsRegion].label,
  };
});

export default function SettingsOverview() {
  const { cards, problems, ...customer } = useLoaderData<typeof loader>();
  const t = useTexts(settings);
  const fields = ["organisation", "displayName", "accountName", "region"] as const;
  return (
    <div className="settings-tab">
      <Card title={t("tabs.overview")}>
        <DataList items={fields.map((name) => ({ label: t(`overview.${name}`), value: customer[name] }))} />
      </Card>
      <Notices notices={problems} />
      {cards && <OverviewCards {...cards} />}
    </div>
  );
}
