import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailDomainStatus } from "~/components/settings/email-domain-status";
import { RecordsStep, SenderStep, ToggleStep } from "~/components/settings/email-domain-steps";
import { NewEmailDomainForm } from "~/components/settings/new-email-domain-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { common } from "~/i18n/common";
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
import { formAction, formAgain } from "~/services/form-action.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(settingsEmailDomain, "pageTitle");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, translate } = args;
  const t = translate(settingsEmailDomain);
  const [{ data: domain, error }, mayEdit] = await Promise.all([
    loaded(getEmailDomain(api, scope.customerId), args, t("loadFailed")),
    holdsRight(args, settingsRight),
  ]);
  return {
    customerName: scope.customerDisplayName,
    here: url.pathname,
    domain,
    mayEdit,
    records: domain ? dnsRecordsOf(domain.emailAddress, domain.emailIdentity.dkimTokens, env.DKIM_HOST) : [],
    isSettingUp: url.searchParams.has("setup"),
    problem: error,
  };
});

/** Makes a change that nothing is typed for, then shows the page again with what came of it. */
async function change(args: FormArgs, work: () => Promise<void>, words: { done?: string; failed: string }) {
  try {
    await work();
  } catch (error) {
    const { notice, status } = failureNotice(error, args, { title: words.failed });
    return formAgain(args.form, { lastResult: {}, notice }, status);
  }
  if (words.done) args.notify({ tone: "success", title: words.done });
  return redirect(args.url.pathname, 303);
}

function switchTo(args: FormArgs, isOn: boolean) {
  const { api, scope, idempotencyKey, translate } = args;
  const t = translate(settingsEmailDomain);
  return change(args, () => switchEmailDomain(api, scope.customerId, isOn, idempotencyKey), {
    done: t(isOn ? "switchedOn" : "switchedOff"),
    failed: t(isOn ? "switchOnFailed" : "switchOffFailed"),
  });
}

const sender = ({ translate }: FormArgs) => newEmailDomainSchema(translate(settingsEmailDomain));
const name = ({ translate }: FormArgs) => displayNameSchema(translate(settingsEmailDomain));

export const action = consoleAction(gate, {
  create: formAction(sender, ({ api, scope, url, idempotencyKey, translate }) => {
    const t = translate(settingsEmailDomain);
    return {
      // The address is kept for good (MAIL-06).
      question: ({ emailAddress: address }) => ({
        title: t("confirmTitle", { address }),
        text: [t("confirmText", { address }), t("confirmFixed")],
        confirm: translate(common)("actions.confirm"),
      }),
      save: async (values) => {
        await createEmailDomain(api, scope, values, idempotencyKey);
        return { done: t("created"), to: url.pathname };
      },
      failed: { title: t("createFailed") },
    };
  }),
  rename: formAction(name, ({ api, scope, idempotencyKey, translate }) => {
    const t = translate(settingsEmailDomain);
    return {
      save: async ({ displayName }, version) => {
        await renameEmailDomain(api, scope.customerId, displayName, version ?? 0, idempotencyKey);
        return { done: t("renamed") };
      },
      failed: { title: t("renameFailed") },
    };
  }),
  switchOn: (args) => switchTo(args, true),
  switchOff: (args) => switchTo(args, false),
  retry: (args) => {
    const { api, scope, idempotencyKey, translate } = args;
    const failed = translate(settingsEmailDomain)("retryFailed");
    return change(args, () => retryVerification(api, scope.customerId, idempotencyKey), { failed });
  },
});

export default function SettingsEmailDomain() {
  const { customerName, here, domain, mayEdit, records, isSettingUp, problem } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsEmailDomain);
  // A form that was typed in says its own outcome beside its button.
  const notice = answer?.form === "" ? answer.notice : null;
  const notices = <Notices notices={notice ? [notice] : []} />;
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
        {isSettingUp && mayEdit ? (
          <FormSection title={t("sender")} description={t("senderText")}>
            <NewEmailDomainForm cancelHref={here} />
          </FormSection>
        ) : (
          <div className="settings-start">
            <p className="muted">{t("intro", { customer: customerName })}</p>
            {mayEdit && (
              <ButtonLink
                to={`${here}?setup=1`}
                variant="solid"
                tone="accent"
                icon="mail"
                data-keep-scroll=""
              >
                {t("setUp")}
              </ButtonLink>
            )}
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
      <EmailDomainStatus identity={domain.emailIdentity} here={here} mayEdit={mayEdit} />
      <div>
        <SenderStep domain={domain} mayEdit={mayEdit} />
        <RecordsStep
          domain={domainOf(domain.emailAddress)}
          records={records}
          zoneFileHref={`${here}/zone-file`}
        />
        <ToggleStep isOn={domain.isCustomizedEmailDomainEnabled} isVerified={isVerified} mayEdit={mayEdit} />
      </div>
    </div>
  );
}
