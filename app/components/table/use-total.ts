import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import type { ListTotals } from "~/models/list/list-state";

/** Row count of a list: "4,312", or "10,000+" if the count was capped (GEN-38). */
export function useTotal(totals: Omit<ListTotals, "totalPages"> | undefined): string {
  const t = useTexts(common);
  const total = formatNumber(totals?.totalItems ?? 0);
  return totals?.isTotalExact === false ? t("table.andMore", { total }) : total;
}
