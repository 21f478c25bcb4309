import { useState } from "react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { AppShell } from "~/components/shell/app-shell";
import { useTexts } from "~/components/context/console-context";
import { HistoryProvider } from "~/components/context/history";
import { useStaleWhileRevalidate } from "~/components/context/navigation-cache";
import { skipBackgroundRevalidation } from "~/components/context/revalidation";
import { defaultViewQuery, menuOf } from "~/components/shell/menu";
import { customersByIds, sortCustomers, switcherCustomers, switcherPart } from "~/components/shell/customers";
import { GoToField } from "~/components/shell/go-to-field";
import { SessionEnding } from "~/components/shell/session-ending";
import { SessionWatch } from "~/components/shell/session-watch";
import { VersionWatch } from "~/components/shell/version-watch";
import { UnsavedChangesGuard } from "~/components/form/unsaved-changes";
import { PageNotices } from "~/components/ui/notices";
import { isAwsRegion, regions } from "~/regions";
import { homeName } from "~/i18n/home-name";
import { shellTexts } from "~/i18n/shell";
import { translator } from "~/i18n/texts";
import { maySeeToday } from "~/models/home/today-gates";
import { readChoices, readRecent, recentCookie } from "~/services/choices.server";
import { env } from "~/services/env.server";
import { optional } from "~/services/failure.server";
import { customerOf, rightsOf, userFlags } from "~/services/access.server";
import { frameLoader } from "~/services/guard.server";
import { languageOf } from "~/services/language.server";
import { endingOf } from "~/services/session-end.server";
import { noticesForPage } from "~/services/undo.server";

// Every page contains these customers, so there are only a few: scripts request all once the panel opens
// (`switcher.ts`), and the "All customers" page has all with a search (SHELL-10).
const switcherLimit = 10;

const externalAddresses = { talentHub: env.TALENT_HUB_URL, questionBank: env.QUESTION_BANK_URL };

/** Frame of every signed-in screen: person, customers, menu, notices. */
export const loader = (args: LoaderFunctionArgs) =>
  frameLoader(
    isAwsRegion(args.params.awsRegion) ? args.params.awsRegion : undefined,
    async ({ state, user, isDown }) => {
      const region = args.params.awsRegion;
      const customer = customerOf(user, args.params);
      // A customer unknown or closed to the user gets a frame without a menu; undefined: the region did not answer.
      const rights = isDown
        ? undefined
        : customer !== undefined && isAwsRegion(region)
          ? await optional(rightsOf(state, { user, customer, region }), undefined)
          : null;
      const isOpen = rights !== null && rights !== undefined && customer !== undefined && isAwsRegion(region);
      const language = await languageOf(args.request, isAwsRegion(region) ? region : undefined);
      const flags = isOpen ? await userFlags(user, customer) : undefined;
      const customers = switcherCustomers(user.customers);
      const { pinned, areKeysOn, firstScreen } = readChoices(args.request, user._id);
      const recent = readRecent(args.request, user._id).filter(
        (id) => id !== customer?.customerId && !pinned.includes(id),
      );
      const opened = isOpen && recentCookie(args.request, user._id, customer.customerId);
      if (opened) state.addCookie(opened);
      return {
        version: env.CONSOLE_VERSION,
        notices: await noticesForPage(await state.takeNotices()),
        user: { name: `${user.firstName} ${user.lastName}`.trim() || user.username, email: user.email },
        organisation: isOpen ? customer.organizationDisplayName : "",
        region: isOpen ? regions[region].city : "",
        current: isOpen ? { id: customer.customerId, name: customer.customerDisplayName } : null,
        customers: switcherPart(customers, customer?.customerId, switcherLimit),
        hasMoreCustomers: customers.length > switcherLimit,
        pinned: sortCustomers(customersByIds(customers, pinned)),
        recent: customersByIds(customers, recent),
        areKeysOn,
        hasSearch: flags?.edgeGlobalSearch ?? false,
        hasBulk: flags?.edgeBulkJobsEnabled ?? false,
        // A person with another start screen needs a link that requests Today explicitly.
        today: flags && rights && maySeeToday(flags, rights) ? (firstScreen ? "?today=1" : "") : null,
        ending: endingOf(state.session.end),
        menu:
          flags && rights
            ? menuOf(flags, rights).map((entry) => ({
                label: entry.label((texts) => translator(texts, language)),
                icon: entry.icon,
                ...(entry.external
                  ? { to: externalAddresses[entry.external], external: true }
                  : {
                      to: entry.to ?? "",
                      search: defaultViewQuery(entry, flags),
                      at: [entry.path ?? "", ...(entry.alsoAt ? [entry.alsoAt] : [])],
                    }),
              }))
            : rights === undefined
              ? null
              : [],
      };
    },
  )(args);

