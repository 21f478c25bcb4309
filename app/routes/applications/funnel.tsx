import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import applicationStyles from "~/components/applications/applications.css?url";
import { funnelColumns } from "~/components/applications/funnel-columns";
import { useConsole, useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { funnel } from "~/i18n/funnel";
import { funnelSearch, getFunnelRows } from "~/models/applications/funnel.server";
import { funnelSteps } from "~/models/applications/funnel-steps";
import { listData } from "~/models/list/list.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(applicationStyles);
export const handle = fixedTitle(funnel, "title");
export const ErrorBoundary = VacancyErrorBoundary;

export const loader = consoleLoader(screenGates["vacancies/:vacancyId/funnel"], async (args) => {
  const { api, base, param, timeZone, translate } = args;
  const vacancyId = param("vacancyId");
  const [vacancy, list] = await Promise.all([
    vacancyOfAddress(args),
    listData(args, {
      name: "funnel",
      search: funnelSearch,
      fetch: (_, state) => getFunnelRows(api, vacancyId, state, timeZone),
      loadFailed: () => translate(funnel)("rowsFailed"),
      columns: funnelColumns,
    }),
  ]);
  const stages = vacancy.workflow.stages.map(({ _id, name }) => ({ value: _id, label: name }));
  const vacancyPath = `${base}/vacancies/${vacancyId}`;
  // A shortened address, or one of a stage that the vacancy does not have, names no number.
  if (!stages.some(({ value }) => value === args.url.searchParams.get("stageId")))
    throw redirect(`${vacancyPath}?funnel=1`, 303);
  return { ...list, vacancyPath, vacancy: vacancy.title, stages };
});

/** The candidates behind a number in a vacancy's funnel (PIPE-12). */
export default function FunnelRows() {
  const { vacancyPath, vacancy, stages, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(funnel);
  const { timeZone } = useConsole();
  const { stageId, step, tz } = data.filters;
  const stage = stages.find(({ value }) => value === stageId)?.label ?? "-";
  const requestedStep = funnelSteps.find((one) => one === step) ?? "CAME";
  return (
    <ListScreen
      {...data}
      title={t(`steps.${requestedStep}`, { stage })}
      back={{ to: `${vacancyPath}?funnel=1`, label: vacancy }}
      columns={funnelColumns}
      rowHref={(row) => (row.canView ? `${vacancyPath}/applications/${row._id}` : undefined)}
      fields={[
        { kind: "choice", name: "stageId", label: t("stage"), options: stages, isRequired: true },
        {
          kind: "choice",
          name: "step",
          label: t("step"),
          options: funnelSteps.map((value) => ({ value, label: t(`columns.${value}`) })),
          isRequired: true,
        },
        {
          kind: "days",
          name: "from",
          label: t("columns.CAME"),
          zone: typeof tz === "string" ? tz : timeZone,
        },
      ]}
      empty={{ title: t("none") }}
    />
  );
}
