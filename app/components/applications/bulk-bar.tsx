import { SelectField } from "~/components/form/choice-fields";
import { useTexts } from "~/components/context/console-context";
import { usePostedValues } from "~/components/table/posted-values";
import { BulkButton } from "~/components/table/bulk-button";
import { buttonLook } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { applications } from "~/i18n/applications";
import { compare } from "~/i18n/compare";
import { settableStatuses } from "~/models/applications/application-options";
import { declineText, type MessageFacts, smsLimitText } from "~/models/applications/candidate-messages";
import type { DeclineChoice } from "~/models/applications/decline-reasons.server";
import { DeclineReasonField } from "./decline-reason-field";
import type { ApplicationIntents } from "./application-actions";

type BulkBarProps = {
  intents: ApplicationIntents;
  laterStages: readonly { value: string; label: string }[];
  messages: MessageFacts;
  declining: DeclineChoice | null;
  /** Maximum number of ticked rows. */
  most: number;
};

/** Actions on the selected applications (APP-36). With JS they show once a row is selected. */
export function BulkBar({ intents, laterStages, messages, declining, most }: BulkBarProps) {
  const t = useTexts(applications);
  const { posted } = usePostedValues("applications");
  const smsLimit = smsLimitText(t, { people: null, most, ...messages.decline });
  const newStatus = posted?.newStatus?.[0];
  // The only later stage is chosen already (APP-92).
  const toStage = posted?.toStage?.[0] ?? (laterStages.length === 1 ? laterStages[0]?.value : undefined);
  const isLastStage = laterStages.length === 0;
  return (
    <details className="bulk-more">
      <summary {...buttonLook()}>
        {t("bulk.actions")}
        <Icon name="chevron-down" />
      </summary>
      <div className="bulk-more-actions">
        <div className="bulk-action rt-Flex rt-r-ai-center rt-r-gap-2">
          <SelectField
            // A select keeps its first default value; the key resets it.
            key={`status ${newStatus}`}
            defaultValue={newStatus}
            name="newStatus"
            label={t("bulk.updateStatus")}
            labelHidden
            placeholder={t("bulk.updateStatus")}
            options={settableStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
          {declining && (
            <div className="bulk-decline">
              <DeclineReasonField choice={declining} list="applications" />
            </div>
          )}
          <BulkButton intent={intents.status}>{t("bulk.apply")}</BulkButton>
        </div>
        <div className="bulk-action rt-Flex rt-r-ai-center rt-r-gap-2">
          <SelectField
            key={`stage ${toStage}`}
            defaultValue={toStage}
            name="toStage"
            label={t("bulk.moveTo")}
            labelHidden
            placeholder={t(isLastStage ? "bulk.lastStage" : "bulk.moveTo")}
            options={laterStages}
            disabled={isLastStage}
          />
          <BulkButton
            intent={intents.move}
            disabled={isLastStage}
            title={isLastStage ? t("bulk.lastStage") : undefined}
          >
            {t("bulk.move")}
          </BulkButton>
        </div>
        <BulkButton intent={intents.resend} icon="send">
          {t("bulk.resend")}
        </BulkButton>
        <BulkButton intent={intents.compare} icon="layers" className="bulk-compare">
          <span>{useTexts(compare)("button")}</span>
        </BulkButton>
        <p className="small muted bulk-note">
          {declineText(t, messages.decline)} {smsLimit}
        </p>
      </div>
    </details>
  );
}