/** Notices are shown once, so a background revalidation must not consume them. */
export const shouldRevalidate = skipBackgroundRevalidation;

/** The customer's menu; while the region does not answer, the last one rendered (SHELL-38). */
function useLastMenu<T>(menu: T, customerId: string | undefined): T {
  const [kept, setKept] = useState({ menu, customerId });
  if (menu !== null && menu !== kept.menu) setKept({ menu, customerId });
  return menu ?? (kept.customerId === customerId ? kept.menu : menu);
}

export default function Shell() {
  const data = useLoaderData<typeof loader>();
  const { version, notices, user, organisation, region, current, customers, hasMoreCustomers } = data;
  const { pinned, recent, areKeysOn, hasSearch, hasBulk, today, ending } = data;
  const { awsRegion, customerId } = useParams();
  const menu = useLastMenu(data.menu, customerId) ?? [];
  const { pathname } = useLocation();
  useStaleWhileRevalidate(notices);
  const t = useTexts(shellTexts);
  const h = useTexts(homeName);
  const base = `/region/${awsRegion}/customers/${customerId}`;
  const isAt = (path: string) => `${pathname}/`.startsWith(`${base}/${path}/`);
  // Workflows are below workflow sets, so the longest matching URL wins.
  const places = menu.flatMap((entry) => ("external" in entry ? [] : entry.at)).filter(isAt);
  const place = places.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  const todayHref = today === null ? null : `${base}${today}`;
  const isRecordOpen = menu.some(({ to }) => to === "record");
  return (
    <AppShell
      homeHref="/"
      nav={[
        ...(todayHref === null
          ? []
          : [{ label: h("title"), icon: "home" as const, to: todayHref, current: pathname === base }]),
        ...menu.map((entry) => ({
          label: entry.label,
          icon: entry.icon,
          ...("external" in entry
            ? { to: entry.to, external: true }
            : {
                to: `${base}/${entry.to}${entry.search}`,
                current: place !== "" && entry.at.includes(place),
              }),
        })),
      ]}
      organisation={organisation}
      region={region}
      switcher={{
        customers,
        pinned,
        recent,
        hasMore: hasMoreCustomers,
        currentId: current?.id ?? "",
        currentName: current?.name ?? t("switchCustomer.choose"),
        allHref: `${base}/switch-customer`,
        preferencesAction: "/preferences",
      }}
      search={current && <GoToField {...{ base, areKeysOn, hasSearch, todayHref }} />}
      bar={<SessionEnding ending={ending} />}
      user={user}
      shortcuts={{ href: `${base}/shortcuts`, areKeysOn }}
      preferencesAction="/preferences"
      logOutAction="/logout"
      accountHref={current && `${base}/account`}
      bulkHref={hasBulk ? `${base}/bulk-jobs` : null}
    >
      <SessionWatch />
      <VersionWatch running={version} />
      <UnsavedChangesGuard />
      <PageNotices notices={notices}>
        <HistoryProvider href={isRecordOpen ? `${base}/record` : null}>
          <Outlet />
        </HistoryProvider>
      </PageNotices>
    </AppShell>
  );
}
