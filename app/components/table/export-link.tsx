import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import type { ListTotals } from "~/models/list/list-state";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { useTotal } from "./use-total";

/**
 * Exports the list: all rows matching the URL's filters (GEN-26). No link if there are none. `path` is the
 * list's own, if a dialog over it has another.
 */
export function ExportLink({
  totals,
  path,
  asked,
  label,
}: {
  totals: ListTotals | undefined;
  path?: string;
  /** Additional query of the export, and its label. */
  asked?: Readonly<Record<string, string>>;
  label?: string;
}) {
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const total = useTotal(totals);
  if (!totals?.totalItems) return null;
  return (
    <ButtonLink
      to={shorten(
        listHref(
          { pathname: path ?? location.pathname, search: location.search },
          { ...asked, export: "csv" },
        ),
      )}
      variant="ghost"
      icon="download"
      title={t("table.exportTitle", { total })}
      // Left to the browser, which downloads the file, or shows the page if there is none.
      data-reload=""
    >
      {label ?? t("table.export")}
    </ButtonLink>
  );
}
