import { createContext, type ReactNode, useContext } from "react";
import { common } from "~/i18n/common";
import type { record } from "~/i18n/record";
import { useTexts } from "./console-context";

const Context = createContext<string | null>(null);

/** Within it `useHistory` links to the record of changes at `href`; null where that is not open to the person. */
export function HistoryProvider({ href, children }: { href: string | null; children: ReactNode }) {
  return <Context.Provider value={href}>{children}</Context.Provider>;
}

/** Makes the link to the history of an object (AUD-10); null for whom the record is not open. */
export function useHistory(): (
  of: keyof (typeof record)["en"]["kinds"],
  id: string,
  label?: string,
) => ReactNode {
  const href = useContext(Context);
  const t = useTexts(common);
  return (of, id, label = t("actions.history")) =>
    href === null ? null : (
      <a key={`history ${of}`} href={`${href}?${new URLSearchParams({ of, id })}`}>
        {label}
      </a>
    );
}
