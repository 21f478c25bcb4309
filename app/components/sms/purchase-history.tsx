import { useConsole, useTexts } from "~/components/context/console-context";
import { type Column, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Dialog } from "~/components/ui/dialog";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { sms } from "~/i18n/sms";
import type { SmsPurchase } from "~/models/settings/sms-credits.server";

type HistoryProps = {
  purchases: readonly SmsPurchase[];
  problem: { tone: "warning" | "error"; title: string; description: string } | null;
};

/** Purchases in a dialog (SMS-07). */
export function PurchaseHistoryDialog({ closeHref, ...history }: HistoryProps & { closeHref: string }) {
  const t = useTexts(sms);
  return (
    <Dialog title={t("history.title")} width={760} closeHref={closeHref}>
      <History {...history} />
    </Dialog>
  );
}

/** Purchases in the page itself, for browsers without JS (SMS-19). */
export function PurchaseHistorySection(history: HistoryProps) {
  const t = useTexts(sms);
  return (
    <noscript>
      <Card title={t("history.title")}>
        <History {...history} />
      </Card>
    </noscript>
  );
}

function History({ purchases, problem }: HistoryProps) {
  const t = useTexts(sms);
  const time = useTime();
  const { timeZone } = useConsole();
  type Row = SmsPurchase & { _id: string };
  const columns: Column<Row>[] = [
    timeColumn({ id: "purchasedAt", header: t("history.purchasedAt"), time, at: (row) => row.purchasedAt }),
    numberColumn({ id: "amount", header: t("history.amount"), value: (row) => row.purchaseAmount }),
    textColumn({
      id: "purchasedBy",
      header: t("history.purchasedBy"),
      value: (row) => row.purchaseUserEmail,
    }),
    textColumn({ id: "notes", header: t("history.notes"), value: (row) => row.notes }),
  ];
  return (
    <div className="purchase-history">
      {purchases.length > 0 && <p className="small muted">{t("timesIn", { zone: timeZone })}</p>}
      <DataTable
        label={t("history.title")}
        columns={columns}
        // Purchases have no ids; the index is stable because they are never reordered.
        rows={purchases.map((purchase, index) => ({ ...purchase, _id: String(index) }))}
        problem={problem}
        empty={{ title: t("history.none") }}
      />
    </div>
  );
}
