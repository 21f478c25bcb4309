import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { EmailDomainStatus } from "~/components/settings/email-domain-status";
import { RecordsStep, SenderStep, ToggleStep } from "~/components/settings/email-domain-steps";
import { NewEmailDomainForm } from "~/components/settings/new-email-domain-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import {
  displayNameSchema,
  dnsRecordsOf,
  domainOf,
  newEmailDomainSchema,
} from "~/models/settings/email-domain.schema";
import {
  createEmailDomain,
  getEmailDomain,
  renameEmailDomain,
  retryVerification,
  switchEmailDomain,
} from "~/models/settings/email-domain.server";
import { env } from "~/services/env.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(settingsEmailDomain, "pageTitle");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, translate } = args;
  const t = translate(settingsEmailDomain);
  const { data: domain, error } = await loaded(getEmailDomain(api, scope.customerId), args, t("loadFailed"));
  return {
    customerName: scope.customerDisplayName,
    here: url.pathname,
    domain,
    records: domain ? dnsRecordsOf(domain.emailAddress, domain.emailIdentity.dkimTokens, env.DKIM_HOST) : [],
    isSettingUp: url.searchParams.has("setup"),
    problem: error,
  };
});

/** The page again: with errors, with a notice, or with the question before the address is kept for good. */
type Answer = {
  lastResult?: SubmissionResult<string[]>;
  notice: Notice | null;
  confirming: string | null;
};

function again(answer: Partial<Answer>, status = 400) {
  return data<Answer>({ notice: null, confirming: null, ...answer }, { status });
}

/** Makes a change, then shows the page anew with what came of it. */
async function change(
  args: FormArgs,
  work: () => Promise<void>,
  words: { done?: string; failed: string },
  lastResult?: SubmissionResult<string[]>,
) {
  try {
    await work();
  } catch (error) {
    const { notice, status } = failureNotice(error, args, { title: words.failed });
    return again({ lastResult, notice }, status);
  }
  if (words.done) args.notify({ tone: "success", title: words.done });
  return redirect(args.url.pathname, 303);
}

const parseNew = ({ form, translate }: FormArgs) =>
  parseWithZod(form, { schema: newEmailDomainSchema(translate(settingsEmailDomain)) });

function switchTo(args: FormArgs, isOn: boolean) {
  const { api, scope, idempotencyKey, translate } = args;
  const t = translate(settingsEmailDomain);
  return change(args, () => switchEmailDomain(api, scope.customerId, isOn, idempotencyKey), {
    done: t(isOn ? "switchedOn" : "switchedOff"),
    failed: t(isOn ? "switchOnFailed" : "switchOffFailed"),
  });
}

export const action = consoleAction(gate, {
  /** Checks the form, then asks before the address is kept for good (MAIL-06). */
  create: (args) => {
    const submission = parseNew(args);
    const lastResult = submission.reply();
    if (submission.status !== "success") return again({ lastResult });
    return again({ lastResult, confirming: submission.value.emailAddress }, 200);
  },
  cancel: (args) => again({ lastResult: { initialValue: parseNew(args).reply().initialValue } }, 200),
  confirm: (args) => {
    const { api, scope, idempotencyKey, translate } = args;
    const t = translate(settingsEmailDomain);
    const submission = parseNew(args);
    const lastResult = submission.reply();
    if (submission.status !== "success") return again({ lastResult });
    const work = () => createEmailDomain(api, scope, submission.value, idempotencyKey);
    return change(args, work, { done: t("created"), failed: t("createFailed") }, lastResult);
  },

  rename: (args) => {
    const { api, scope, form, idempotencyKey, translate } = args;
    const t = translate(settingsEmailDomain);
    const submission = parseWithZod(form, { schema: displayNameSchema(t) });
    const lastResult = submission.reply();
    if (submission.status !== "success") return again({ lastResult });
    const { displayName } = submission.value;
    const work = () => renameEmailDomain(api, scope.customerId, displayName, idempotencyKey);
    return change(args, work, { done: t("renamed"), failed: t("renameFailed") }, lastResult);
  },
  switchOn: (args) => switchTo(args, true),
  switchOff: (args) => switchTo(args, false),
  retry: (args) => {
    const { api, scope, idempotencyKey, translate } = args;
    const failed = translate(settingsEmailDomain)("retryFailed");
    return change(args, () => retryVerification(api, scope.customerId, idempotencyKey), { failed });
  },
});

export default function SettingsEmailDomain() {
  const { customerName, here, domain, records, isSettingUp, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsEmailDomain);
  const notices = <Notices notices={answer?.notice ? [answer.notice] : []} />;
  if (problem) {
    return (
      <Callout tone={problem.tone} title={problem.title} role="alert">
        {problem.description}
      </Callout>
    );
  }
  if (!domain) {
    return (
      <div className="settings-tab">
        <h2>{t("title")}</h2>
        {notices}
        {isSettingUp ? (
          <FormSection title={t("sender")} description={t("senderText")}>
            <NewEmailDomainForm
              cancelHref={here}
              lastResult={answer?.lastResult}
              confirming={answer?.confirming ?? null}
            />
          </FormSection>
        ) : (
          <div className="settings-start">
            <p className="muted">{t("intro", { customer: customerName })}</p>
            <ButtonLink to={`${here}?setup=1`} variant="solid" tone="accent" icon="mail" data-keep-scroll="">
              {t("setUp")}
            </ButtonLink>
          </div>
        )}
      </div>
    );
  }
  const isVerified = domain.emailIdentity.verificationStatus === "SUCCESS";
  return (
    <div className="settings-tab">
      <h2>{t("title")}</h2>
      {notices}
      <EmailDomainStatus identity={domain.emailIdentity} here={here} />
      <div>
        <SenderStep
          // What was saved is a new beginning for the form.
          key={domain.displayName}
          domain={domain}
          lastResult={answer?.lastResult}
        />
        <RecordsStep
          domain={domainOf(domain.emailAddress)}
          records={records}
          zoneFileHref={`${here}/zone-file`}
        />
        <ToggleStep isOn={domain.isCustomizedEmailDomainEnabled} isVerified={isVerified} />
      </div>
    </div>
  );
}
