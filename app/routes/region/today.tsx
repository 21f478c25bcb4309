import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import applicationStyles from "~/components/applications/applications.css?url";
import { Problem } from "~/components/area/problem";
import { useTexts } from "~/components/context/console-context";
import { LinkedText } from "~/components/home/linked-text";
import styles from "~/components/home/home.css?url";
import { TodayLines } from "~/components/home/today-lines";
import { VacancyCards } from "~/components/home/vacancy-cards";
import { firstEntry, menuOf } from "~/components/shell/menu";
import { fixedTitle } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { home } from "~/i18n/home";
import { maySeeToday } from "~/models/home/today-gates";
import { todayOf } from "~/models/home/today.server";
import { readChoices } from "~/services/choices.server";
import { loaded } from "~/services/failure.server";
import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

export const links = stylesheets(applicationStyles, styles);

export const handle = fixedTitle(home, "title");

/** The customer's own URL: Today, the person's start screen, or the first menu entry (HOME-10, SHELL-06). */
export const loader = consoleLoader({ flag: null }, async (args) => {
  const { base, flags, request, translate, url, user } = args;
  const held = args.rights();
  const { firstScreen } = readChoices(request, user._id);
  const elsewhere = url.searchParams.has("today") ? undefined : firstScreen;
  const load = () => todayOf(args, held);
  // Requested in parallel with the rights, unless another screen will probably open.
  const pendingToday = flags.edgeTodayEnabled && !elsewhere ? load() : null;
  // Prevents an unhandled rejection if the page redirects before awaiting the promise.
  pendingToday?.catch(() => {});
  const rights = await held;
  const entries = menuOf(flags, rights).filter(({ to }) => to !== undefined);
  const chosen = entries.find(({ to }) => to === elsewhere);
  if (chosen) throw redirect(`${base}/${chosen.to}`);
  if (!flags.edgeTodayEnabled || !maySeeToday(flags, rights)) {
    const first = firstEntry(entries);
    if (!first) throw notFound();
    throw redirect(`${base}/${first.to}`);
  }
  const { data, error } = await loaded(pendingToday ?? load(), args, translate(home)("loadFailed"));
  return {
    base,
    today: data,
    problem: error,
    areas: entries.map(({ to = "", label, icon }) => ({ to, label: label(translate), icon })),
  };
});

/** Tasks that need the person now, and the state of their vacancies. */
export default function Today() {
  const { base, today, problem, areas } = useLoaderData<typeof loader>();
  const t = useTexts(home);
  return (
    <div className="today">
      <PageHeader
        title={t("title")}
        meta={[
          today?.visit && (
            <LinkedText key="visit" text={today.visit.text} href={`${base}/${today.visit.href}`} />
          ),
        ]}
      />
      <Problem of={problem} />
      {today && today.failed.length > 0 && (
        <Callout tone="warning">{t("failed", { parts: today.failed.join(", ") })}</Callout>
      )}
      {today && (
        <TodayLines base={base} lines={today.lines} areas={areas} isWhole={today.failed.length === 0} />
      )}
      {today?.hasCards && <VacancyCards base={base} cards={today.cards} isOwn={today.isOwn} />}
    </div>
  );
}
