import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { useConsole, useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { auth } from "~/i18n/auth";
import { fixedTitle } from "~/components/shell/page-title";
import { stylesheets } from "~/components/ui/stylesheets";
import { sessionLoader } from "~/services/guard.server";
import { redirectTarget } from "~/services/landing.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "leaving.title");

/** Interstitial page before an untrusted link out of the console (AUTH-38). */
export const loader = sessionLoader(({ url }) => {
  const target = redirectTarget(url.searchParams.get("to") ?? "", url.host);
  if (target.kind !== "external") throw redirect("/");
  return { href: target.href, host: new URL(target.href).host };
});

export default function LeavingPage() {
  const { href, host } = useLoaderData<typeof loader>();
  const { productName } = useConsole();
  const t = useTexts(auth);
  return (
    <AuthCard homeHref="/" title={t("leaving.title", { product: productName })}>
      <p>{t("leaving.text")}</p>
      <p>
        <strong>{host}</strong>
      </p>
      <div className="form-actions">
        <ButtonLink to={href} rel="noreferrer noopener">
          {t("leaving.continue")}
        </ButtonLink>
        <ButtonLink to="/" variant="outline">
          {t("leaving.cancel")}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
