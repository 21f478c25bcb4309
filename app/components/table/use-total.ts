import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { inFigures } from "~/i18n/numbers";
import type { ListTotals } from "~/models/list/list-state";

/** How many rows a list has: "4,312", or "10,000+" where they were not counted to the end (GEN-38). */
export function useTotal(totals: Omit<ListTotals, "totalPages"> | undefined): string {
  const t = useTexts(common);
  const total = inFigures(totals?.totalItems ?? 0);
  return totals?.isTotalExact === false ? t("table.andMore", { total }) : total;
}
