import { createContext, type ReactNode, useContext } from "react";
import { common } from "~/i18n/common";
import type { record } from "~/i18n/record";
import { ButtonLink } from "~/components/ui/button";
import { useTexts } from "./console-context";

const Context = createContext<string | null>(null);

/** Within it `useHistory` links to the record of changes at `href`; null where that is not open to the person. */
export function HistoryProvider({ href, children }: { href: string | null; children: ReactNode }) {
  return <Context.Provider value={href}>{children}</Context.Provider>;
}

/**
 * Makes the link to the history of an object (AUD-10): a button with a sign for the head of its page, or the text given.
 * null where the record does not open.
 */
export function useHistory(): (
  of: keyof (typeof record)["en"]["kinds"],
  id: string,
  label?: string,
) => ReactNode {
  const href = useContext(Context);
  const t = useTexts(common);
  return (of, id, label) => {
    if (href === null) return null;
    const to = `${href}?${new URLSearchParams({ of, id })}`;
    return label === undefined ? (
      <ButtonLink to={to} icon="clock" iconOnly title={t("actions.history")}>
        {t("actions.history")}
      </ButtonLink>
    ) : (
      <a href={to}>{label}</a>
    );
  };
}
