import { useTexts } from "~/components/context/console-context";
import { Tabs } from "~/components/ui/tabs";
import { workflowSets } from "~/i18n/workflow-sets";

type SetTabsProps = {
  base: string;
  current: "sets" | "workflows";
  may: { sets: boolean; workflows: boolean };
};

/** Sets and workflows, each with its own URL; a disabled list has no tab (WFS-01). */
export function SetTabs({ base, current, may }: SetTabsProps) {
  const t = useTexts(workflowSets);
  const all = [
    { name: "sets", to: `${base}/workflow-sets`, label: t("tabs.sets") },
    { name: "workflows", to: `${base}/workflow-sets/workflows`, label: t("tabs.workflows") },
  ] as const;
  const tabs = all
    .filter(({ name }) => may[name])
    .map(({ name, to, label }) => ({ to, label, current: name === current }));
  return <Tabs label={t("tabs.label")} tabs={tabs} />;
}
