import { Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { settingStates } from "~/components/settings/states";
import { settingsTabsOf } from "~/components/settings/tabs";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { PlaceOfRecord, useOpenedListHref } from "~/components/table/place-in-list";
import { PageHeader } from "~/components/ui/page-header";
import { SideTabs } from "~/components/ui/side-tabs";
import { Time } from "~/components/ui/time";
import styles from "~/components/settings/settings.css?url";
import sideTabs from "~/components/ui/side-tabs.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { settings } from "~/i18n/settings";
import { customerOfAddress } from "~/models/customers/customer.server";
import { customerPlace } from "~/models/customers/customer-screen.server";
import { settingsSummaryOf } from "~/models/settings/settings-summary.server";
import { env } from "~/services/env.server";
import { optional } from "~/services/failure.server";
import { consoleLoader } from "~/services/guard.server";
import { denied } from "~/services/screens.server";

export const links = stylesheets(sideTabs, styles);

export const handle = fixedTitle(settings, "title");

/** Frame of a customer's settings: header and tabs; a failed load is shown by the page (SET-11). */
export const loader = consoleLoader({ flag: null }, async (args) => {
  const { scope, base, flags, translate } = args;
  const [rights, { displayName, createdAt }, place, summary] = await Promise.all([
    args.rights(),
    customerOfAddress(args),
    customerPlace(args),
    // The states are optional: without them the tabs show only their names. They are denied to people who have rights
    // only for applicant-tracking systems.
    optional(settingsSummaryOf(args), null),
  ]);
  const tabs = settingsTabsOf(flags, rights);
  if (tabs.length === 0) throw denied();
  const states = summary ? settingStates(summary, translate(settings)) : {};
  return {
    base,
    displayName,
    createdAt,
    awsRegion: scope.awsRegion,
    place,
    isListOpen: flags.edgeCustomerListEnabled,
    tabs: tabs.map(({ key, search }) => ({
      key,
      state: states[key],
      search: key === "sso" ? `?${new URLSearchParams({ domain: env.SSO_DOMAIN })}` : (search ?? ""),
    })),
  };
});

/** Object kind in the audit log for each tab; tenants have a history each. */
const kinds: Readonly<Partial<Record<string, Parameters<ReturnType<typeof useHistory>>[0]>>> = {
  overview: "CUSTOMER",
  branding: "BRANDING",
  notification: "NOTIFICATIONS",
  sso: "SINGLE_SIGN_ON",
  "sign-in": "SIGN_IN_POLICY",
  "decline-reasons": "DECLINE_REASONS",
  compliance: "COMPLIANCE",
  sms: "SMS",
  "email-domain": "EMAIL_DOMAIN",
};

export default function SettingsFrame() {
  const { base, displayName, createdAt, awsRegion, place, isListOpen, tabs } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const t = useTexts(settings);
  const backHref = useOpenedListHref(`${base}/customers`);
  const at = (key: string) => `${base}/settings/${key}`;
  const history = useHistory();
  const { customerId } = useParams();
  const kind = tabs.flatMap(({ key }) => (pathname === at(key) ? (kinds[key] ?? []) : []))[0];
  return (
    <>
      <PageHeader
        title={t("title")}
        name={displayName}
        back={isListOpen ? { to: backHref, label: t("customers") } : undefined}
        actions={
          <>
            <PlaceOfRecord
              place={place}
              hrefOf={(id) => `/region/${awsRegion}/customers/${id}/settings/overview`}
            />
            {kind && customerId && history(kind, customerId)}
          </>
        }
        meta={[
          <span key="created">
            {t("created")} <Time at={createdAt} />
          </span>,
        ]}
      />
      <SideTabs
        label={t("tabsLabel")}
        tabs={tabs.map(({ key, search, state }) => ({
          to: at(key) + search,
          label: t(`tabs.${key}`),
          state,
          current: pathname === at(key) || pathname.startsWith(`${at(key)}/`),
        }))}
      >
        <Outlet />
      </SideTabs>
    </>
  );
}
