import { useLoaderData } from "@remix-run/react";
import { RetentionForm } from "~/components/settings/retention-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { settingsCompliance } from "~/i18n/settings-compliance";
import {
  defaultRetentionMonths,
  retentionSchema,
  retentionWord,
} from "~/models/settings/customer-setting.schema";
import { getRetention, saveRetention } from "~/models/settings/customer-setting.server";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(settingsCompliance, "pageTitle");

const gate = settingsGate;

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, translate } = args;
  const [setting, mayEdit] = await Promise.all([
    loaded(getRetention(api, scope), args, translate(settingsCompliance)("loadFailed")),
    holdsRight(args, settingsRight),
  ]);
  return {
    values: setting.data?.retentionPeriod ?? {
      candidatePiiRetentionPeriod: defaultRetentionMonths,
      videoRetentionPeriod: defaultRetentionMonths,
    },
    version: setting.data?.version ?? null,
    mayEdit,
    problem: setting.error,
  };
});

const schema = ({ translate }: FormArgs) => retentionSchema(translate(settingsCompliance));

export const action = consoleAction(gate, {
  save: formAction(schema, ({ api, scope, idempotencyKey, translate }) => {
    const t = translate(settingsCompliance);
    return {
      // Nothing is saved before the word was typed (COMP-08, COMP-09).
      question: (values) => ({
        title: t("confirmTitle"),
        text: [
          t("confirmText", { count: values.candidatePiiRetentionPeriod }),
          t("confirmVideo", { count: values.videoRetentionPeriod }),
          t("confirmWarning"),
        ],
        confirm: t("update"),
        danger: true,
        word: retentionWord,
        wrongWord: t("errors.mismatch"),
      }),
      // The version that the person saw decides between create and update, so that nothing is overwritten unseen.
      save: async (values, version, isNew) => {
        await saveRetention(api, scope, values, isNew ? null : version, idempotencyKey);
        return { done: t(isNew ? "created" : "updated") };
      },
      failed: { title: t("saveFailed") },
    };
  }),
});

const intent = intentsOf<typeof action>();

export default function SettingsCompliance() {
  const { problem, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(settingsCompliance);
  if (problem) {
    return (
      <Callout tone={problem.tone} title={problem.title} role="alert">
        {problem.description}
      </Callout>
    );
  }
  return (
    <FormSection title={t("title")} description={t("text")}>
      <RetentionForm intent={intent("save")} {...form} />
    </FormSection>
  );
}
