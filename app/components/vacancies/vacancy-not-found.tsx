import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { ButtonLink } from "~/components/ui/button";
import { BackLink } from "~/components/ui/page-header";
import { NotFound } from "~/components/ui/screens";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import type { ScreenError, VacancyMissing } from "~/services/screens.server";

/** What is told of a missing vacancy; undefined for other errors. */
function missingIn(error: unknown): VacancyMissing | undefined {
  const told = isRouteErrorResponse(error) ? (error.data as VacancyMissing | ScreenError | null) : null;
  return told?.screen === "vacancy-not-found" ? told : undefined;
}

/** What stands in place of a vacancy that could not be loaded (VAC-54); other errors have their usual screens. */
export function VacancyErrorBoundary() {
  const error = useRouteError();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  const { supportUrl } = useConsole();
  const missing = missingIn(error);
  if (!missing) return <ScreenErrorView />;
  return (
    <>
      {missing.listHref !== null && <BackLink to={missing.listHref} label={t("title")} />}
      <NotFound text={t("notFoundAdvice")}>
        <ButtonLink to={supportUrl}>{c("errors.contactSupport")}</ButtonLink>
      </NotFound>
    </>
  );
}
