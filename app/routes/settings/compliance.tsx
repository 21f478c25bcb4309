import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { TypedConfirmDialog } from "~/components/form/confirm-dialog";
import { RetentionForm } from "~/components/settings/retention-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Section } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { settingsCompliance } from "~/i18n/settings-compliance";
import {
  defaultRetentionMonths,
  retentionSchema,
  retentionWord,
} from "~/models/settings/customer-setting.schema";
import { getRetention, type RetentionPeriod, saveRetention } from "~/models/settings/customer-setting.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

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
    mode: setting.data ? ("update" as const) : ("create" as const),
    version: setting.data?.updatedAt ?? "new",
    problem: setting.error,
    idempotencyKey: crypto.randomUUID(),
  };
});

/** The form again: with errors, or with the question before saving. */
type Answer = {
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
  question: { values: RetentionPeriod; mode: string; errors: string[] } | null;
};

function again(answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) {
  return data<Answer>({ notice: null, question: null, ...answer }, { status });
}

const parse = ({ form, translate }: FormArgs) =>
  parseWithZod(form, { schema: retentionSchema(translate(settingsCompliance)) });

/** What the person saw decides between create and update, so that nothing saved elsewhere is overwritten unseen. */
const modeOf = ({ form }: FormArgs) => (form.get("mode") === "create" ? "create" : "update");

export const action = consoleAction(gate, {
  /** Checks the form, then asks to type the word (COMP-08). */
  save: (args) => {
    const submission = parse(args);
    if (submission.status !== "success") return again({ lastResult: submission.reply() });
    const question = { values: submission.value, mode: modeOf(args), errors: [] };
    return again({ lastResult: submission.reply(), question }, 200);
  },

  /** Back from the question to the form as it was (COMP-09). */
  cancel: (args) => again({ lastResult: { initialValue: parse(args).reply().initialValue } }, 200),

  confirm: async (args) => {
    const { api, scope, url, form, idempotencyKey, translate, notify } = args;
    const t = translate(settingsCompliance);
    const submission = parse(args);
    if (submission.status !== "success") return again({ lastResult: submission.reply() });
    const mode = modeOf(args);
    if (form.get("confirmation") !== retentionWord) {
      const question = { values: submission.value, mode, errors: [t("errors.mismatch")] };
      return again({ lastResult: submission.reply(), question });
    }
    try {
      await saveRetention(api, scope, submission.value, mode, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, { title: t("saveFailed") });
      return again({ lastResult: submission.reply(), notice }, status);
    }
    notify({ tone: "success", title: t(mode === "create" ? "created" : "updated") });
    return redirect(url.pathname, 303);
  },
});

export default function SettingsCompliance() {
  const { values, mode, version, problem, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsCompliance);
  if (problem) {
    return (
      <Callout tone={problem.tone} title={problem.title} role="alert">
        {problem.description}
      </Callout>
    );
  }
  const question = answer?.question;
  return (
    <Section title={t("title")} description={t("text")}>
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      <RetentionForm
        // What was saved is a new beginning for the form.
        key={version}
        {...{ values, mode, idempotencyKey }}
        lastResult={answer?.lastResult}
      />
      {question && (
        <TypedConfirmDialog
          title={t("confirmTitle")}
          text={[
            t("confirmText", { count: question.values.candidatePiiRetentionPeriod }),
            t("confirmVideo", { count: question.values.videoRetentionPeriod }),
            t("confirmWarning"),
          ]}
          word={retentionWord}
          errors={question.errors}
          holdBack={false}
          confirmLabel={t("update")}
          idempotencyKey={idempotencyKey}
          fields={{
            mode: question.mode,
            candidatePiiRetentionPeriod: String(question.values.candidatePiiRetentionPeriod),
            videoRetentionPeriod: String(question.values.videoRetentionPeriod),
          }}
        />
      )}
    </Section>
  );
}
