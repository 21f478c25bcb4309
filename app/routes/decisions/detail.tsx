import { useActionData, useLoaderData } from "@remix-run/react";
import { Problem } from "~/components/area/problem";
import { useConsole, useTexts } from "~/components/context/console-context";
import { useHistory } from "~/components/context/history";
import { resultTone } from "~/components/decisions/decision-columns";
import { ReviewForm } from "~/components/decisions/review-form";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { fixedTitle } from "~/components/shell/page-title";
import { useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { Callout } from "~/components/ui/callout";
import { Card, DataList } from "~/components/ui/layout";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import { rules } from "~/i18n/rules";
import { decisionActions } from "~/models/decisions/decision-screen.server";
import { getDecision } from "~/models/decisions/decision.server";
import {
  contestText,
  figuresInWords,
  resultInWords,
  reviewInWords,
  utcDay,
} from "~/models/decisions/decision-words";
import { statusNameOf } from "~/models/workflows/statuses";
import { ruleInWords } from "~/models/workflows/workflow-rules";
import { decisionsArea } from "~/areas/pages";
import { detailOrNotice } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(decisions, "detailTitle");

const candidateScreen = "vacancies/:vacancyId/applications/:applicationId";

export const loader = consoleLoader(screenGates["decisions/:decisionId"], async (args) => {
  const { api, base, flags, param, rights, translate } = args;
  const t = translate(decisions);
  const [{ data: decision, error }, held] = await Promise.all([
    detailOrNotice(getDecision(api, param("decisionId")), args, t("detailFailed")),
    rights(),
  ]);
  const may = (path: "vacancies/:vacancyId" | typeof candidateScreen) =>
    decision?.canViewVacancy === true && isGateOpen(screenGates[path], { flags, rights: held });
  const vacancyHref = `${base}/vacancies/${decision?.vacancyId}`;
  return {
    base,
    decision,
    problem: error,
    recordName: decision ? (decision.candidate ?? t("deidentified")) : undefined,
    vacancyHref: may("vacancies/:vacancyId") ? vacancyHref : null,
    candidateHref: may(candidateScreen) ? `${vacancyHref}/applications/${decision?.applicationId}` : null,
    mayReview: decision?.canReview === true,
  };
});

export const action = consoleAction(decisionsArea.actions.review, decisionActions);

const intent = intentsOf<typeof action>();

/** One decision: the rule's action and reason, and its review (DEC-01, DEC-04). */
export default function DecisionPage() {
  const { base, decision, problem, recordName, vacancyHref, candidateHref, mayReview } =
    useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(decisions);
  const a = useTexts(applications);
  const r = useTexts(rules);
  const { language } = useConsole();
  const history = useHistory();
  const statusName = statusNameOf(a);
  const back = { to: useOpenedListHref(`${base}/decisions`), label: t("title") };
  if (!decision)
    return (
      <>
        <PageHeader title={t("detailTitle")} back={back} />
        <Problem of={problem} />
      </>
    );
  const linked = (href: string | null, text: string) =>
    href === null ? <bdi>{text}</bdi> : <a href={href}>{text}</a>;
  const contested = contestText(decision, t);
  const isOpen = decision.contest === "OPEN";
  return (
    <>
      <PageHeader
        title={t("detailTitle")}
        {...(recordName !== undefined && { name: recordName })}
        back={back}
        tags={
          <>
            <Badge tone={resultTone(decision)}>{resultInWords(decision, t, a)}</Badge>
            {decision.isWaiting && <Badge tone="amber">{t("reviews.waiting")}</Badge>}
          </>
        }
        actions={history("DECISION", decision._id)}
      />
      {answer && !("form" in answer) && <Notices notices={answer.notice ? [answer.notice] : []} />}
      <div className="rt-r-display-grid rt-r-gap-4">
        {decision.isWaiting && (
          <Callout tone="warning" title={t("waitingTitle")}>
            {t("waitingText")}
          </Callout>
        )}
        {isOpen && decision.answerDueAt !== null && (
          <Callout tone="warning" title={t("contestedTitle")}>
            {t("contestedText", {
              name: decision.contestedBy ?? t("removedUser"),
              day: utcDay(decision.answerDueAt, language),
            })}
          </Callout>
        )}
        <Card title={t("whatHappened")}>
          <DataList
            items={[
              { label: t("candidate"), value: linked(candidateHref, recordName ?? "") },
              { label: t("vacancy"), value: linked(vacancyHref, decision.vacancyName) },
              { label: t("decidedAt"), value: <Time at={decision.decidedAt} kind="dateTime" /> },
              { label: t("workflow"), value: <bdi>{decision.rule.workflowName}</bdi> },
              { label: t("stage"), value: <bdi>{decision.rule.stageName}</bdi> },
              { label: t("rule"), value: ruleInWords(decision.rule.trigger, r, statusName) },
              { label: t("writer"), value: <bdi>{decision.ruleWriter ?? t("writerUnknown")}</bdi> },
              ...figuresInWords(decision, t, a),
              { label: t("result"), value: resultInWords(decision, t, a) },
              { label: t("statusNow"), value: statusName(decision.currentStatus) },
            ]}
          />
        </Card>
        <Card
          title={t("review")}
          actions={
            mayReview && (
              <PostForm className="" intent={intent(isOpen ? "takeBack" : "contest")}>
                <HiddenFields values={{ version: String(decision.version) }} />
                <SubmitButton variant="outline" size="small" icon="flag">
                  {t(isOpen ? "contest.takeBack" : "contest.button")}
                </SubmitButton>
              </PostForm>
            )
          }
        >
          <DataList
            items={[
              { label: t("review"), value: <bdi>{reviewInWords(decision, t, a)}</bdi> },
              ...(decision.reviewedAt === null
                ? []
                : [
                    { label: t("reviewedAt"), value: <Time at={decision.reviewedAt} kind="dateTime" /> },
                    { label: t("reason"), value: <bdi>{decision.reviewReason}</bdi> },
                  ]),
              ...(contested === null
                ? []
                : [
                    {
                      label: t("contested"),
                      value: isOpen ? (
                        <>
                          {contested} <Time at={decision.answerDueAt} kind="day" />
                        </>
                      ) : (
                        contested
                      ),
                    },
                  ]),
            ]}
          />
        </Card>
        {mayReview && (
          <Card title={t("form.title")}>
            <div className="rt-r-display-grid rt-r-gap-4">
              {decision.isOwnRule && <Callout tone="neutral">{t("ownRule")}</Callout>}
              <ReviewForm intent={intent("review")} decision={decision} />
            </div>
          </Card>
        )}
      </div>
    </>
  );
}
