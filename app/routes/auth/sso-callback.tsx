import { redirect } from "@remix-run/node";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { getCurrentUser } from "~/services/identity.server";
import { exchangeSsoCode, ssoProblem } from "~/models/auth/sso-login.server";
import { askedFor, callbackElsewhere } from "~/models/auth/sso-return.server";
import { publicLoader } from "~/services/guard.server";
import { landing } from "~/services/landing.server";

/** Back from the identity provider: the one-time code becomes a session, or the form says why not (AUTH-72..74). */
export const loader = publicLoader(async ({ url, state, language }) => {
  const code = url.searchParams.get("code") ?? "";
  const given = url.searchParams.get("redirect") ?? "";
  const elsewhere = callbackElsewhere(given, url);
  if (elsewhere) return redirect(elsewhere, 303);
  const asked = askedFor(given, url);
  if (code && (await exchangeSsoCode(state, code, given))) {
    const user = await state.once("signed-in user", () => getCurrentUser(state.api(state.session.region)));
    return landing(asked, user);
  }
  const t = translator(auth, language);
  const problem = ssoProblem(url.searchParams.get("error") ?? "");
  state.notify({ tone: "error", title: t(`sso.${problem}`), description: t(`sso.${problem}Text`) });
  const wanted = asked.searchParams.get("redirect");
  return redirect(`/loginWithSSO${wanted ? `?${new URLSearchParams({ redirect: wanted })}` : ""}`, 303);
});

// A page, so that its refusals show as screens and not as bare answers.
export default function SsoCallback() {
  return null;
}
