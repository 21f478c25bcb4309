import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { BrandingForm } from "~/components/settings/branding-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { settingsBranding } from "~/i18n/settings-branding";
import {
  brandingSchema,
  type BrandingValues,
  defaultTheme,
  readBranding,
  replaceBadLinks,
} from "~/models/settings/branding.schema";
import { addBranding, editBranding, getBranding } from "~/models/settings/branding.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(settingsBranding, "pageTitle");

const gate: Gate = { flag: "edgeCustomerBrandingEditEnabled" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, translate } = args;
  const t = translate(settingsBranding);
  const { data: branding, error } = await loaded(getBranding(api, scope.customerId), args, t("loadFailed"));
  const values: BrandingValues = {
    logoUrl: branding?.logoUrl ?? "",
    title: branding?.title ?? "",
    theme: branding?.theme ?? defaultTheme,
  };
  return {
    values,
    version: branding?.updatedAt ?? null,
    problem: error,
  };
});

/** The form again, with what it held for the preview. */
type Answer = { lastResult: SubmissionResult<string[]>; typed: BrandingValues; notice: Notice | null };

function again(
  { form }: FormArgs,
  lastResult: Answer["lastResult"],
  status = 400,
  notice: Notice | null = null,
) {
  return data<Answer>({ lastResult, typed: readBranding(form), notice }, { status });
}

async function save(args: FormArgs, exists: boolean) {
  const { api, scope, url, form, idempotencyKey, translate, notify } = args;
  const t = translate(settingsBranding);
  const submission = parseWithZod(form, { schema: brandingSchema(t) });
  if (submission.status !== "success") return again(args, submission.reply());
  const { theme, replaced } = replaceBadLinks(submission.value.theme);
  const values = { ...submission.value, theme };
  try {
    if (exists) await editBranding(api, scope.customerId, values, idempotencyKey);
    else await addBranding(api, scope, values, idempotencyKey);
  } catch (error) {
    const title = t(exists ? "editFailed" : "addFailed");
    const { notice, status } = failureNotice(error, args, { title });
    return again(args, submission.reply(), status, notice);
  }
  const parts = replaced.map((part) => t(`parts.${part}`)).join(", ");
  notify({
    tone: "success",
    title: t(exists ? "edited" : "added"),
    ...(parts && { description: t("linkReplaced", { parts }) }),
  });
  return redirect(url.pathname, 303);
}

export const action = consoleAction(gate, {
  create: (args) => save(args, false),
  save: (args) => save(args, true),
  /** The typed values in the preview, nothing saved (BRAND-15). */
  preview: (args) => {
    const submission = parseWithZod(args.form, { schema: brandingSchema(args.translate(settingsBranding)) });
    return again(args, submission.reply(), 200);
  },
});

export default function SettingsBranding() {
  const { values, version, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsBranding);
  return (
    <div className="settings-tab">
      <h2>{t("title")}</h2>
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {problem ? (
        <Callout tone={problem.tone} title={problem.title} role="alert">
          {problem.description}
        </Callout>
      ) : (
        <BrandingForm
          // What was saved is a new beginning for the form.
          key={version ?? "new"}
          values={values}
          exists={version !== null}
          lastResult={answer?.lastResult}
          typed={answer?.typed}
        />
      )}
    </div>
  );
}
