import { useLoaderData } from "@remix-run/react";
import { RetentionForm } from "~/components/settings/retention-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Section } from "~/components/ui/layout";
import { settingsCompliance } from "~/i18n/settings-compliance";
import {
  defaultRetentionMonths,
  retentionSchema,
  retentionWord,
} from "~/models/settings/customer-setting.schema";
import { getRetention, saveRetention } from "~/models/settings/customer-setting.server";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(settingsCompliance, "pageTitle");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, translate } = args;
  const setting = await loaded(getRetention(api, scope), args, translate(settingsCompliance)("loadFailed"));
  return {
    values: setting.data?.retentionPeriod ?? {
      candidatePiiRetentionPeriod: defaultRetentionMonths,
      videoRetentionPeriod: defaultRetentionMonths,
    },
    version: setting.data?.version ?? null,
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
      // What the person saw decides between create and update, so that nothing saved elsewhere is overwritten unseen.
      save: async (values, version) => {
        await saveRetention(api, scope, values, version, idempotencyKey);
        return { done: t(version === null ? "created" : "updated") };
      },
      failed: { title: t("saveFailed") },
    };
  }),
});

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
    <Section title={t("title")} description={t("text")}>
      <RetentionForm {...form} />
    </Section>
  );
}
