import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Card, DataList } from "~/components/ui/layout";
import { regions } from "~/regions";
import { settings } from "~/i18n/settings";
import { getCustomer } from "~/models/customers/customer.server";
import { consoleLoader } from "~/services/guard.server";

export const handle = titled(settings, "overview.title");

export const loader = consoleLoader({ flag: null }, async ({ api, scope }) => {
  const { displayName, uniqueName } = await getCustomer(api, scope.customerId);
  return {
    organisation: scope.organizationDisplayName,
    displayName,
    accountName: uniqueName,
    region: regions[scope.awsRegion].label,
  };
});

export default function SettingsOverview() {
  const customer = useLoaderData<typeof loader>();
  const t = useTexts(settings);
  const fields = ["organisation", "displayName", "accountName", "region"] as const;
  return (
    <Card title={t("tabs.overview")}>
      <DataList items={fields.map((name) => ({ label: t(`overview.${name}`), value: customer[name] }))} />
    </Card>
  );
}
