import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import type { ListTotals } from "~/models/list/list-state";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { useTotal } from "./use-total";

/**
 * The list as a file: all that the filters of its address leave (GEN-26). Nothing to export, no link. `path` is the list's
 * own where a dialog over it has another.
 */
export function ExportLink({
  totals,
  path,
  asked,
  label,
}: {
  totals: ListTotals | undefined;
  path?: string;
  /** What else the file is asked for by, and what such a file is called. */
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
      // The browser takes the file, and the page if there is none.
      data-reload=""
    >
      {label ?? t("table.export")}
    </ButtonLink>
  );
}
