import type { HeadersFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SsoConfigForm } from "~/components/settings/sso-config-form";
import { SsoViews } from "~/components/settings/sso-views";
import { TabError } from "~/components/settings/tab-error";
import { useConsole, useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { Time } from "~/components/ui/time";
import { common } from "~/i18n/common";
import { settingsSso } from "~/i18n/settings-sso";
import { getGroupOptions } from "~/models/groups/group.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import {
  certificateFacts,
  certificateLines,
  getSsoConfig,
  type SsoConfig,
} from "~/models/settings/sso-config.server";
import { fillSso, ssoFormSpec, ssoSchema, testSso } from "~/models/settings/sso-screen.server";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settingsSso, "title");

const gate = settingsGate;

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, scope, url, translate } = args;
  const t = translate(settingsSso);
  const [config, groups, mayEdit] = await Promise.all([
    loaded(getSsoConfig(api), args, t("loadFailed")),
    loaded(getGroupOptions(api, { choice: "SINGLE_SIGN_ON" }), args, t("groupsFailed"), "side"),
    holdsRight(args, settingsRight),
  ]);
  const setUp = new URL(url);
  setUp.searchParams.set("setup", "1");
  return {
    base,
    customerName: scope.customerDisplayName,
    config: config.data,
    // After losing the right, the person is shown that retrying does not help (SESS-32).
    denied: config.error?.tone === "warning" ? config.error : null,
    certificate: config.data?.publicCertificates ? certificateFacts(config.data.publicCertificates) : null,
    certificates: certificateLines(config.data?.publicCertificates ?? ""),
    groups: { options: groups.data ?? [], problem: groups.error },
    mayEdit,
    setUpHref: setUp.pathname + setUp.search,
    isSettingUp: url.searchParams.has("setup"),
  };
});

/** The identity provider's URL, which the page opens automatically, with and without JS. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const action = consoleAction(gate, {
  save: formAction(ssoSchema, ssoFormSpec),
  test: testSso,
  // Puts another view's findings into the form, to be saved with "Update" (SSO-62).
  fill: fillSso,
});

/** True if groups are set for new accounts but none can be assigned any more (SSO-56). */
const isWithoutGroups = ({ enabled, userProvisionMode, groupIds, newcomerGroupIds }: SsoConfig) =>
  enabled && userProvisionMode === "IN_TIME" && groupIds.length > 0 && newcomerGroupIds.length === 0;

const intent = intentsOf<typeof action>();

export default function SettingsSso() {
  const {
    base,
    customerName,
    config,
    denied,
    certificate,
    certificates,
    groups,
    mayEdit,
    setUpHref,
    isSettingUp,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { productName } = useConsole();
  const t = useTexts(settingsSso);
  const c = useTexts(common);
  if (denied) return <Notices notices={[denied]} />;
  if (!config) return <TabError />;
  if (answer && "next" in answer)
    return (
      <div className="settings-tab">
        <h2>{t("test.going")}</h2>
        <p>
          <strong>{new URL(answer.next).host}</strong>
        </p>
        <div>
          <ButtonLink to={answer.next} variant="solid">
            {t("test.goingContinue")}
          </ButtonLink>
        </div>
      </div>
    );
  const status = !config.initialized ? "notSetUp" : config.enabled ? "enabled" : "disabled";
  const tone = ({ notSetUp: "neutral", enabled: "success", disabled: "warning" } as const)[status];
  return (
    <div className="settings-tab">
      <SsoViews base={base} current="settings" mayEdit={mayEdit} />
      <div>
        <h2>
          <span className="page-kind rt-r-display-block muted">{t("ownTab", { product: productName })} </span>
          {customerName}
        </h2>
        {config.createdAt && (
          <p className="muted">
            {t("created")} <Time at={config.createdAt} />
          </p>
        )}
      </div>
      <Callout tone={tone} title={t(`status.${status}`)} />
      {isWithoutGroups(config) && (
        <Callout tone="warning" title={t("groupsAllGone")}>
          {t("groupsAllGoneText")}
        </Callout>
      )}
      {config.lastRefusal && (
        <Callout tone="warning" title={t("refusal.title")}>
          {t(`refusal.reasons.${config.lastRefusal.reason}`)}{" "}
          <Time at={config.lastRefusal.refusedAt} kind="dateTime" />
        </Callout>
      )}
      {config.initialized || isSettingUp ? (
        <SsoConfigForm
          intent={intent("save")}
          testIntent={intent("test")}
          {...{ config, certificate, certificates, groups, mayEdit }}
        />
      ) : (
        <div className="rt-Flex rt-r-fd-column rt-r-ai-start rt-r-gap-3">
          <p className="muted">{t("setUpText", { customer: customerName })}</p>
          {mayEdit ? (
            <div className="rt-Flex rt-r-fw-wrap rt-r-gap-3">
              <ButtonLink to={setUpHref} variant="solid" icon="key" data-keep-scroll="">
                {t("setUp")}
              </ButtonLink>
              <ButtonLink to={`${base}/settings/sso/import`}>{t("import.title")}</ButtonLink>
            </div>
          ) : (
            <p className="muted">{c("forms.readOnly")}</p>
          )}
        </div>
      )}
    </div>
  );
}
