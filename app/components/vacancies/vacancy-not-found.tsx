import { useConsole, useTexts } from "~/components/context/console-context";
import { recordBoundary } from "~/components/shell/record-boundary";
import { ButtonLink } from "~/components/ui/button";
import { BackLink } from "~/components/ui/page-header";
import { NotFound } from "~/components/ui/screens";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";

/** Shown instead of a vacancy that could not be loaded (VAC-54). */
export const VacancyErrorBoundary = recordBoundary("vacancy", function VacancyMissing({ listHref }) {
  const t = useTexts(vacancies);
  const c = useTexts(common);
  const { supportUrl } = useConsole();
  return (
    <>
      {listHref !== null && <BackLink to={listHref} label={t("title")} />}
      <NotFound text={t("notFoundAdvice")}>
        <ButtonLink to={supportUrl}>{c("errors.contactSupport")}</ButtonLink>
      </NotFound>
    </>
  );
});
