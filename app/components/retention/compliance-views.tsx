import { useTexts } from "~/components/context/console-context";
import { Tabs } from "~/components/ui/tabs";
import { retention } from "~/i18n/retention";

export type ComplianceView = "periods" | "plan" | "runs" | "holds";

type ComplianceViewsProps = { base: string; current: ComplianceView; mayHolds: boolean };

/** Views of the Compliance tab: periods, planned removals, past removals, and holds. */
export function ComplianceViews({ base, current, mayHolds }: ComplianceViewsProps) {
  const t = useTexts(retention);
  const root = `${base}/settings/compliance`;
  const views = ["periods", "plan", "runs", ...(mayHolds ? (["holds"] as const) : [])] as const;
  return (
    <Tabs
      label={t("views.label")}
      tabs={views.map((view) => ({
        to: view === "periods" ? root : `${root}/${view}`,
        label: t(`views.${view}`),
        current: view === current,
      }))}
    />
  );
}
