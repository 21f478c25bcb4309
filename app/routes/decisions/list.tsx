import { useLoaderData, useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { decisionColumns, plainDecisionColumns } from "~/components/decisions/decision-columns";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ExportLink } from "~/components/table/export-link";
import { ListScreen } from "~/components/table/list-screen";
import { ButtonLink } from "~/components/ui/button";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import { contestFilters, decisionResults, reviewFilters } from "~/models/decisions/decision-choices";
import { decisionSearch } from "~/models/decisions/decision-search";
import { getDecisionChoices, getDecisions } from "~/models/decisions/decision.server";
import { isExport, throwFile } from "~/models/list/export.server";
import { openedFrom } from "~/models/list/list-address";
import { listData } from "~/models/list/list.server";
import { enterListOrRedirect } from "~/models/list/saved-views.server";
import { optional } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const handle = cacheForBack(fixedTitle(decisions, "title"));

const name = "decisions";
/** Query of the anonymous file. */
const anonymousQuery = { personal: "without" } as const;

export const loader = consoleLoader(screenGates.decisions, async (args) => {
  const { api, base, timeZone, translate, url } = args;
  const t = translate(decisions);
  const state = decisionSearch.parse(url.searchParams);
  if (isExport(args) && url.searchParams.get("personal") === anonymousQuery.personal) {
    await enterListOrRedirect(args, name);
    await throwFile(args, {
      name,
      sorts: [],
      columns: plainDecisionColumns,
      fetch: (page, size) => getDecisions(api, { ...state, page, size }, timeZone),
    });
  }
  const [list, choices, rights] = await Promise.all([
    listData(args, {
      name,
      search: decisionSearch,
      fetch: (_, asked) => getDecisions(api, asked, timeZone),
      loadFailed: () => t("loadFailed"),
      columns: decisionColumns,
    }),
    isExport(args) ? null : optional(getDecisionChoices(api, state, t("archived")), null),
    args.rights(),
  ]);
  const maySample = isGateOpen(screenGates["decisions/samples"], { flags: args.flags, rights });
  return { ...list, base, choices, maySample };
});

/** Register of decisions made by rules (DEC-01, DEC-02). */
export default function Decisions() {
  const { base, choices, maySample, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { timeZone } = useConsole();
  const t = useTexts(decisions);
  const a = useTexts(applications);
  const { vacancies = [], workflows = [], vacancyCount = 0, hasMore = false } = choices ?? {};
  return (
    <ListScreen
      {...data}
      title={t("title")}
      meta={[t("intro")]}
      columns={decisionColumns}
      actions={maySample && <ButtonLink to={`${base}/decisions/samples`}>{t("samples.title")}</ButtonLink>}
      moreExports={<ExportLink totals={data.totals} asked={anonymousQuery} label={t("exportPlain")} />}
      rowHref={(row) => openedFrom(`${base}/decisions/${row._id}`, search)}
      fields={[
        {
          kind: "choice",
          name: "review",
          label: t("review"),
          placeholder: t("anyReview"),
          options: reviewFilters.map((value) => ({ value, label: t(`reviews.${value}`) })),
        },
        {
          kind: "choices",
          name: "result",
          label: t("result"),
          options: decisionResults.map((value) => ({
            value,
            label: value === "MOVED" ? t("moved") : a(`status.${value}`),
          })),
        },
        {
          kind: "choices",
          name: "vacancy",
          label: t("vacancy"),
          options: vacancies,
          ...(hasMore && {
            find: { name: "find", label: t("find") },
            note: t("more", { count: vacancies.length, total: vacancyCount }),
          }),
        },
        { kind: "choices", name: "workflow", label: t("workflow"), options: workflows },
        {
          kind: "choice",
          name: "contested",
          label: t("contested"),
          placeholder: t("anyContest"),
          options: contestFilters.map((value) => ({ value, label: t(`contests.${value}`) })),
        },
        {
          kind: "days",
          name: "from",
          label: t("period"),
          zone: typeof data.filters.tz === "string" ? data.filters.tz : timeZone,
        },
      ]}
      empty={{ title: t("empty") }}
    />
  );
}
