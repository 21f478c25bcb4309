import { useActionData, useLoaderData } from "@remix-run/react";
import { RetentionForm } from "~/components/settings/retention-form";
import { useTexts } from "~/components/context/console-context";
import { ChangeNotice } from "~/components/retention/change-notice";
import { ComplianceViews } from "~/components/retention/compliance-views";
import { fixedTitle } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import { FormSection } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { retention } from "~/i18n/retention";
import { settingsCompliance } from "~/i18n/settings-compliance";
import { cancelPendingChange, complianceOf, shorterText } from "~/models/retention/compliance-screen.server";
import { previewChange } from "~/models/retention/retention.server";
import { retentionSchema, retentionWord } from "~/models/settings/customer-setting.schema";
import { saveRetention } from "~/models/settings/customer-setting.server";
import { formAction } from "~/services/form-action.server";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settingsCompliance, "pageTitle");

const gate = settingsGate;

export const loader = consoleLoader(gate, complianceOf);

const schema = ({ translate }: FormArgs) => retentionSchema(translate(settingsCompliance));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, translate } = args;
    const t = translate(settingsCompliance);
    return {
      // Nothing is saved until the confirmation word is typed (COMP-08, COMP-09).
      question: async (values) => {
        const preview = await previewChange(api, values);
        return {
          title: t("confirmTitle"),
          text: [
            t("confirmText", { count: values.candidatePiiRetentionPeriod }),
            t("confirmVideo", { count: values.videoRetentionPeriod }),
            ...shorterText(args, preview),
          ],
          confirm: t("update"),
          danger: true,
          word: retentionWord,
          wrongWord: t("errors.mismatch"),
        };
      },
      // The version the person saw decides between create and update, so that nothing is overwritten unseen.
      save: async (values, version, isNew) => {
        await saveRetention(api, values, isNew ? null : version);
        return { done: t(isNew ? "created" : "updated") };
      },
      failed: { title: t("saveFailed") },
    };
  }),
  cancel: cancelPendingChange,
});

const intent = intentsOf<typeof action>();

export default function SettingsCompliance() {
  const { problem, base, change, views, ...form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsCompliance);
  const r = useTexts(retention);
  if (problem) return <Problem of={problem} />;
  const notice = answer && "notice" in answer && !("form" in answer) ? answer.notice : null;
  return (
    <div className="settings-tab">
      {views && <ComplianceViews base={base} current="periods" mayHolds={views.mayHolds} />}
      <Notices notices={notice ? [notice] : []} />
      {change && <ChangeNotice change={change} cancel={form.mayEdit ? intent("cancel") : null} />}
      <FormSection title={t("title")} description={`${t("text")} ${r("clock")}`}>
        <RetentionForm intent={intent("save")} {...form} />
      </FormSection>
    </div>
  );
}
