import { useLoaderData } from "@remix-run/react";
import { useMailState, useNoReportMailText } from "~/components/applications/use-mail-state";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { ButtonLink } from "~/components/ui/button";
import { DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { common } from "~/i18n/common";
import { getReportEmailState } from "~/models/applications/application.server";
import { pageBehindDialog, redirectFromGoneCandidate } from "~/models/applications/candidate-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { loaded } from "~/services/failure.server";
import { consoleLoader } from "~/services/guard.server";

export const handle = fixedTitle(applications, "report.emailState");

/** Shows the delivery state of a candidate's My Insights report mail (APP-49, APP-50). */
export const loader = consoleLoader(
  { flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"] },
  async (args) => {
    const { api, param, translate } = args;
    const backHref = pageBehindDialog(args);
    const [, { data: state, error }] = await Promise.all([
      vacancyOfAddress(args),
      loaded(
        getReportEmailState(api, param("vacancyId"), param("applicationId")),
        args,
        translate(applications)("report.loadFailed"),
      ),
    ]);
    if (!state && !error) throw redirectFromGoneCandidate(args);
    return { state, problem: error, backHref };
  },
);

export default function EmailState() {
  const { state, problem, backHref } = useLoaderData<typeof loader>();
  const t = useTexts(applications);
  const c = useTexts(common);
  const mailState = useMailState();
  const none = useNoReportMailText(state?.isAged ?? false);
  return (
    <Dialog title={state ? t("report.emailStateOf", { name: state.name }) : t("report.emailState")}>
      <Problem of={problem} />
      {state &&
        (state.event ? (
          <DataList
            items={[
              {
                label: t("report.state"),
                value: mailState(state.event.eventType),
              },
              { label: t("report.time"), value: <Time at={state.event.timestamp} kind="dateTime" /> },
            ]}
          />
        ) : (
          <p>{none}</p>
        ))}
      <DialogActions>
        <ButtonLink to={backHref} data-keep-scroll="" data-dialog-cancel="">
          {c("actions.close")}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}
