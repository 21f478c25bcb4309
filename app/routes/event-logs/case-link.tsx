import { data, redirect } from "@remix-run/node";
import { useTexts } from "~/components/context/console-context";
import { AuthCard } from "~/components/shell/auth-card";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { eventLogs } from "~/i18n/event-logs";
import { caseHref, openCase } from "~/models/event-logs/case-link.server";
import { sessionLoader } from "~/services/guard.server";

export const handle = titled(eventLogs, "caseLink.label");

/** A case link leads to its page of the logs, which asks for the rights of the person who opens it. */
export const loader = sessionLoader(async ({ params }) => {
  // Decoded: programs that pass links on write some of its characters as escapes.
  const { token = "" } = params;
  const found = await openCase(token);
  return found ? redirect(caseHref(token, found)) : data(null, { status: 404 });
});

/** What is shown in place of a link that is too old or not whole. */
export default function CaseLinkGone() {
  const t = useTexts(eventLogs);
  return (
    <AuthCard homeHref="/" title={t("caseLink.gone")}>
      <p>{t("caseLink.goneText")}</p>
      <div className="form-actions">
        <ButtonLink to="/">{t("caseLink.home")}</ButtonLink>
      </div>
    </AuthCard>
  );
}
