import { Form, useLocation } from "@remix-run/react";
import { FormSecrets } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { Initials } from "~/components/ui/initials";
import { Icon } from "~/components/ui/icons";
import { MenuButton, MenuLink, Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { shellTexts } from "~/i18n/shell";
import { useConsole, useTexts } from "~/components/context/console-context";
import { appearances, timeZones } from "./preference-options";
import { forgetRecent } from "./recent-places";

export type UserMenuProps = {
  user: { name: string; email: string };
  /** Target of appearance and time-zone choices (fields `appearance` or `timeZone`, `returnTo`). */
  preferencesAction: string;
  logOutAction: string;
  /** The person's own page; null without an open customer. */
  accountHref: string | null;
  /** The person's bulk actions at the open customer; null if there are none. */
  bulkHref: string | null;
  /** Page of the keyboard shortcuts, and whether single-key shortcuts are on (WCAG 2.1.4). */
  shortcuts: { href: string; areKeysOn: boolean };
};

/** The signed-in person, preferences, and Log Out (SHELL-11). Each preference is a form button: one press saves it. */
export function UserMenu({
  user,
  preferencesAction,
  logOutAction,
  accountHref,
  bulkHref,
  shortcuts,
}: UserMenuProps) {
  const t = useTexts(common);
  const s = useTexts(shellTexts);
  const { appearance, timeZoneChoice } = useConsole();
  const { pathname, search } = useLocation();
  const name = `${t("shell.userMenu")}: ${user.name}`;
  const button = (
    <Button variant="ghost" className="user-button rt-r-px-1 rt-r-gap-2" aria-label={name}>
      <Initials id={user.email} name={user.name} />
      <span className="wide-only">{user.name}</span>
    </Button>
  );
  return (
    <Popover id="user-menu" name={name} align="end" button={button}>
      <div className="user-menu">
        <div className="breaks rt-r-p-2">
          <div>
            <b>{user.name}</b>
          </div>
          <div className="muted">{user.email}</div>
        </div>
        <hr className="menu-line" />
        <Form method="post" action={preferencesAction} preventScrollReset>
          <FormSecrets />
          <input type="hidden" name="returnTo" value={pathname + search} />
          <Choice label={t("shell.appearance")}>
            {appearances.map(({ value, icon, text }) => (
              <button key={value} name="appearance" value={value} aria-pressed={value === appearance}>
                <Icon name={icon} />
                {t(`shell.appearance${text}`)}
              </button>
            ))}
          </Choice>
          <Choice label={t("shell.timeZone")}>
            {timeZones.map(({ value, text }) => (
              <button key={value} name="timeZone" value={value} aria-pressed={value === timeZoneChoice}>
                {t(`shell.timeZone${text}`)}
              </button>
            ))}
          </Choice>
          <Choice label={s("goTo.singleKeys")}>
            {(["on", "off"] as const).map((value) => (
              <button
                key={value}
                name="shortcuts"
                value={value}
                aria-pressed={(value === "on") === shortcuts.areKeysOn}
              >
                {s(`goTo.${value}`)}
              </button>
            ))}
          </Choice>
        </Form>
        <hr className="menu-line" />
        {accountHref && (
          <MenuLink icon="user" to={accountHref}>
            {t("shell.account")}
          </MenuLink>
        )}
        {bulkHref && (
          <MenuLink icon="check-circle" to={bulkHref}>
            {t("shell.bulk")}
          </MenuLink>
        )}
        <MenuLink icon="keyboard" to={shortcuts.href}>
          {s("goTo.shortcuts")}
        </MenuLink>
        <Form method="post" action={logOutAction} onSubmit={forgetRecent}>
          <FormSecrets />
          <MenuButton icon="log-out">{t("shell.logOut")}</MenuButton>
        </Form>
      </div>
    </Popover>
  );
}

function Choice({ label, children }: { label: string; children: JSX.Element[] }) {
  return (
    <>
      <div className="small">{label}</div>
      <div className="segments rt-Flex rt-r-mt-0 rt-r-mx-2 rt-r-mb-2" role="group" aria-label={label}>
        {children}
      </div>
    </>
  );
}
