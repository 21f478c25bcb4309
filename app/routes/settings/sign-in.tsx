import { useLoaderData } from "@remix-run/react";
import { Problem } from "~/components/area/problem";
import { useTexts } from "~/components/context/console-context";
import { useUtcDay } from "~/components/retention/utc-day";
import { SignInPolicyForm } from "~/components/settings/sign-in-policy-form";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { formatDate } from "~/i18n/dates";
import { outcomes } from "~/i18n/outcomes";
import { settingsSignIn } from "~/i18n/settings-sign-in";
import { getGroupOptions } from "~/models/groups/group.server";
import { signInPolicySchema } from "~/models/settings/sign-in-policy.schema";
import {
  countUsersWithoutApp,
  getSignInPolicy,
  hasBegun,
  usersWithoutAppPath,
  saveSignInPolicy,
} from "~/models/settings/sign-in-policy.server";
import { isApiMessage } from "~/services/api-messages";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settingsSignIn, "title");

const gate = settingsGate;

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, flags, translate } = args;
  const t = translate(settingsSignIn);
  const [policy, groups, mayEdit, rights] = await Promise.all([
    loaded(getSignInPolicy(api), args, t("loadFailed")),
    loaded(getGroupOptions(api), args, t("groupsFailed"), "side"),
    holdsRight(args, settingsRight),
    args.rights(),
  ]);
  const activePolicy = policy.data && policy.data.asks !== "NOBODY" ? policy.data : null;
  // People without the user list do not get its count.
  const isListOpen = isGateOpen(screenGates.users, { flags, rights });
  return {
    problem: policy.error,
    policy: policy.data,
    groups: { options: groups.data ?? [], problem: groups.error },
    mayEdit,
    isInForce: activePolicy !== null && hasBegun(activePolicy.fromDay),
    notReady:
      activePolicy && isListOpen ? await optional(countUsersWithoutApp(api, activePolicy), null) : null,
    notReadyHref: activePolicy && `${base}/${usersWithoutAppPath(activePolicy)}`,
    appHref: `${base}/account/authenticator`,
  };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }: FormArgs) => signInPolicySchema(translate(settingsSignIn)),
    ({ api, language, scope, translate }) => {
      const t = translate(settingsSignIn);
      return {
        // Counts the people who will have to act, before saving.
        question: async ({ fromDay, ...asked }) => {
          if (asked.asks === "NOBODY") return null;
          const count = await optional(countUsersWithoutApp(api, asked), 0);
          const day = formatDate(new Date(fromDay), language, "UTC");
          return count === 0
            ? null
            : {
                title: t("question.title"),
                text: [t("question.text", { count, day })],
                confirm: t("question.confirm"),
              };
        },
        save: async ({ asks, groupIds, fromDay }, version) => {
          const day = fromDay === "" ? null : `${fromDay}T00:00:00.000Z`;
          await saveSignInPolicy(api, { asks, groupIds, fromDay: day, version });
          return { done: t("saved") };
        },
        failed: { title: t("saveFailed") },
        explain: (error) => {
          if (isApiMessage(error, "signInDayOver"))
            return { fieldErrors: { fromDay: [t("errors.dayOver")] } };
          if (isApiMessage(error, "signInDayTooFar"))
            return { fieldErrors: { fromDay: [t("errors.dayTooFar")] } };
          if (isApiMessage(error, "signInOwnApp"))
            return { notice: { tone: "warning", title: t("ownFirst"), description: t("ownFirstText") } };
          return isApiMessage(error, "beyondPeople")
            ? {
                notice: {
                  tone: "warning",
                  title: translate(outcomes)("noPermission"),
                  description: t("beyondPeople", { customer: scope.customerDisplayName }),
                },
              }
            : undefined;
        },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

/** The people who must have an authenticator app, and those without one (MFA-06). */
export default function SettingsSignIn() {
  const { problem, policy, groups, mayEdit, isInForce, notReady, notReadyHref, appHref } =
    useLoaderData<typeof loader>();
  const t = useTexts(settingsSignIn);
  const dayOf = useUtcDay();
  if (problem) return <Problem of={problem} />;
  if (!policy) return null;
  const day = policy.fromDay === null ? "" : dayOf(policy.fromDay);
  const status =
    policy.asks === "NOBODY"
      ? t("status.NOBODY")
      : t(isInForce ? "status.inForce" : "status.waiting", { day });
  const tone = policy.asks === "NOBODY" ? "neutral" : notReady ? "warning" : "success";
  return (
    <div className="settings-tab">
      <Callout tone={tone} title={status}>
        {notReady !== null && (
          <>
            {notReady === 0 ? t("allReady") : t("notReady", { count: notReady })}{" "}
            {notReady > 0 && notReadyHref && <a href={notReadyHref}>{t("show")}</a>}
          </>
        )}
      </Callout>
      {mayEdit && !policy.isCallerReady && (
        <Callout
          tone="info"
          title={t("ownFirst")}
          action={<ButtonLink to={appHref}>{t("ownFirstLink")}</ButtonLink>}
        >
          {t("ownFirstText")}
        </Callout>
      )}
      <SignInPolicyForm intent={intent("save")} {...{ policy, groups, mayEdit }} />
    </div>
  );
}
