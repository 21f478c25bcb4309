import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { ScreenState } from "~/components/ui/screens";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { applications } from "~/i18n/applications";
import { findInsights } from "~/models/applications/application.server";
import { candidatesHref } from "~/models/applications/candidate-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** `leadsOn` makes the page redirect without JS too. */
export const handle = { ...fixedTitle(applications, "insights.title"), leadsOn: true };
export const ErrorBoundary = VacancyErrorBoundary;

/**
 * Redirects to a candidate's insights, outside the console (APP-34). It is a page, since browsers restrict a
 * form's redirects to this origin. It changes nothing: the button before it has already marked the insights
 * as viewed.
 */
export const loader = consoleLoader(
  { flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"] },
  async (args) => {
    const { api, param, translate, notify } = args;
    const backHref = candidatesHref(args);
    const vacancy = await vacancyOfAddress(args);
    const insights = await findInsights(api, vacancy, param("applicationId"));
    if (!insights) {
      notify({ tone: "warning", title: translate(applications)("insights.gone") });
      throw redirect(backHref);
    }
    return { href: insights.href, backHref };
  },
);

export default function Insights() {
  const { href, backHref } = useLoaderData<typeof loader>();
  const t = useTexts(applications);
  useEffect(() => window.location.replace(href), [href]);
  return (
    <ScreenState icon="external" title={t("insights.title")} text={t("insights.text")}>
      <ButtonLink to={backHref}>{t("insights.back")}</ButtonLink>
      <ButtonLink to={href} variant="solid" rel="noreferrer">
        {t("insights.link")}
      </ButtonLink>
    </ScreenState>
  );
}
