import { redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { EventDetail } from "~/components/event-logs/event-detail";
import { EventFilters } from "~/components/event-logs/event-filters";
import { messageHref } from "~/components/event-logs/message-href";
import { emailColumns, EmailTable, smsColumns, SmsTable } from "~/components/event-logs/event-tables";
import { SearchNotices } from "~/components/event-logs/search-notices";
import styles from "~/components/event-logs/event-logs.css?url";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { MoreActions } from "~/components/table/more-actions";
import { ExportLink } from "~/components/table/export-link";
import { SearchCard } from "~/components/table/search-card";
import { useTotal } from "~/components/table/use-total";
import { ViewsMenu } from "~/components/table/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Tabs } from "~/components/ui/tabs";
import { eventLogs } from "~/i18n/event-logs";
import { logsOf } from "~/models/event-logs/event-log-screen.server";
import { keptDays } from "~/models/event-logs/kept-days";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = cacheForBack(fixedTitle(eventLogs, "title"));

export const loader = consoleLoader(screenGates.notifications, async (args) => {
  const path = `${args.base}/notifications`;
  const answer = await logsOf(args, path, { email: emailColumns, sms: smsColumns });
  // Redirects to a permanent URL with fixed days (LOG-36).
  if (answer.lasting) throw redirect(`${path}?${answer.lasting}`);
  return { path, ...answer };
});

export default function EventLogs() {
  const { path, form, head, notices, results, detail, page, isBare } = useLoaderData<typeof loader>();
  const { timeZone } = useConsole();
  const location = useLocation();
  const t = useTexts(eventLogs);
  const total = useTotal(results?.totals);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={results?.totals && total}
        actions={
          (head.views || results?.totals?.totalItems) && (
            <MoreActions>
              {form.tab === "email" ? (
                <ViewsMenu {...head} columns={emailColumns} />
              ) : (
                <ViewsMenu {...head} columns={smsColumns} />
              )}{" "}
              <ExportLink totals={results?.totals} />
            </MoreActions>
          )
        }
      />
      <Tabs
        label={t("tabsLabel")}
        tabs={(["email", "sms"] as const).map((tab) => ({
          to: tab === "email" ? path : `${path}?tab=${tab}`,
          label: t(`tabs.${tab}`),
          current: form.tab === tab,
        }))}
      />
      <SearchNotices {...notices} />
      <SearchCard
        label={t("title")}
        filters={
          <EventFilters key={form.tab} {...form} clearHref={form.isAsked ? form.bareHref : undefined} />
        }
        note={t("kept", { days: keptDays, zone: timeZone })}
        intro={isBare && t("intro")}
      >
        {results &&
          (results.tab === "email" ? (
            <EmailTable {...results} openId={detail?.event} />
          ) : (
            <SmsTable {...results} openId={detail?.event} />
          ))}
      </SearchCard>
      {detail && (
        <EventDetail
          {...detail}
          hrefOf={({ _id, messageId, page }) => messageHref(location, page, { messageId, event: _id })}
          closeHref={messageHref(location, page, null)}
        />
      )}
    </>
  );
}
