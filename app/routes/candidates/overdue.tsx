import { useLoaderData } from "@remix-run/react";
import applicationStyles from "~/components/applications/applications.css?url";
import { overdueColumns } from "~/components/applications/overdue-columns";
import { useTexts } from "~/components/context/console-context";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { home } from "~/i18n/home";
import { homeName } from "~/i18n/home-name";
import { getOverdue, overdueSearch } from "~/models/applications/overdue.server";
import { defineList } from "~/models/list/list.server";
import { screenGates } from "~/services/gates";

export const links = stylesheets(applicationStyles);
export const handle = cacheForBack(fixedTitle(home, "overdue.title"));

const list = defineList({
  name: "overdue-candidates",
  gate: screenGates["candidates/overdue"],
  search: overdueSearch,
  fetch: ({ api }, state) => getOverdue(api, state),
  loadFailed: ({ translate }) => translate(home)("candidates.loadFailed"),
  columns: overdueColumns,
});
export const loader = list.loader;

/** Candidates of all vacancies past the limit of their stage (PIPE-03). */
export default function OverdueCandidates() {
  const { base, may: _, allMatch: __, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(home);
  return (
    <ListScreen
      {...data}
      title={t("overdue.title")}
      back={{ to: base, label: useTexts(homeName)("title") }}
      columns={overdueColumns}
      rowHref={(row) =>
        row.canView ? `${base}/vacancies/${row.vacancyId}/applications/${row._id}` : undefined
      }
      empty={{ title: t("overdue.none") }}
    />
  );
}
