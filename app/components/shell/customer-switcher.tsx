import { Form, useLocation } from "@remix-run/react";
import { type KeyboardEvent, useState } from "react";
import { FormSecrets } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { MenuButton, Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";
import { customerPath } from "~/services/customer-path";
import { matching, type SwitcherCustomer, type SwitcherList } from "./customers";
import { loadJson } from "./load-json";

export type CustomerSwitcherProps = {
  /** Shown above the customer's name where the bar has no room for it next to the name (SHELL-08). */
  organisation: string;
  /** Sorted; only the start of a long list, since the full page has all customers. */
  customers: readonly SwitcherCustomer[];
  hasMore?: boolean;
  /** Shown before the list, which contains them as well. */
  pinned: readonly SwitcherCustomer[];
  recent: readonly SwitcherCustomer[];
  currentId: string;
  currentName: string;
  /** Page with every customer and its own search. */
  allHref: string;
  /** Target of `pin` and `unpin`. */
  preferencesAction: string;
};

/** The user's customers as links; JS adds a filter field (SHELL-08 to SHELL-10). */
export function CustomerSwitcher({ organisation, currentName, ...list }: CustomerSwitcherProps) {
  const t = useTexts(common);
  const name = `${t("shell.switchCustomer")}: ${currentName}`;
  return (
    <Popover
      id="customer-switcher"
      name={name}
      button={
        <Button variant="ghost" className="switcher rt-r-px-2 rt-r-weight-bold" aria-label={name}>
          <span className="rt-truncate">
            <small>{organisation} </small>
            {currentName}
          </span>
          <Icon name="sort" />
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys only add to Tab */}
      <div className="switcher-list" onKeyDown={moveFocus}>
        <CustomerLinks {...list} />
        <PinCurrent currentName={currentName} {...list} />
      </div>
    </Popover>
  );
}

/** Arrows, Home and End move through the entries, Enter in the field opens the first, typing returns to the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget: panel, target, nativeEvent } = event;
  // Ignores keys during IME composition, which uses them itself.
  if (nativeEvent.isComposing) return;
  const items = [...panel.querySelectorAll<HTMLElement>(".menu-item")];
  const field = panel.querySelector("input");
  const at = items.indexOf(target as HTMLElement);
  const isField = target === field;
  if (key === "Escape") {
    // Closes the panel on the first Escape, which a search field would handle itself.
    panel.closest<HTMLElement>("[popover]")?.hidePopover?.();
  } else if (key === "Enter" && isField) items[0]?.click();
  else if (key === "ArrowDown") items[(at + 1) % items.length]?.focus();
  else if (key === "ArrowUp") (items[at - 1] ?? field ?? items.at(-1))?.focus();
  else if (key === "Home" && !isField) items[0]?.focus();
  else if (key === "End" && !isField) items.at(-1)?.focus();
  else {
    if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) field?.focus();
    return;
  }
  event.preventDefault();
}

type CustomerLinksProps = Omit<CustomerSwitcherProps, "currentName" | "organisation">;

/** Maximum number of entries, to keep the panel compact. */
const maxEntries = 50;

function CustomerLinks({ pinned, recent, currentId, allHref, ...begun }: CustomerLinksProps) {
  const t = useTexts(common);
  const s = useTexts(shellTexts);
  const hydrated = useHydrated();
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState<SwitcherList>();
  const { customers, hasMore } = (begun.hasMore && asked) || begun;
  const wanted = query.trim();
  // The search includes pinned and recent customers, even if the list was cut before them.
  const every = [
    ...customers,
    ...[...pinned, ...recent].filter(({ id }) => !customers.some((one) => one.id === id)),
  ];
  const shown = wanted ? matching(every, wanted, ({ name, detail }) => `${name} ${detail}`) : customers;
  const isParted = !wanted && pinned.length + recent.length > 0;
  const links = { currentId };
  return (
    <>
      {hydrated && (
        <input
          // The browser focuses this when the panel opens.
          ref={(field) => field?.setAttribute("autofocus", "")}
          type="search"
          className="input"
          value={query}
          aria-label={t("filterList")}
          placeholder={t("filterList")}
          onChange={(event) => setQuery(event.target.value)}
          onFocus={({ target }) => {
            target.select();
            // If the request fails, the link to the page of all customers remains.
            if (begun.hasMore)
              void loadJson<SwitcherList>(`${allHref}.json`, { redirect: "manual" }).then(
                (all) => all && setAsked(all),
              );
          }}
        />
      )}
      {isParted && (
        <>
          <Part title={s("switchCustomer.pinned")} customers={pinned} {...links} />
          <Part title={s("switchCustomer.recent")} customers={recent} {...links} />
          <p className="small">{s("switchCustomer.all")}</p>
        </>
      )}
      <ul className="switcher-items">
        {shown.slice(0, maxEntries).map((customer) => customerLink(customer, currentId))}
      </ul>
      <p className="visually-hidden" role="status">
        {wanted && t("shell.customersFound", { count: shown.length })}
      </p>
      {shown.length === 0 && !hasMore && <p className="muted">{t("shell.noCustomerMatches")}</p>}
      <hr className="menu-line" />
      {/* Passes the search on: the full list may have a customer this panel lacks. */}
      <a className="menu-item" href={wanted ? `${allHref}?${new URLSearchParams({ q: wanted })}` : allHref}>
        <Icon name="list" />
        {t("shell.allCustomers")}
      </a>
    </>
  );
}

type PartProps = { title: string; customers: readonly SwitcherCustomer[]; currentId: string };

function Part({ title, customers, currentId }: PartProps) {
  if (customers.length === 0) return null;
  return (
    <>
      <p className="small">{title}</p>
      <ul className="switcher-first" aria-label={title}>
        {customers.map((customer) => customerLink(customer, currentId))}
      </ul>
    </>
  );
}

function customerLink({ id, name, awsRegion, detail }: SwitcherCustomer, currentId: string) {
  return (
    <li key={id}>
      <a
        className="menu-item"
        href={customerPath({ awsRegion, customerId: id })}
        aria-current={id === currentId ? "true" : undefined}
      >
        <bdi>{name}</bdi> {id === currentId && <Icon name="check" />}
        <small>{detail}</small>
      </a>
    </li>
  );
}

type PinCurrentProps = Pick<
  CustomerSwitcherProps,
  "currentId" | "currentName" | "pinned" | "preferencesAction"
>;

/** Pins or unpins the open customer. */
function PinCurrent({ currentId, currentName, pinned, preferencesAction }: PinCurrentProps) {
  const t = useTexts(shellTexts);
  const { pathname, search } = useLocation();
  if (!currentId) return null;
  const command = pinned.some(({ id }) => id === currentId) ? "unpin" : "pin";
  return (
    <Form method="post" action={preferencesAction} preventScrollReset>
      <FormSecrets />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <MenuButton icon="pin" name={command} value={currentId}>
        {t(`switchCustomer.${command}`, { name: currentName })}
      </MenuButton>
    </Form>
  );
}
