import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { ButtonLink } from "~/components/ui/button";
import { BackLink } from "~/components/ui/page-header";
import { NotFound } from "~/components/ui/screens";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";

const isMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.data as { screen?: unknown } | null)?.screen === "vacancy-not-found";

/** What stands in place of a vacancy that could not be loaded (VAC-54); other errors have their usual screens. */
export function VacancyErrorBoundary() {
  const error = useRouteError();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  const { supportUrl } = useConsole();
  const { awsRegion, customerId } = useParams();
  if (!isMissing(error)) return <ScreenErrorView />;
  return (
    <>
      <BackLink to={`/region/${awsRegion}/customers/${customerId}/vacancies`} label={t("title")} />
      <NotFound text={t("notFoundAdvice")}>
        <ButtonLink to={supportUrl}>{c("errors.contactSupport")}</ButtonLink>
      </NotFound>
    </>
  );
}
