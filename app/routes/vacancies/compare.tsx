import { useLoaderData, useLocation } from "@remix-run/react";
import applicationsStyles from "~/components/applications/applications.css?url";
import { CompareTable } from "~/components/applications/compare-table";
import compareStyles from "~/components/applications/compare.css?url";
import { Problem } from "~/components/area/problem";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { compare } from "~/i18n/compare";
import { mayOnApplications } from "~/models/applications/application-screen.server";
import { comparedIds, getCompared } from "~/models/applications/compare.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(applicationsStyles, compareStyles);

export const handle = fixedTitle(compare, "title");

export const ErrorBoundary = VacancyErrorBoundary;

/** Two to five candidates of a vacancy side by side (PIPE-05). */
export const loader = consoleLoader(screenGates["vacancies/:vacancyId/compare"], async (args) => {
  const { api, base, flags, translate, url } = args;
  const [vacancy, rights] = await Promise.all([vacancyOfAddress(args), args.rights()]);
  const ids = comparedIds(url.searchParams);
  const { data, error } = await loaded(
    ids.length > 0 ? getCompared(api, vacancy, ids) : Promise.resolve(null),
    args,
    translate(compare)("loadFailed"),
  );
  const params = new URLSearchParams(url.searchParams);
  params.delete("ids");
  return {
    problem: error,
    candidates: data?.candidates ?? [],
    mayOpen: mayOnApplications({ flags, rights }, data?.canView).open,
    stages: vacancy.workflow.stages.map(({ _id, name, product, dayLimit }) => ({
      ...{ _id, name, product, dayLimit },
    })),
    vacancyTitle: vacancy.title,
    vacancyPath: `${base}/vacancies/${vacancy._id}`,
    search: params.size > 0 ? `?${params}` : "",
  };
});

export default function CompareCandidates() {
  const { problem, vacancyTitle, ...data } = useLoaderData<typeof loader>();
  const { candidates, vacancyPath, search } = data;
  const t = useTexts(compare);
  const listHref = vacancyPath + search;
  const { key } = useLocation();
  return (
    <>
      <PageHeader title={t("title")} name={vacancyTitle} back={{ to: listHref, label: vacancyTitle }} />
      {problem ? (
        <Problem of={problem} />
      ) : candidates.length > 0 ? (
        <CompareTable key={key} {...data} />
      ) : (
        <div className="card">
          <EmptyState
            title={t("nobody")}
            text={t("nobodyText")}
            action={<ButtonLink to={listHref}>{vacancyTitle}</ButtonLink>}
          />
        </div>
      )}
    </>
  );
}
