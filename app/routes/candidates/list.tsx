import { useLoaderData } from "@remix-run/react";
import applicationStyles from "~/components/applications/applications.css?url";
import { completedColumns } from "~/components/applications/completed-columns";
import { useConsole, useTexts } from "~/components/context/console-context";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { applications } from "~/i18n/applications";
import { home } from "~/i18n/home";
import { homeName } from "~/i18n/home-name";
import { applicationStatuses } from "~/models/applications/application-options";
import { completedSearch, getCompleted } from "~/models/applications/completed.server";
import { defineList } from "~/models/list/list.server";
import { screenGates } from "~/services/gates";

export const links = stylesheets(applicationStyles);
export const handle = cacheForBack(fixedTitle(home, "candidates.title"));

const list = defineList({
  name: "completed-candidates",
  gate: screenGates.candidates,
  search: completedSearch,
  fetch: ({ api, timeZone }, state) => getCompleted(api, state, timeZone),
  loadFailed: ({ translate }) => translate(home)("candidates.loadFailed"),
  columns: completedColumns,
});
export const loader = list.loader;

/** Candidates of all vacancies who completed their stage's assessment (HOME-11). */
export default function CompletedCandidates() {
  const { base, may: _, allMatch: __, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(home);
  const a = useTexts(applications);
  const { timeZone } = useConsole();
  const { tz } = data.filters;
  return (
    <ListScreen
      {...data}
      title={t("candidates.title")}
      back={{ to: base, label: useTexts(homeName)("title") }}
      columns={completedColumns}
      rowHref={(row) =>
        row.canView ? `${base}/vacancies/${row.vacancyId}/applications/${row._id}` : undefined
      }
      fields={[
        {
          kind: "choices",
          name: "status",
          label: t("candidates.status"),
          options: applicationStatuses.map((value) => ({ value, label: a(`status.${value}`) })),
        },
        {
          kind: "times",
          name: "from",
          label: t("candidates.completed"),
          zone: typeof tz === "string" ? tz : timeZone,
        },
        { kind: "flag", name: "unviewed", label: t("candidates.unviewed") },
      ]}
      empty={{ title: t("candidates.none") }}
    />
  );
}
