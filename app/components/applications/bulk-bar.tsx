import { SelectField } from "~/components/form/choice-fields";
import { useTexts } from "~/components/context/console-context";
import { BulkButton } from "~/components/table/selection";
import { useHydrated } from "remix-utils/use-hydrated";
import { applications } from "~/i18n/applications";
import { settableStatuses } from "~/models/applications/application-options";
import type { ApplicationIntents } from "./application-actions";

type BulkBarProps = { intents: ApplicationIntents; laterStages: readonly { value: string; label: string }[] };

/** What can be done to the chosen applications (APP-36). Scripts show it once some are chosen. */
export function BulkBar({ intents, laterStages }: BulkBarProps) {
  const t = useTexts(applications);
  const hydrated = useHydrated();
  const isLastStage = laterStages.length === 0;
  return (
    <>
      <div className="bulk-action">
        <SelectField
          name="newStatus"
          label={t("bulk.updateStatus")}
          placeholder={t("bulk.chooseStatus")}
          options={settableStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <BulkButton intent={intents.status}>{t("bulk.apply")}</BulkButton>
      </div>
      <div className="bulk-action">
        <SelectField
          name="toStage"
          label={t("bulk.moveTo")}
          placeholder={t(isLastStage ? "bulk.lastStage" : "bulk.chooseStage")}
          options={laterStages}
          disabled={isLastStage}
        />
        <BulkButton
          intent={intents.move}
          // Without scripts the server says why not (GEN-21).
          disabled={hydrated && isLastStage}
          title={isLastStage ? t("bulk.lastStage") : undefined}
        >
          {t("bulk.move")}
        </BulkButton>
      </div>
      <BulkButton intent={intents.resend} icon="send">
        {t("bulk.resend")}
      </BulkButton>
    </>
  );
}
