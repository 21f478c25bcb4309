import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { settingsTabsOf } from "~/components/settings/tabs";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { Tabs } from "~/components/ui/tabs";
import { Time } from "~/components/ui/time";
import { settings } from "~/i18n/settings";
import { getCustomer } from "~/models/customers/customer.server";
import { env } from "~/services/env.server";
import { consoleLoader } from "~/services/guard.server";

export const handle = titled(settings, "title");

/** The frame of a customer's settings: header and tabs; a failed load is the page's (SET-11). */
export const loader = consoleLoader({ flag: null }, async ({ api, scope, base, flags }) => {
  const { displayName, createdAt } = await getCustomer(api, scope.customerId);
  return {
    base,
    displayName,
    createdAt,
    isListOpen: flags.edgeCustomerListEnabled,
    tabs: settingsTabsOf(flags).map(({ key, search }) => ({
      key,
      search: key === "sso" ? `?${new URLSearchParams({ domain: env.SSO_DOMAIN })}` : (search ?? ""),
    })),
  };
});

export default function SettingsFrame() {
  const { base, displayName, createdAt, isListOpen, tabs } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const t = useTexts(settings);
  const at = (key: string) => `${base}/settings/${key}`;
  return (
    <>
      <PageHeader
        title={t("title")}
        back={isListOpen ? { to: `${base}/customers`, label: t("customers") } : undefined}
        meta={[
          displayName,
          <span key="created">
            {t("created")} <Time at={createdAt} />
          </span>,
        ]}
      />
      <Tabs
        label={t("tabsLabel")}
        tabs={tabs.map(({ key, search }) => ({
          to: at(key) + search,
          label: t(`tabs.${key}`),
          current: pathname === at(key) || pathname.startsWith(`${at(key)}/`),
        }))}
      />
      <Outlet />
    </>
  );
}
