import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { ComplianceViews } from "~/components/retention/compliance-views";
import { ReleaseForm } from "~/components/retention/release-form";
import { useUtcDay } from "~/components/retention/utc-day";
import { fixedTitle } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { common } from "~/i18n/common";
import { retention } from "~/i18n/retention";
import { holdOnHref, holdOnText } from "~/models/retention/hold-words";
import { releaseSchema } from "~/models/retention/hold.schema";
import { getHold, releaseHold } from "~/models/retention/hold.server";
import { isApiMessage } from "~/services/api-messages";
import { formAction } from "~/services/form-action.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(retention, "holds.hold");

const applicationScreen = "vacancies/:vacancyId/applications/:applicationId";

export const loader = consoleLoader(screenGates["settings/compliance/holds/:holdId"], async (args) => {
  const { api, base, flags, param, rights, translate } = args;
  const [hold, held] = await Promise.all([getHold(api, param("holdId")), rights()]);
  const on = holdOnText(translate(retention), hold.on);
  const shownOn = hold.on.kind === "VACANCY" ? "vacancies/:vacancyId" : applicationScreen;
  return {
    base,
    hold,
    // The right to see holds does not include the right to see candidates.
    href: isGateOpen(screenGates[shownOn], { flags, rights: held }) ? holdOnHref(base, hold.on) : null,
    on,
    recordName: on,
    mayRelease:
      hold.releasedAt === null &&
      isGateOpen(screenGates["settings/compliance/holds/create"], { flags, rights: held }),
  };
});

export const action = consoleAction(screenGates["settings/compliance/holds/create"], {
  release: formAction(
    ({ translate }) => releaseSchema(translate(retention)),
    ({ api, base, notify, param, translate, url }) => {
      const t = translate(retention);
      return {
        save: async ({ reason }) => {
          try {
            await releaseHold(api, { _id: param("holdId"), reason });
          } catch (error) {
            if (!isApiMessage(error, "holdReleased")) throw error;
            // The page of a released hold has no form to show the message at.
            notify({ tone: "warning", title: t("holds.alreadyReleased") });
            throw redirect(url.pathname, 303);
          }
          return { done: t("holds.releaseDone"), to: `${base}/settings/compliance/holds` };
        },
        failed: { title: t("holds.releaseFailed") },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

/** One hold: subject, reason, review date, and its release (RET-11). */
export default function HoldPage() {
  const { base, hold, href, on, mayRelease } = useLoaderData<typeof loader>();
  const t = useTexts(retention);
  const c = useTexts(common);
  const dayOf = useUtcDay();
  const history = useHistory();
  const released =
    hold.releasedAt === null
      ? []
      : [
          { label: t("holds.releasedAt"), value: <Time at={hold.releasedAt} kind="dateTime" /> },
          { label: t("holds.releasedBy"), value: hold.releasedBy ?? t("change.removedUser") },
          { label: t("holds.releaseReason"), value: <bdi>{hold.releaseReason}</bdi> },
        ];
  return (
    <div className="settings-tab">
      <ComplianceViews base={base} current="holds" mayHolds />
      {hold.isPastReview && (
        <Callout tone="warning" title={t("holds.past")}>
          {t("holds.pastText")}
        </Callout>
      )}
      <Card title={on}>
        <DataList
          items={[
            { label: t("holds.reason"), value: <bdi>{hold.reason}</bdi> },
            { label: t("holds.placedBy"), value: hold.placedBy ?? t("change.removedUser") },
            { label: t("holds.placedAt"), value: <Time at={hold.placedAt} kind="dateTime" /> },
            { label: t("holds.reviewAt"), value: dayOf(hold.reviewAt) },
            ...released,
          ]}
        />
        <p className="row">
          {href && <a href={href}>{t("holds.open")}</a>} {history("HOLD", hold._id, c("actions.history"))}
        </p>
      </Card>
      {mayRelease && (
        <Card title={t("holds.releaseTitle")}>
          <ReleaseForm intent={intent("release")} />
        </Card>
      )}
    </div>
  );
}
