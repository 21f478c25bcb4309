import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { columnsOf } from "~/components/table/use-columns";
import { organizations } from "~/i18n/organizations";
import { bulkAction, defineList } from "~/models/list/list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { pageOfAll } from "~/models/list/paging";
import {
  archiveOrganizations,
  restoreOrganizations,
  getArchivedOrganizations,
  organizationNames,
} from "~/models/organizations/organization.server";
import { screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = keptForBack(titled(organizations, "archiveTitle"));

type OrganizationRow = Awaited<ReturnType<typeof getArchivedOrganizations>>[number];

const columns = columnsOf<OrganizationRow>(({ translate, column }) => [
  column.link("displayName", translate(organizations)("displayName")),
  column.date("createdAt", translate(organizations)("created")),
  column.date("archivedAt", translate(organizations)("archived")),
]);

const list = defineList({
  name: "organization-archive",
  gate: screenGates["organisations/archive"],
  search: listSearch({
    sorts: ["displayName", "createdAt", "archivedAt"],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: { search: textFilter() },
  }),
  fetch: async ({ api }, state) =>
    pageOfAll(await orThrowDenied(getArchivedOrganizations(api)), state, ["displayName"]),
  loadFailed: ({ translate }) => translate(organizations)("loadFailed"),
  columns,
  actions: {
    restore: bulkAction({
      run: ({ api, idempotencyKey }, organizationIds) =>
        restoreOrganizations(api, { organizationIds }, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(organizations)("restoredNotice", { count }),
        link: { to: `${base}/organisations`, label: translate(organizations)("title") },
      }),
      failed: ({ translate }) => translate(organizations)("restoreFailed"),
      undo: {
        run: ({ api, scope: { customerId }, idempotencyKey }, { ids, changedAt }) =>
          archiveOrganizations(
            api,
            { organizationIds: ids, unchangedSince: changedAt, customerId },
            idempotencyKey,
          ),
        names: ({ api }, ids) => organizationNames(api, ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function OrganizationArchive() {
  const { base, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(organizations);
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      back={{ to: `${base}/organisations`, label: t("title") }}
      searchLabel={t("search")}
      columns={columns}
      bulk={{ intent: intent("restore"), icon: "restore" }}
      selection={{ label: (row) => row.displayName }}
    />
  );
}
