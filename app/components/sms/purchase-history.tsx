import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { Dialog } from "~/components/ui/dialog";
import { EmptyState } from "~/components/ui/empty-state";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { sms } from "~/i18n/sms";
import type { SmsPurchase } from "~/models/settings/sms-credits.server";

type HistoryProps = {
  purchases: readonly SmsPurchase[];
  problem: { tone: "warning" | "error"; title: string; description: string } | null;
};

/** The purchases in a dialog (SMS-07). */
export function PurchaseHistoryDialog({ closeHref, ...history }: HistoryProps & { closeHref: string }) {
  const t = useTexts(sms);
  return (
    <Dialog title={t("history.title")} width={760} closeHref={closeHref}>
      <History {...history} />
    </Dialog>
  );
}

/** The same in the page, for browsers without scripts (SMS-19). */
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
  if (problem)
    return (
      <Callout tone={problem.tone} role="alert" title={problem.title}>
        {problem.description}
      </Callout>
    );
  if (purchases.length === 0) return <EmptyState title={t("history.none")} />;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls in its own frame, so the keyboard must reach it
    <div className="purchase-history" tabIndex={0} role="region" aria-label={t("history.title")}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("history.purchasedAt")}</th>
            <th scope="col" className="end">
              {t("history.amount")}
            </th>
            <th scope="col">{t("history.purchasedBy")}</th>
            <th scope="col">{t("history.notes")}</th>
          </tr>
        </thead>
        <tbody>
          {purchases.map((purchase, index) => (
            <tr key={`${purchase.purchasedAt} ${index}`}>
              <td className="nowrap">{time(purchase.purchasedAt, "dateTime")}</td>
              <td className="end">{purchase.purchaseAmount.toLocaleString("en")}</td>
              <td>{purchase.purchaseUserEmail}</td>
              <td>{purchase.notes ?? "-"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
