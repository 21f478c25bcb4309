import { Form, useLoaderData } from "@remix-run/react";
import { FormSecrets } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { matching, sortCustomers } from "~/components/shell/customers";
import { fixedTitle } from "~/components/shell/page-title";
import { type Column, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { isAwsRegion, regions } from "~/regions";
import { shellTexts } from "~/i18n/shell";
import { listSearch, textFilter } from "~/models/list/list-search";
import { customerPath } from "~/services/customer-path";
import { readChoices, readRecent } from "~/services/choices.server";
import { sessionLoader } from "~/services/guard.server";

export const handle = fixedTitle(shellTexts, "switchCustomer.title");

const search = listSearch({
  sorts: ["name"],
  defaultSort: "name",
  defaultOrder: "asc",
  filters: { q: textFilter() },
});

/** All customers of the user, to choose and search without JS (SHELL-09, SHELL-10). */
export const loader = sessionLoader(({ request, url, user }) => {
  const { q = "" } = search.parse(url.searchParams);
  const { pinned } = readChoices(request, user._id);
  const recent = readRecent(request, user._id);
  const every = sortCustomers(
    user.customers.map((one) => ({
      _id: one.customerId,
      name: one.customerDisplayName,
      organisation: one.organizationDisplayName,
      region: isAwsRegion(one.awsRegion) ? regions[one.awsRegion].label : one.awsRegion,
      href: customerPath(one),
      isPinned: pinned.includes(one.customerId),
      isRecent: recent.includes(one.customerId),
    })),
  );
  // Pinned ones first, then recent ones; a search is alphabetical.
  const first = new Set(
    q
      ? []
      : [
          ...every.filter(({ isPinned }) => isPinned),
          ...recent.flatMap((id) => every.find(({ _id }) => _id === id) ?? []),
        ],
  );
  const customers = matching([...first, ...every.filter((one) => !first.has(one))], q, (one) =>
    [one.name, one.organisation, one.region].join(" "),
  );
  return { q, customers, path: url.pathname };
});

type Customer = Awaited<ReturnType<typeof loader>>["customers"][number];

export default function SwitchCustomer() {
  const { q, customers, path } = useLoaderData<typeof loader>();
  const t = useTexts(shellTexts);
  const columns: Column<Customer>[] = [
    linkColumn({ id: "name", header: t("switchCustomer.customer"), value: (row) => <bdi>{row.name}</bdi> }),
    textColumn({
      id: "organisation",
      header: t("switchCustomer.organisation"),
      value: (row) => row.organisation,
    }),
    textColumn({ id: "region", header: t("switchCustomer.region"), value: (row) => row.region }),
    textColumn({ id: "first", header: t("switchCustomer.pinned"), value: (row) => <PinCell {...row} /> }),
  ];
  const label = t("switchCustomer.search");
  return (
    <>
      <PageHeader title={t("switchCustomer.title")} />
      {/* One form for all rows' buttons. */}
      <Form id="pins" method="post" action="/preferences" preventScrollReset>
        <FormSecrets />
        <input type="hidden" name="returnTo" value={q ? `${path}?${new URLSearchParams({ q })}` : path} />
      </Form>
      <DataTable
        label={t("switchCustomer.title")}
        columns={columns}
        rows={customers}
        rowHref={(row) => row.href}
        filters={{ q }}
        fields={[{ kind: "text", isSearch: true, name: "q", label, labelHidden: true, placeholder: label }]}
      />
    </>
  );
}

/** Pins or unpins a customer. */
function PinCell({ _id, name, isPinned, isRecent }: Customer) {
  const t = useTexts(shellTexts);
  return (
    <span className="row">
      <Button
        type="submit"
        form="pins"
        name={isPinned ? "unpin" : "pin"}
        value={_id}
        variant="ghost"
        size="small"
        icon="pin"
        iconOnly
        aria-pressed={isPinned}
        title={t(`switchCustomer.${isPinned ? "unpin" : "pin"}`, { name })}
      >
        {t("switchCustomer.pin", { name })}
      </Button>{" "}
      {isRecent && <Badge>{t("switchCustomer.recent")}</Badge>}
    </span>
  );
}
