import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { columnsOf } from "~/components/table/use-columns";
import { common } from "~/i18n/common";
import { organizations } from "~/i18n/organizations";
import { bulkAction, defineList } from "~/models/list/list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { pageOfAll } from "~/models/list/paging";
import {
  archiveOrganizations,
  getOrganizations,
  getOrganizationUsage,
  organizationNames,
  restoreOrganizations,
} from "~/models/organizations/organization.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = keptForBack(titled(organizations, "title"));

type OrganizationRow = Awaited<ReturnType<typeof getOrganizations>>[number];

const columns = columnsOf<OrganizationRow>(({ translate, column }) => [
  column.link("displayName", translate(organizations)("displayName")),
  column.date("createdAt", translate(organizations)("created")),
]);

const list = defineList({
  name: "organizations",
  gate: screenGates.organisations,
  may: {
    create: screenGates["organisations/create"],
    open: screenGates["organisations/:organizationId"],
    openArchive: screenGates["organisations/archive"],
    archive: deedGates.archiveOrganization,
  },
  search: listSearch({
    sorts: ["displayName", "createdAt"],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: { search: textFilter() },
  }),
  fetch: async ({ api }, state) =>
    pageOfAll(await orThrowDenied(getOrganizations(api)), state, ["displayName"]),
  loadFailed: ({ translate }) => translate(organizations)("loadFailed"),
  columns,
  extra: ({ scope }) => ({ currentId: scope.organizationId }),
  actions: {
    archive: bulkAction({
      refuse: ({ scope, translate }, chosen) =>
        chosen.includes(scope.organizationId) ? translate(organizations)("current") : undefined,
      question: async ({ api, translate }, organizationIds) => {
        const t = translate(organizations);
        const count = organizationIds.length;
        const usage = await getOrganizationUsage(api, organizationIds);
        const parts = (["customers", "users", "vacancies"] as const).map((kind) =>
          t(`archiveQuestion.${kind}`, { count: usage[kind] }),
        );
        return {
          title: t("archiveQuestion.title", { count }),
          text: [
            t("archiveQuestion.text", { count }),
            t("archiveQuestion.working", { count, parts: parts.join(", ") }),
          ],
          confirm: translate(common)("actions.archive"),
        };
      },
      run: ({ api, scope: { customerId }, idempotencyKey }, organizationIds) =>
        archiveOrganizations(api, { organizationIds, customerId }, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(organizations)("archivedNotice", { count }),
        link: { to: `${base}/organisations/archive`, label: translate(common)("actions.viewArchive") },
      }),
      failed: ({ translate }) => translate(organizations)("archiveFailed"),
      undo: {
        run: ({ api, idempotencyKey }, { ids, changedAt }) =>
          restoreOrganizations(api, { organizationIds: ids, unchangedSince: changedAt }, idempotencyKey),
        names: ({ api }, ids) => organizationNames(api, ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function Organizations() {
  const { base, may, currentId, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(organizations);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && { href: `${base}/organisations/create` }}
      archive={may.openArchive && { href: `${base}/organisations/archive` }}
      searchLabel={t("search")}
      rowHref={may.open ? (row) => `${base}/organisations/${row._id}` : undefined}
      columns={columns}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{
        label: (row) => row.displayName,
        disabledReason: (row) => (row._id === currentId ? t("current") : undefined),
      }}
    />
  );
}
