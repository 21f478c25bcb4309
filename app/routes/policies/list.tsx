import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { numberColumn, textColumn } from "~/components/table/columns";
import { ListScreen } from "~/components/table/list-screen";
import { columnsOf } from "~/components/table/use-columns";
import { policies } from "~/i18n/policies";
import { defineList } from "~/models/list/list.server";
import { choiceFilter, listSearch, textFilter } from "~/models/list/list-search";
import { policyKinds } from "~/models/policies/policy-kinds";
import { getPolicies, type PolicyRow } from "~/models/policies/policy.server";
import { screenGates } from "~/services/gates";

export const handle = cacheForBack(fixedTitle(policies, "title"));

const columns = columnsOf<PolicyRow>(({ translate, column }) => {
  const t = translate(policies);
  return [
    column.link("name", t("name")),
    column.text("description", t("description")),
    numberColumn({ id: "statements", header: t("statements"), value: (row) => row.statementsCount }),
    numberColumn({ id: "groups", header: t("groups"), value: (row) => row.groups.length }),
    textColumn({
      id: "editable",
      header: t("editable"),
      value: (row) =>
        row.groups.some(({ isOwn, archivedAt }) => isOwn && archivedAt !== null)
          ? t("groupArchived")
          : t(row.isEditable ? "yes" : "no"),
    }),
    column.date("updatedAt", t("updated")),
  ];
});

const list = defineList({
  name: "policies",
  gate: screenGates.policies,
  may: { create: screenGates["policies/create"] },
  search: listSearch({
    sorts: ["name", "updatedAt"],
    defaultSort: "name",
    defaultOrder: "asc",
    filters: { search: textFilter(), kind: choiceFilter(policyKinds) },
  }),
  fetch: ({ api }, state) => getPolicies(api, state),
  loadFailed: ({ translate }) => translate(policies)("loadFailed"),
  columns,
});
export const loader = list.loader;

export default function Policies() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(policies);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && { href: `${base}/policies/create` }}
      searchLabel={t("search")}
      fields={[
        {
          kind: "choice",
          name: "kind",
          label: t("kind"),
          options: policyKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          placeholder: t("allKinds"),
        },
      ]}
      rowHref={(row) => `${base}/policies/${row._id}`}
      columns={columns}
    />
  );
}
