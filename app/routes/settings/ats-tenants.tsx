import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { QuestionDialog } from "~/components/form/question-dialog";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { searchField } from "~/components/table/list-screen";
import { MoreActions } from "~/components/table/more-actions";
import { BulkButton } from "~/components/table/bulk-button";
import { columnsOf } from "~/components/table/use-columns";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { atsTenants } from "~/i18n/ats";
import {
  archiveAtsTenants,
  type AtsTenantRow,
  getAtsTemplates,
  getAtsTenants,
} from "~/models/ats/ats-tenant.server";
import { humanizeName } from "~/models/ats/ats-names";
import { bulkAction } from "~/models/list/bulk.server";
import { listData } from "~/models/list/list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { searchRows, sortAndPage } from "~/models/list/paging";
import { loaded } from "~/services/failure.server";
import type { Question } from "~/services/form-answer";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(atsTenants, "title");

const gate = screenGates["settings/ats-tenants"];
const search = listSearch({
  sorts: ["atsName", "createdAt", "updatedAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

/** Tenants arrive all at once, so they are searched here, by the texts their rows show. */
const searchTexts = ({ atsName, externalTenantId, customerName }: AtsTenantRow) => [
  humanizeName(atsName),
  atsName,
  externalTenantId,
  customerName,
];

const columns = columnsOf<AtsTenantRow>(({ translate, time }) => {
  const t = translate(atsTenants);
  return [
    linkColumn({
      id: "atsName",
      header: t("atsName"),
      sort: "atsName",
      value: (row) => <span title={row.atsName}>{humanizeName(row.atsName)}</span>,
    }),
    textColumn({ id: "tenantId", header: t("tenantId"), value: (row) => row.externalTenantId }),
    textColumn({ id: "customerName", header: t("customerName"), value: (row) => row.customerName }),
    timeColumn({
      id: "createdAt",
      header: t("created"),
      sort: "createdAt",
      time,
      kind: "date",
      at: (row) => row.createdAt,
    }),
    timeColumn({
      id: "updatedAt",
      header: t("updated"),
      sort: "updatedAt",
      time,
      kind: "date",
      at: (row) => row.updatedAt,
    }),
  ];
});

export const loader = consoleLoader(gate, async (args) => {
  const { api, flags, base, translate } = args;
  const t = translate(atsTenants);
  const [tenants, templates, rights] = await Promise.all([
    listData(args, {
      name: "ats-tenants",
      search,
      fetch: async (_args, state) =>
        sortAndPage(searchRows(await getAtsTenants(api), state.search, searchTexts), state, (row, sort) =>
          sort === "atsName" ? row.atsName : sort === "updatedAt" ? row.updatedAt : row.createdAt,
        ),
      loadFailed: () => t("loadFailed"),
      columns,
    }),
    loaded(getAtsTemplates(api), args, t("otherFailed.templates"), "side"),
    args.rights(),
  ]);
  const held = { flags, rights };
  const mayOpen = isGateOpen(screenGates["settings/ats-tenants/:tenantId"], held);
  // Without the right to list templates no row opens and nothing can be set up.
  const mayList = rights.has("ats:listTemplate somewhere");
  const known = new Set(templates.data?.map(({ atsName }) => atsName));
  return {
    path: `${base}/settings/ats-tenants`,
    table: tenants,
    // Without a template there is no form to open (TEN-06).
    editable: tenants.rows.filter(({ atsName }) => mayOpen && known.has(atsName)).map(({ _id }) => _id),
    templatesProblem: tenants.problem || !mayList ? null : templates.error,
    maySetUp: isGateOpen(screenGates["settings/ats-tenants/create"], held),
    mayArchive: rights.has("ats:deleteTenant"),
  };
});

/** Asks first: an archived tenant cannot be restored (TEN-07). */
const archive = bulkAction({
  question: ({ translate }, chosen) => {
    const t = translate(atsTenants);
    return Promise.resolve({
      title: t("archiveQuestion", { count: chosen.length }),
      text: [t("archiveText")],
      confirm: t("archive"),
      danger: true,
    });
  },
  run: async ({ api }, ids) => {
    await archiveAtsTenants(api, { _ids: ids });
    return { done: ids.length, changes: null };
  },
  success: ({ translate }) => translate(atsTenants)("archived"),
  failed: ({ translate }) => {
    const t = translate(atsTenants);
    return { title: t("wrong"), description: t("archiveFailed") };
  },
});

type TenantsAnswer = { notice?: Notice; question?: Question; ids?: readonly string[] };

export const action = consoleAction(gate, {
  archive: (args) => archive.act(args, "archive"),
  // The selection stays: every answer to a list's post restores it.
  cancel: () => data({}),
});

const intent = intentsOf<typeof action>();

export default function AtsTenants() {
  const { path, table, editable, templatesProblem, maySetUp, mayArchive } = useLoaderData<typeof loader>();
  const answer = useActionData<TenantsAnswer>() ?? {};
  const t = useTexts(atsTenants);
  const setUp = maySetUp && (
    <ButtonLink to={`${path}/create`} variant="solid" icon="plus">
      {t("setUp")}
    </ButtonLink>
  );
  return (
    <>
      <Notices notices={[templatesProblem, answer.notice].filter((notice) => notice != null)} />
      <DataTable
        label={t("label")}
        {...table}
        columns={columns}
        fields={[searchField(t("search"))]}
        rowHref={(row) => (editable.includes(row._id) ? `${path}/${row._id}` : undefined)}
        selection={mayArchive ? { label: (row) => humanizeName(row.atsName) } : undefined}
        toolbar={
          mayArchive && (
            <BulkButton intent={intent("archive")} icon="archive">
              {t("archive")}
            </BulkButton>
          )
        }
        barLinks={
          <>
            {table.totals?.totalItems ? (
              <MoreActions>
                <ExportLink totals={table.totals} />
              </MoreActions>
            ) : null}
            {setUp}
          </>
        }
        empty={{ title: t("empty"), text: t("emptyText") }}
      />
      {answer.question && (
        <QuestionDialog
          question={answer.question}
          intent={intent("archive", "confirm")}
          cancel={{ intent: intent("cancel") }}
          fields={{ ids: answer.ids ?? [], list: table.name }}
        />
      )}
    </>
  );
}
