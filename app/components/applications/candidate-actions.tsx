import { SelectField } from "~/components/form/choice-fields";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { usePostedValues } from "~/components/table/posted-values";
import { useTexts } from "~/components/context/console-context";
import { Card } from "~/components/ui/layout";
import { applications } from "~/i18n/applications";
import { thread as texts } from "~/i18n/thread";
import { settableStatuses } from "~/models/applications/application-options";
import { declineText, type MessageFacts, messageRefusal } from "~/models/applications/candidate-messages";
import type { DeclineChoice } from "~/models/applications/decline-reasons.server";
import type { Thread } from "~/models/applications/thread.server";
import type { Neighbour } from "~/models/list/neighbours.server";
import { withDetail } from "~/services/intents";
import { DeclineReasonField } from "./decline-reason-field";
import type { ApplicationIntents } from "./application-actions";

/** Progress states in which the assessment link still works (APP-44). */
const openProgress = ["APPS_ASSESSMENT_ORDER_COMPLETED", "APPS_ASSESSMENT_INPROGRESS"];

/** Form id of the page's buttons, including those in the header menu. */
export const actionsFormId = "candidate-actions";

type CandidateActionsProps = {
  thread: Thread;
  stages: readonly { _id: string; name: string }[];
  intents: ApplicationIntents;
  messages: MessageFacts;
  declining: DeclineChoice | null;
  /** The next candidate in the list the page was opened from; a decision leads there (PIPE-09). */
  next: Neighbour | null;
  /** The page's address with the list's query. */
  action: string;
};

/** The list's bulk actions for this one candidate: status, stage, link (APP-36). */
export function CandidateActions({
  thread: { row, candidate, asOf },
  stages,
  intents,
  messages,
  declining,
  next,
  action,
}: CandidateActionsProps) {
  const t = useTexts(applications);
  const words = useTexts(texts);
  const at = stages.findIndex(({ _id }) => _id === row.stageId);
  const laterStages = stages.slice(at + 1).map(({ _id, name }) => ({ value: _id, label: name }));
  const isLastStage = laterStages.length === 0;
  const isClosed = row.isDeidentified;
  const { posted } = usePostedValues(actionsFormId);
  const toStage = posted?.toStage?.[0];
  const isOpen = openProgress.some((one) => one === row.progress);
  const hasPhone = Boolean(candidate.phoneNumber);
  const whyNoResend =
    messageRefusal(t, messages.resend, hasPhone) ?? (isOpen ? undefined : t("bulk.resendClosed"));
  const quiet = { variant: "outline" } as const;
  return (
    <Card title={words("actions")}>
      <PostForm
        id={actionsFormId}
        action={action}
        className="candidate-actions rt-Flex rt-r-fd-column rt-r-ai-stretch rt-r-gap-3"
        replace
      >
        <input type="hidden" name="list" value={actionsFormId} />
        <input type="hidden" name="ids" value={row._id} />
        <input type="hidden" name="asOf" value={asOf} />
        {next && <HiddenFields values={{ nextId: next._id, nextPage: String(next.page) }} />}
        <fieldset className="field candidate-statuses">
          <legend>{t("bulk.updateStatus")}</legend>
          <div className="rt-Flex rt-r-fw-wrap rt-r-gap-1">
            {settableStatuses.map((value, index) => (
              <SubmitButton
                key={value}
                intent={withDetail(intents.status, value)}
                size="small"
                variant={row.status === value ? "soft" : "outline"}
                disabled={row.status === value}
                data-key={index + 1}
                aria-keyshortcuts={String(index + 1)}
              >
                {t(`status.${value}`)} <kbd aria-hidden="true">{index + 1}</kbd>
              </SubmitButton>
            ))}
          </div>
        </fieldset>
        {/* The next candidate's decline and move start without this one's choices. */}
        <DeclineReasonField key={row._id} choice={declining} list={actionsFormId} />
        {!row.isDeidentified && <p className="small muted">{declineText(t, messages.decline)}</p>}
        <div className="candidate-action rt-r-display-grid rt-r-ai-end rt-r-gap-2">
          <SelectField
            key={`${row._id} stage ${toStage}`}
            defaultValue={toStage}
            name="toStage"
            label={t("bulk.moveTo")}
            placeholder={t(isLastStage ? "bulk.lastStage" : "bulk.chooseStage")}
            options={laterStages}
            disabled={isLastStage || isClosed}
          />
          <SubmitButton intent={intents.move} disabled={isLastStage || isClosed} {...quiet}>
            {t("bulk.move")}
          </SubmitButton>
        </div>
        <SubmitButton
          intent={intents.resend}
          icon="send"
          disabled={isClosed || whyNoResend !== undefined}
          {...quiet}
        >
          {t("bulk.resend")}
        </SubmitButton>
        {!row.isDeidentified && whyNoResend && <p className="small muted">{whyNoResend}</p>}
        {row.isDeidentified && <p className="small muted">{t("deidentified")}</p>}
      </PostForm>
    </Card>
  );
}
