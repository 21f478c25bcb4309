import type { ReactNode } from "react";
import { Icon } from "./icons";
import { type Tab, Tabs } from "./tabs";

/** Tabs at the left of their content. On a narrow page they fold into a menu above it, named after the open tab. */
export function SideTabs({
  tabs,
  label,
  children,
}: {
  tabs: readonly Tab[];
  label: string;
  children: ReactNode;
}) {
  const current = tabs.find((tab) => tab.current);
  return (
    <div className="side-tabs">
      {/* Keyed by tab: the menu closes once another tab is chosen. */}
      <details className="tabs-fold" key={current?.to}>
        <summary>
          <span className="visually-hidden">{label}: </span>
          {current?.label ?? label}
          <Icon name="chevron-down" />
        </summary>
      </details>
      <Tabs tabs={tabs} label={label} />
      <div>{children}</div>
    </div>
  );
}
