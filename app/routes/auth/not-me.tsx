import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { AuthCard } from "~/components/shell/auth-card";
import styles from "~/components/shell/auth.css?url";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { disownSignIn, isSignInLinkValid } from "~/models/auth/auth-calls.server";
import { isAwsRegion } from "~/regions";
import { isApiMessage } from "~/services/api-messages";
import { publicAction, publicLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "notMe.title");

/** The link's token and its region's API. */
function linkOf(url: URL, state: RequestState) {
  const region = url.searchParams.get("region");
  const known = isAwsRegion(region) ? region : state.session.region;
  return { token: url.searchParams.get("token") ?? "", region: known, api: state.api(known) };
}

/** Opening the link changes nothing: mail scanners open links too. */
export const loader = publicLoader(async ({ url, state }) => {
  const { token, api } = linkOf(url, state);
  try {
    return { isOver: token === "" || !(await isSignInLinkValid(api, token)) };
  } catch (error) {
    // If the API does not respond now, the button checks the link again.
    if (!(error instanceof ApiError)) throw error;
    return { isOver: false };
  }
});

type Answer = { isOver: boolean; problem?: string };

export const action = publicAction(async ({ url, state, language }) => {
  const { token, region, api } = linkOf(url, state);
  try {
    const { resetToken, hasRemovedFactors, hasFactors } = await disownSignIn(api, token);
    const t = translator(auth, language);
    const factors = [
      ...(hasRemovedFactors ? [t("notMe.factorsRemoved")] : []),
      ...(hasFactors ? [t("notMe.factorsKept")] : []),
    ];
    state.notify({ tone: "success", title: t("notMe.done"), description: factors.join(" ") });
    return redirect(
      `/resetPassword?${new URLSearchParams({ token: resetToken, region, reason: "change" })}`,
      303,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isApiMessage(error, "signInLinkOver")) return data<Answer>({ isOver: true }, { status: 400 });
    return data<Answer>(
      { isOver: false, problem: translator(auth, language)("notMe.failed") },
      { status: 503 },
    );
  }
});

/** Target of the mail about a new browser: end all sessions and set a new password (MFA-10). */
export default function DisownSignIn() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const t = useTexts(auth);
  const { isOver } = answer ?? loaded;
  return (
    <AuthCard homeHref="/login" title={t("notMe.title")} text={t(isOver ? "notMe.over" : "notMe.text")}>
      {answer?.problem && <Callout tone="error" role="alert" title={answer.problem} />}
      {isOver ? (
        <ButtonLink to="/forgetPassword">{t("notMe.newPassword")}</ButtonLink>
      ) : (
        <PostForm>
          <SubmitButton size="large">{t("notMe.submit")}</SubmitButton>
        </PostForm>
      )}
    </AuthCard>
  );
}
