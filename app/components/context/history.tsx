import { createContext, type ReactNode, useContext } from "react";
import { common } from "~/i18n/common";
import type { record } from "~/i18n/record";
import { ButtonLink } from "~/components/ui/button";
import { useTexts } from "./console-context";

const Context = createContext<string | null>(null);

/** Provides `useHistory` with the audit record's URL; null if the person may not open it. */
export function HistoryProvider({ href, children }: { href: string | null; children: ReactNode }) {
  return <Context.Provider value={href}>{children}</Context.Provider>;
}

/**
 * Returns a function that renders the link to an object's history (AUD-10): an icon button for page headers, or the
 * given text. It returns null if the record is not accessible.
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
