import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailDomainStatus } from "~/components/settings/email-domain-status";
import { RecordsStep, SenderStep, ToggleStep } from "~/components/settings/email-domain-steps";
import { NewEmailDomainForm } from "~/components/settings/new-email-domain-form";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Problem } from "~/components/area/problem";
import { FormSection } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { common } from "~/i18n/common";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { displayNameSchema, newEmailDomainSchema, switchSchema } from "~/models/settings/email-domain.schema";
import { dnsRecordsOf, domainOf } from "~/models/settings/email-domain-records";
import {
  createEmailDomain,
  getEmailDomain,
  renameEmailDomain,
  retryVerification,
  switchEmailDomain,
} from "~/models/settings/email-domain.server";
import { env } from "~/services/env.server";
import { failureNotice, loaded } from "~/services/failure.server";
import { formAction, rerenderForm } from "~/services/form-action.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settingsEmailDomain, "pageTitle");

const gate = settingsGate;

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, translate } = args;
  const t = translate(settingsEmailDomain);
  const [{ data: domain, error }, mayEdit] = await Promise.all([
    loaded(getEmailDomain(api), args, t("loadFailed")),
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

const sender = ({ translate }: FormArgs) => newEmailDomainSchema(translate(settingsEmailDomain));
const name = ({ translate }: FormArgs) => displayNameSchema(translate(settingsEmailDomain));

export const action = consoleAction(gate, {
  create: formAction(sender, ({ api, url, notify, translate }) => {
    const t = translate(settingsEmailDomain);
    return {
      // The address is permanent (MAIL-06).
      question: ({ emailAddress: address }) => ({
        title: t("confirmTitle", { address }),
        text: [t("confirmText", { address }), t("confirmFixed")],
        confirm: translate(common)("actions.confirm"),
      }),
      save: async (values) => {
        try {
          await createEmailDomain(api, { ...values });
        } catch (error) {
          if (!(error instanceof ApiError && error.conflict)) throw error;
          // Offers no choice to save over it: the existing address cannot be changed.
          notify({ tone: "warning", title: t("createdMeanwhile") });
          throw redirect(url.pathname, 303);
        }
        return { done: t("created"), to: url.pathname };
      },
      failed: { title: t("createFailed") },
    };
  }),
  rename: formAction(name, ({ api, scope: { customerId }, translate }) => {
    const t = translate(settingsEmailDomain);
    return {
      save: async ({ displayName }, version) => {
        await renameEmailDomain(api, { customerId, displayName, version });
        return { done: t("renamed") };
      },
      failed: { title: t("renameFailed") },
    };
  }),
  switch: formAction(
    () => switchSchema,
    ({ api, scope, form, translate }) => {
      const t = translate(settingsEmailDomain);
      return {
        save: async ({ isOn }, version) => {
          const changed = { customerId: scope.customerId, isCustomizedEmailDomainEnabled: isOn, version };
          await switchEmailDomain(api, changed);
          return { done: t(isOn ? "switchedOn" : "switchedOff") };
        },
        failed: { title: t(form.get("isOn") === "on" ? "switchOnFailed" : "switchOffFailed") },
      };
    },
  ),
  // Only requests a check and changes no settings, so no version is sent.
  retry: async (args) => {
    const { api, url, form, translate } = args;
    try {
      await retryVerification(api);
    } catch (error) {
      const words = { title: translate(settingsEmailDomain)("retryFailed") };
      const { notice, status } = failureNotice(error, args, words);
      return rerenderForm(form, { lastResult: {}, notice }, status);
    }
    return redirect(url.pathname, 303);
  },
});

const intent = intentsOf<typeof action>();

export default function SettingsEmailDomain() {
  const { customerName, here, domain, mayEdit, records, isSettingUp, problem } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsEmailDomain);
  const c = useTexts(common);
  // The outcome of a filled-in form is shown next to its button.
  const notice = answer?.form === "" ? answer.notice : null;
  const notices = <Notices notices={notice ? [notice] : []} />;
  if (problem) return <Problem of={problem} />;
  if (!domain) {
    return (
      <div className="settings-tab">
        <h2>{t("title")}</h2>
        {notices}
        {isSettingUp && mayEdit ? (
          <FormSection title={t("sender")} description={t("senderText")}>
            <NewEmailDomainForm intent={intent("create")} cancelHref={here} />
          </FormSection>
        ) : (
          <div className="rt-Flex rt-r-fd-column rt-r-ai-start rt-r-gap-3">
            <p className="muted">{t("intro", { customer: customerName })}</p>
            {mayEdit ? (
              <ButtonLink to={`${here}?setup=1`} variant="solid" icon="mail" data-keep-scroll="">
                {t("setUp")}
              </ButtonLink>
            ) : (
              <p className="muted">{c("forms.readOnly")}</p>
            )}
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="settings-tab">
      <h2>{t("title")}</h2>
      {notices}
      <EmailDomainStatus
        retry={intent("retry")}
        identity={domain.emailIdentity}
        here={here}
        mayEdit={mayEdit}
      />
      <div>
        <SenderStep intent={intent("rename")} domain={domain} mayEdit={mayEdit} />
        <RecordsStep
          domain={domainOf(domain.emailAddress)}
          records={records}
          zoneFileHref={`${here}/zone-file`}
        />
        <ToggleStep intent={intent("switch")} domain={domain} mayEdit={mayEdit} />
      </div>
    </div>
  );
}
