import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { SsoSettingsForm } from "~/components/settings/sso-settings-form";
import { TabFailed } from "~/components/settings/tab-failed";
import { useConsole, useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { SideTabs } from "~/components/ui/tabs";
import { Time } from "~/components/ui/time";
import { settingsSso } from "~/i18n/settings-sso";
import { getGroupOptions } from "~/models/groups/group.server";
import { ssoConfigSchema } from "~/models/settings/sso-config.schema";
import {
  certificateFacts,
  createSsoConfig,
  getSsoConfig,
  updateSsoConfig,
} from "~/models/settings/sso-config.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(settingsSso, "title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, translate } = args;
  const t = translate(settingsSso);
  const [config, groups] = await Promise.all([
    loaded(getSsoConfig(api, scope.customerId), args, t("somethingWrong")),
    loaded(getGroupOptions(api, scope), args, t("groupsFailed"), "side"),
  ]);
  const setUp = new URL(url);
  setUp.searchParams.set("setup", "1");
  return {
    customerName: scope.customerDisplayName,
    config: config.data,
    certificate: config.data?.publicCertificates ? certificateFacts(config.data.publicCertificates) : null,
    groups: { options: groups.data ?? [], problem: groups.error?.description ?? null },
    here: url.pathname + url.search,
    setUpHref: setUp.pathname + setUp.search,
    isSettingUp: url.searchParams.has("setup"),
    idempotencyKey: crypto.randomUUID(),
  };
});

/** The form again: with errors, or with the question before single sign-on is turned off. */
type Answer = {
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
  isDisabling: boolean;
};

function again(answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) {
  return data<Answer>({ notice: null, isDisabling: false, ...answer }, { status });
}

const parse = ({ form, translate }: FormArgs) =>
  parseWithZod(form, { schema: ssoConfigSchema(translate(settingsSso)) });

async function save(args: FormArgs) {
  const { api, scope, url, idempotencyKey, translate, notify } = args;
  const t = translate(settingsSso);
  const submission = parse(args);
  if (submission.status !== "success") return again({ lastResult: submission.reply() });
  const { logoutUrl: _, ...values } = submission.value;
  try {
    // What the person saw decides, so that a set-up made elsewhere meanwhile is not overwritten unseen.
    if (args.form.get("mode") === "update") {
      await updateSsoConfig(api, scope.customerId, values, idempotencyKey);
    } else {
      const { accountName } = await getSsoConfig(api, scope.customerId);
      await createSsoConfig(api, scope, accountName, values, idempotencyKey);
    }
  } catch (error) {
    const isTaken = error instanceof ApiError && error.message.includes("associated");
    const description = isTaken ? (error.message.split("\n")[0] ?? "") : t("saveFailed");
    const { notice, status } = failureNotice(error, args, { title: t("somethingWrong"), description });
    return again({ lastResult: submission.reply(), notice }, status);
  }
  notify({ tone: "success", title: t("updated") });
  return redirect(url.pathname + url.search, 303);
}

export const action = consoleAction(gate, {
  /** Saves what is to be on; asks before what is to be off (SSO-20, SSO-21). */
  save: (args) => {
    const submission = parse(args);
    if (submission.status !== "success" || submission.value.enabled) return save(args);
    return again({ lastResult: submission.reply(), isDisabling: true }, 200);
  },
  disable: save,
  /** Back from the question to the form as it was. */
  cancel: (args) => again({ lastResult: { initialValue: parse(args).reply().initialValue } }, 200),
});

export default function SettingsSso() {
  const { customerName, config, certificate, groups, here, setUpHref, isSettingUp, idempotencyKey } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { productName } = useConsole();
  const t = useTexts(settingsSso);
  if (!config) return <TabFailed />;
  const status = !config.initialized ? "notSetUp" : config.enabled ? "enabled" : "disabled";
  const tone = ({ notSetUp: "neutral", enabled: "success", disabled: "warning" } as const)[status];
  return (
    <SideTabs
      label={t("ownTabs")}
      tabs={[{ to: here, label: t("ownTab", { product: productName }), current: true }]}
    >
      <div className="settings-tab">
        <div>
          <h2>{customerName}</h2>
          <p className="muted">
            {t("created")} <Time at={config.createdAt} />
          </p>
        </div>
        <Callout tone={tone} title={t(`status.${status}`)} />
        <Notices notices={answer?.notice ? [answer.notice] : []} />
        {config.initialized || isSettingUp ? (
          <SsoSettingsForm
            // What was saved is a new beginning for the form.
            key={config.updatedAt ?? "new"}
            {...{ customerName, config, certificate, groups, idempotencyKey }}
            lastResult={answer?.lastResult}
            isDisabling={answer?.isDisabling ?? false}
          />
        ) : (
          <div className="settings-start">
            <p className="muted">{t("setUpText", { customer: customerName })}</p>
            <ButtonLink to={setUpHref} variant="solid" tone="accent" icon="key" data-keep-scroll="">
              {t("setUp")}
            </ButtonLink>
          </div>
        )}
      </div>
    </SideTabs>
  );
}
