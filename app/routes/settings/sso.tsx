import { data, type HeadersFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { SsoConfigForm } from "~/components/settings/sso-config-form";
import { SsoViews } from "~/components/settings/sso-views";
import { TabFailed } from "~/components/settings/tab-failed";
import { useConsole, useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { Time } from "~/components/ui/time";
import { common } from "~/i18n/common";
import { outcomes } from "~/i18n/outcomes";
import { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { getGroupOptions } from "~/models/groups/group.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { ssoConfigSchema } from "~/models/settings/sso-config.schema";
import {
  areReadable,
  certificateFacts,
  certificateLines,
  createSsoConfig,
  getSsoChange,
  getSsoConfig,
  type SsoConfig,
  updateSsoConfig,
  whyBeyondRights,
} from "~/models/settings/sso-config.server";
import { beginSsoTest } from "~/models/settings/sso-test.server";
import { filledForm } from "~/models/settings/sso-import.server";
import { withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import { failure, failureNotice, loaded } from "~/services/failure.server";
import { formAction, formAgain, typedAgain } from "~/services/form-action.server";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(settingsSso, "title");

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
    // Whoever has lost the right since the page was opened is told that trying again does not help (SESS-32).
    denied: config.error?.tone === "warning" ? config.error : null,
    certificate: config.data?.publicCertificates ? certificateFacts(config.data.publicCertificates) : null,
    certificates: certificateLines(config.data?.publicCertificates ?? ""),
    groups: { options: groups.data ?? [], problem: groups.error },
    mayEdit,
    setUpHref: setUp.pathname + setUp.search,
    isSettingUp: url.searchParams.has("setup"),
  };
});

/** What is typed to turn on what was not tried. */
const enableWord = "ENABLE WITHOUT TEST";

/** The address of the identity provider that the page opens by itself, scripts or not. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const schema = ({ translate }: FormArgs) => ssoConfigSchema(translate(settingsSso), areReadable);

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, translate } = args;
    const t = translate(settingsSso);
    const filter = { customerId: scope.customerId, isEdgeSSO: true };
    return {
      // Turning it off is asked about first, and so is what signs people out; the rest is saved at once (SSO-20, SSO-21, SSO-58).
      question: async ({ logoutUrl: _, ...values }) => {
        const change = await getSsoChange(api, { update: values, filter });
        const { needsTest, peopleSignedOut: count, isCallerBySso } = change;
        const customer = scope.customerDisplayName;
        // While it is off nobody is signed in by it, so this is the only question (SSO-66).
        if (needsTest)
          return {
            title: t("untestedTitle", { customer }),
            text: [t("untestedText"), t("untestedAgain")],
            confirm: t("enableUntested"),
            word: enableWord,
            danger: true,
          };
        const signedOut = count > 0 ? [t("signedOut", { count })] : [];
        if (values.enabled && count === 0) return null;
        return values.enabled
          ? {
              title: t("replaceTitle", { customer }),
              text: [t("replaceText"), ...signedOut, ...(isCallerBySso ? [t("replaceOwn")] : [])],
              confirm: t("replace"),
              danger: true,
            }
          : {
              title: t("disableTitle", { customer }),
              text: [
                t("disableText"),
                ...signedOut,
                ...(isCallerBySso ? [t("disableOwn")] : []),
                t("disableQuestion"),
              ],
              confirm: t("disable"),
              danger: true,
            };
      },
      // The version that the person saw decides, so that a set-up made meanwhile is not overwritten unseen.
      save: async ({ logoutUrl: _, ...values }, version, isNew) => {
        if (isNew) {
          const { accountName } = await getSsoConfig(api);
          await createSsoConfig(api, scope, accountName, values);
        } else {
          await updateSsoConfig(api, { update: values, filter, version });
        }
        return { done: { title: t("updated"), description: certificatesRead(values, t) } };
      },
      failed: { title: t("somethingWrong"), description: t("saveFailed") },
      explain: (error) => {
        const beyond = whyBeyondRights(args, error);
        if (beyond !== undefined)
          return {
            notice: { tone: "warning", title: translate(outcomes)("noPermission"), description: beyond },
          };
        const description = isApiMessage(error, "accountNameAssociated")
          ? (error.message.split("\n")[0] ?? "")
          : withoutAdministrator(args, error);
        return description === undefined
          ? undefined
          : { notice: { tone: "error", title: t("somethingWrong"), description } };
      },
    };
  }),
  // Leads to the identity provider with what stands in the form, saved or not (SSO-65).
  test: async (args) => {
    const { api, form, isFetched, scope, translate, url } = args;
    const submission = parseWithZod(form, { schema: schema(args) });
    if (submission.status !== "success") return formAgain(form, { lastResult: submission.reply() });
    const { logoutUrl: _, ...values } = submission.value;
    try {
      const next = await beginSsoTest(api, scope, values, url);
      // A form's redirects are held to form-action, and providers are not known beforehand: a page leads there instead.
      return isFetched ? redirect(next, 303) : data({ next }, { headers: { refresh: `0; url=${next}` } });
    } catch (error) {
      const { notice, status } = failureNotice(error, args, {
        title: translate(settingsSso)("test.notBegun"),
      });
      return formAgain(form, { lastResult: submission.reply(), notice }, status);
    }
  },
  // What another view found, put into the form: whoever saves it presses "Update" (SSO-62).
  fill: async (args) => {
    const { api, form, translate } = args;
    const t = translate(settingsSso);
    try {
      const notice = { tone: "info", title: t("filled"), description: t("filledText") } as const;
      return typedAgain(filledForm(form, await getSsoConfig(api)), schema(args), { notice });
    } catch (error) {
      return failure(error, args, { title: t("loadFailed") });
    }
  },
});

/** How many certificates were read, and a warning although everything was saved (SSO-39, SSO-59). */
function certificatesRead(
  { publicCertificates }: { publicCertificates: string },
  t: Translate<(typeof settingsSso)["en"]>,
): string | undefined {
  const facts = certificateFacts(publicCertificates);
  if (facts === "unreadable") return undefined;
  const { count, state } = facts;
  const words = {
    valid: undefined,
    early: "savedEarly",
    expired: "savedExpired",
    ending: "savedEnding",
  } as const;
  const warning = words[state];
  return [t("certificatesRead", { count }), ...(warning ? [t(warning)] : [])].join(" ");
}

/** Groups were chosen for the people whose account is made, and none of them can be given any more (SSO-56). */
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
  if (!config) return <TabFailed />;
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
            <ButtonLink to={setUpHref} variant="solid" icon="key" data-keep-scroll="">
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
