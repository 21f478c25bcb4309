import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { formatDate } from "~/i18n/dates";
import { common } from "~/i18n/common";
import { eventLogs } from "~/i18n/event-logs";
import { caseHref, openCase } from "~/models/event-logs/case-link.server";
import { opens, screenGates } from "~/services/gates";
import { customerOf, rightsOf, userFlags } from "~/services/access.server";
import { sessionLoader } from "~/services/guard.server";
import { timeZoneOf } from "~/services/language.server";

export const links = stylesheets(styles);

export const handle = titled(eventLogs, "caseLink.label");

/**
 * A case link leads to its page of the logs, which asks for the rights of the person who opens it. Who works for the
 * customer and may not see its logs reads that this is a case link, who made it, and whom to ask (LOG-50).
 */
export const loader = sessionLoader(async ({ params, request, state, user }) => {
  // Decoded: programs that pass links on write some of its characters as escapes.
  const { token = "" } = params;
  const found = await openCase(token);
  if (!found) return data({ closed: null }, { status: 404 });
  const { awsRegion: region, customerId, by, at } = found;
  const customer = customerOf(user, { awsRegion: region, customerId });
  const rights = customer && (await rightsOf(state, { user, customer, region }));
  // The customer's own screen says what strangers read (SHELL-39, SHELL-41).
  if (!customer || !rights) return redirect(caseHref(token, found));
  const flags = await userFlags(user, customer);
  if (opens(screenGates.notifications, { flags, rights })) return redirect(caseHref(token, found));
  // By the customer's days, as those who may see the page read it.
  const timeZone = timeZoneOf(request, region);
  const closed = { name: by.name, at, timeZone, customer: customer.customerDisplayName };
  return data({ closed }, { status: 403 });
});

/** The page for a link that is too old or damaged, or whose logs are closed to the person. */
export default function CaseLink() {
  const { closed } = useLoaderData<typeof loader>();
  const { language, supportUrl } = useConsole();
  const t = useTexts(eventLogs);
  const c = useTexts(common);
  return (
    <AuthCard homeHref="/" title={t(closed ? "caseLink.closed" : "caseLink.gone")}>
      {closed ? (
        <>
          <p>
            {t("caseLink.closedText", {
              name: closed.name,
              made: formatDate(new Date(closed.at), language, closed.timeZone),
            })}
          </p>
          <p>{t("caseLink.closedAsk", { customer: closed.customer, name: closed.name })}</p>
        </>
      ) : (
        <p>{t("caseLink.goneText")}</p>
      )}
      <div className="form-actions">
        <ButtonLink to="/">{t("caseLink.home")}</ButtonLink>
        {closed && <ButtonLink to={supportUrl}>{c("errors.contactSupport")}</ButtonLink>}
      </div>
    </AuthCard>
  );
}
