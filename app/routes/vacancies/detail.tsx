import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/shell/console-context";
import { titledBy } from "~/components/shell/page-title";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { VacancyPanel } from "~/components/vacancies/vacancy-panel";
import { common } from "~/i18n/common";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import { vacancyOfAddress } from "~/models/vacancy-screen.server";
import { consoleLoader } from "~/services/guard.server";

const titleOf = (loaded: unknown) =>
  typeof loaded === "object" && loaded !== null && "vacancy" in loaded
    ? (loaded.vacancy as { title: string }).title
    : undefined;

export const handle = titledBy(
  (loaded, language) => titleOf(loaded) ?? translator(vacancies, language)("vacancy"),
);

export const ErrorBoundary = VacancyErrorBoundary;

export const loader = consoleLoader({ flag: "edgeVacancyDetailEnabled" }, async (args) => {
  const { api, scope, base, flags, params } = args;
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  return {
    base,
    vacancy,
    may: {
      edit: flags.oldEdgeFeaturesEnabled && flags.edgeVacancyEditEnabled && vacancy.archivedAt === null,
    },
  };
});

export default function VacancyDetail() {
  const { base, vacancy, may } = useLoaderData<typeof loader>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader
        title={vacancy.title}
        back={{ to: `${base}/vacancies`, label: t("title") }}
        tags={vacancy.archivedAt && <Badge>{t("archivedTag")}</Badge>}
        meta={[
          <>
            {t("createdOn")} <Time at={vacancy.createdAt} />
          </>,
          vacancy.archivedAt && (
            <>
              {t("archivedOn")} <Time at={vacancy.archivedAt} />
            </>
          ),
        ]}
        actions={
          may.edit && (
            <ButtonLink to={`${base}/vacancies/${vacancy._id}/edit`} icon="edit">
              {c("actions.edit")}
            </ButtonLink>
          )
        }
      />
      <VacancyPanel vacancy={vacancy} />
    </>
  );
}
