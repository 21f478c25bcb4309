import type { ReactNode } from "react";

export type Tab = { to: string; label: string; current?: boolean; count?: number };

/** Views of one page as links: the open tab is in the address. They wrap, so that the open one is in sight. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label} data-steady="">
      {tabs.map((tab) => (
        <a key={tab.to} href={tab.to} data-discover="true" aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** The same at the left of its content, turning into a strip on top when narrow. */
export function SideTabs({
  tabs,
  label,
  children,
}: {
  tabs: readonly Tab[];
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="side-tabs">
      <Tabs tabs={tabs} label={label} />
      <div>{children}</div>
    </div>
  );
}
