import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "~/components/ui/badge";
import { Button, ButtonLink, buttonLook } from "~/components/ui/button";
import { useClientLinks } from "~/components/ui/client-links";
import { Icon, type IconName } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { Brand } from "./brand";
import { useConsole, useTexts } from "~/components/context/console-context";
import { router } from "~/components/context/router";
import { nowhereHash } from "~/components/ui/menu";
import { ConnectionBar } from "./connection-bar";
import { CustomerSwitcher, type CustomerSwitcherProps } from "./customer-switcher";
import { NavigationProgress } from "./progress";
import { SkipLink } from "./skip-link";
import { UserMenu, type UserMenuProps } from "./user-menu";

export type NavItem = { to: string; label: string; icon: IconName; external?: boolean; current?: boolean };

export type AppShellProps = UserMenuProps & {
  homeHref: string;
  nav: readonly NavItem[];
  organisation: string;
  /** The city of the customer's region. */
  region?: string;
  switcher: Omit<CustomerSwitcherProps, "organisation">;
  /** Search for any screen by its name, if there is a menu. */
  search?: ReactNode;
  /** Notices below the top bar. */
  bar?: ReactNode;
  children: ReactNode;
};

/** Frame of every signed-in page: skip link, navigation, top bar, content (SHELL-08 to SHELL-14). */
export function AppShell({
  homeHref,
  nav,
  organisation,
  switcher,
  region,
  search,
  bar,
  children,
  ...user
}: AppShellProps) {
  const t = useTexts(common);
  const { supportUrl } = useConsole();
  useClientLinks();
  return (
    <>
      <SkipLink />
      <NavigationProgress />
      <header className="top-bar rt-Flex rt-r-ai-center rt-r-gap-2 rt-r-px-3">
        <Button className="narrow-only" variant="ghost" icon="menu" iconOnly popovertarget="main-menu">
          {t("shell.mainMenu")}
        </Button>{" "}
        <a
          {...buttonLook({}, "popover-link rt-truncate narrow-only")}
          href="#main-menu"
          aria-label={t("shell.mainMenu")}
        />{" "}
        <Brand href={homeHref} />{" "}
        {organisation && (
          <>
            <span className="organisation rt-truncate muted">{organisation}</span>{" "}
            <span aria-hidden="true">/</span>{" "}
          </>
        )}
        <CustomerSwitcher {...{ ...switcher, organisation }} />{" "}
        {region && <Badge icon="globe">{region}</Badge>}
        <div className="top-bar-search rt-Flex rt-r-jc-end">{search}</div>{" "}
        <ButtonLink to={supportUrl} variant="ghost" icon="help" iconOnly>
          {t("shell.help")}
        </ButtonLink>{" "}
        <UserMenu {...user} />
      </header>
      <ConnectionBar />
      {bar}
      <div className="app-page">
        <NavMenu items={nav} homeHref={homeHref} />
        <Main>{children}</Main>
      </div>
    </>
  );
}

/**
 * Content of the page. After a client-side navigation the focus moves here, as on a document load; on returning from a
 * row's page to its list, to that row.
 */
function Main({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const left = usePreviousPage(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const from = left.current.before;
    const { current: main } = ref;
    const { activeElement } = document;
    // Keeps the focus in the search or the palette if the person started using it during loading.
    const isTyping = activeElement?.closest(".go-to, dialog[open]");
    if (!main || isTyping || (activeElement !== main && main.contains(activeElement))) return;
    const row = [...main.querySelectorAll<HTMLAnchorElement>("a.row-link")].find(
      (link) => link.pathname === from,
    );
    if (row) row.focus();
    else main.focus({ preventScroll: true });
  }, [pathname, left]);
  return (
    <main id="main" className="app-main" ref={ref} tabIndex={-1}>
      {children}
    </main>
  );
}

/**
 * Returns the page left for the open one, as reported by the router. A page that was left again at once is in
 * the address bar and the history, although React may never have rendered it.
 */
function usePreviousPage(pathname: string) {
  const pages = useRef({ open: pathname, before: pathname });
  useEffect(
    () =>
      router().subscribe(({ location }) => {
        const { open } = pages.current;
        if (location.pathname !== open) pages.current = { open: location.pathname, before: open };
      }),
    [],
  );
  return pages;
}

/** Areas of the console. One list for every width: a column when wide, a popover behind a button when narrow. */
export function NavMenu({ items, homeHref }: { items: readonly NavItem[]; homeHref: string }) {
  const t = useTexts(common);
  const going = useNavigation().location?.pathname;
  // The pressed entry is marked at once, not when its page has come.
  const pressed = items.find(({ to }) => to.split("?")[0] === going);
  return (
    <nav id="main-menu" className="app-nav" popover="auto" aria-label={t("shell.mainMenu")}>
      <div className="app-nav-head rt-r-ai-center rt-r-jc-space-between rt-r-fs-0 rt-r-mb-2 narrow-only">
        <Brand href={homeHref} />
        <Button variant="ghost" icon="x" iconOnly popovertarget="main-menu" popovertargetaction="hide">
          {t("shell.closeMenu")}
        </Button>
        <a
          {...buttonLook({}, "popover-link rt-truncate")}
          href={nowhereHash}
          aria-label={t("shell.closeMenu")}
        />
      </div>
      <ul className="app-nav-list rt-Flex rt-r-fd-column">
        {items.map(({ to, label, icon, external, current }) => (
          <li key={to}>
            <a
              href={to}
              aria-current={(pressed ? pressed.to === to : current) ? "page" : undefined}
              {...(external && { target: "_blank", rel: "noopener" })}
            >
              <Icon name={icon} />
              <span>{label}</span>
              {external && <Icon name="external" label={t("shell.opensInNewTab")} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
