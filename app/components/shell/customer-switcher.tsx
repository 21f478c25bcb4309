import { useState } from "react";
import { Button } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { useTexts } from "~/components/context/console-context";
import type { SwitcherCustomer } from "./customers";

export type CustomerSwitcherProps = {
  /** Already sorted. */
  customers: readonly SwitcherCustomer[];
  /** A long list was cut to its start: the full page has them all. */
  hasMore?: boolean;
  currentId: string;
  currentName: string;
  /** The page with every customer and a search of its own. */
  allHref: string;
};

/** The customers of the user as links; scripts add a box that narrows them (SHELL-08 to SHELL-10). */
export function CustomerSwitcher({ currentName, ...list }: CustomerSwitcherProps) {
  const t = useTexts(common);
  return (
    <Popover
      id="customer-switcher"
      button={
        <Button
          variant="ghost"
          className="switcher"
          aria-label={`${t("shell.switchCustomer")}: ${currentName}`}
        >
          <span>{currentName}</span>
          <Icon name="sort" />
        </Button>
      }
    >
      <div className="switcher-list">
        <CustomerLinks {...list} />
      </div>
    </Popover>
  );
}

type CustomerLinksProps = Omit<CustomerSwitcherProps, "currentName">;

function CustomerLinks({ customers, hasMore, currentId, allHref }: CustomerLinksProps) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [query, setQuery] = useState("");
  const wanted = query.trim();
  const shown = customers.filter(({ name, detail }) =>
    `${name} ${detail ?? ""}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  return (
    <>
      {hydrated && (
        <input
          type="search"
          className="input"
          value={query}
          aria-label={t("filterList")}
          placeholder={t("filterList")}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className="switcher-items">
        {shown.map(({ id, name, href, detail }) => (
          <li key={id}>
            <a className="menu-item" href={href} aria-current={id === currentId ? "true" : undefined}>
              <span>
                {name}
                {detail && <span className="small muted">{detail}</span>}
              </span>
              {id === currentId && <Icon name="check" />}
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !hasMore && <p className="muted">{t("shell.noCustomerMatches")}</p>}
      <hr className="menu-line" />
      {/* What is looked for goes along: among all there may be one that this panel does not hold. */}
      <a className="menu-item" href={wanted ? `${allHref}?${new URLSearchParams({ q: wanted })}` : allHref}>
        <Icon name="list" />
        {t("shell.allCustomers")}
      </a>
    </>
  );
}
