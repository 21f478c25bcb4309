import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { OwnPreferences } from "~/components/users/own-preferences";
import { OwnSignIn } from "~/components/users/own-sign-in";
import { ProfileForm } from "~/components/users/profile-form";
import { menuOf } from "~/components/shell/menu";
import { fixedTitle } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { SignIns } from "~/components/users/sign-ins";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { getOwnAccount, saveOwnAccount } from "~/models/users/own-account.server";
import { endSession, getOwnSignIns, signOutEverywhere } from "~/models/users/sign-in.server";
import { profileSchema } from "~/models/users/user.schema";
import { mailResetLink, userName } from "~/models/users/user.server";
import { maySeeToday } from "~/models/home/today-gates";
import { isApiMessage } from "~/services/api-messages";
import { readChoices } from "~/services/choices.server";
import type { FormArgs } from "~/services/console-args";
import { formAction } from "~/services/form-action.server";
import type { Gate } from "~/services/gates";
import { failure, loaded, refusal } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = fixedTitle(users, "account.title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, flags, request, url, user, translate } = args;
  const failed = translate(users)("account.failed");
  const [account, signIns, customers, rights] = await Promise.all([
    loaded(getOwnAccount(api), args, failed),
    loaded(getOwnSignIns(api), args, failed),
    args.customers(),
    args.rights(),
  ]);
  const { areKeysOn, firstScreen } = readChoices(request, user._id);
  return {
    name: userName(user),
    email: user.email,
    base: args.base,
    account: account.data,
    signIns: signIns.data,
    problem: account.error ?? signIns.error,
    customers: customers.map(({ customerId, customerDisplayName }) => ({
      value: customerId,
      label: customerDisplayName,
    })),
    here: url.pathname,
    areKeysOn,
    first: firstScreen ?? "",
    screens: maySeeToday(flags, rights)
      ? menuOf(flags, rights).flatMap(({ to, label }) =>
          to === undefined ? [] : [{ value: to, label: label(translate) }],
        )
      : [],
  };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }: FormArgs) => profileSchema(translate(users)),
    ({ api, translate }) => {
      const t = translate(users);
      return {
        save: async ({ defaultCustomerId, ...values }) => {
          const chosen = defaultCustomerId ? { defaultCustomerId } : {};
          await saveOwnAccount(api, { ...values, ...chosen });
          return { done: t("account.saved") };
        },
        failed: { title: t("account.saveFailed") },
        explain: (error) =>
          isApiMessage(error, "customerGone")
            ? { fieldErrors: { defaultCustomerId: [t("account.customerGone")] } }
            : undefined,
      };
    },
  ),
  mailLink: async (args) => {
    const { api, notify, translate, url, user } = args;
    const t = translate(users);
    try {
      const { passwordSetAt, isResetMailOn } = await getOwnAccount(api);
      if (passwordSetAt === null) return refusal(t("account.linkFailed"), t("account.bySso"));
      if (!isResetMailOn) return refusal(t("detail.resetMailOff"));
      const { isVerifyEmailSuccess } = await mailResetLink(api, { email: user.email });
      if (!isVerifyEmailSuccess) return refusal(t("account.linkFailed"));
    } catch (error) {
      return failure(error, args, { title: t("account.linkFailed") });
    }
    notify({ tone: "success", title: t("account.linkSent", { email: user.email }) });
    return redirect(url.pathname, 303);
  },
  signOut: async (args) => {
    const { api, translate } = args;
    try {
      await signOutEverywhere(api);
    } catch (error) {
      return failure(error, args, { title: translate(users)("signIns.signOutFailed") });
    }
    // Signing out everywhere has ended this session too.
    return redirect("/login", 303);
  },
  end: async (args) => {
    const { api, detail, translate, url } = args;
    try {
      await endSession(api, { _id: detail });
    } catch (error) {
      return failure(error, args, { title: translate(users)("signIns.endFailed") });
    }
    args.notify({ tone: "success", title: translate(users)("signIns.ended") });
    return redirect(url.pathname + url.search, 303);
  },
});

const intent = intentsOf<typeof action>();

/** Everything of the signed-in person: profile, sign-in, preferences, sessions. */
export default function Account() {
  const { name, email, base, account, signIns, problem, customers, ...preferences } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(users);
  return (
    <>
      <PageHeader
        title={t("account.title")}
        meta={[<bdi key="name">{name}</bdi>, <bdi key="email">{email}</bdi>]}
      />
      <Notices
        notices={[
          ...(problem ? [problem] : []),
          ...(answer && !("lastResult" in answer) ? [answer.notice] : []),
        ]}
      />
      <div className="user-panels rt-r-display-grid rt-r-gap-4">
        {account && (
          <ProfileForm
            intent={intent("save")}
            values={{
              firstName: account.firstName,
              lastName: account.lastName,
              defaultCustomerId: account.defaultCustomerId ?? "",
            }}
            customers={customers}
          />
        )}
        {account && (
          <OwnSignIn
            {...account}
            base={base}
            lastSignIn={signIns?.signIns[0]?.at ?? null}
            mailLink={intent("mailLink")}
          />
        )}
        <OwnPreferences {...preferences} />
        {signIns && (
          <PostForm className="" preventScrollReset>
            <SignIns
              {...signIns}
              hasPassword={account?.passwordSetAt !== null}
              endOf={(sessionId) => intent("end", sessionId)}
              actions={
                <SubmitButton intent={intent("signOut")} variant="outline" icon="log-out">
                  {t("signIns.signOut")}
                </SubmitButton>
              }
            />
          </PostForm>
        )}
      </div>
    </>
  );
}
