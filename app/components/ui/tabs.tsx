import type { ReactNode } from "react";
import { Icon } from "./icons";
import { spaced } from "./spaced";
import { StateText } from "./state-text";
import type { Tone } from "./tones";

export type Tab = {
  to: string;
  label: string;
  current?: boolean;
  count?: number;
  /** How what is behind it stands. */
  state?: { text: string; tone?: Tone };
};

/** Views of one page as links: the open tab is in the address. They wrap, so that the open one is in sight. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label} data-steady="">
      {spaced(
        tabs.map((tab) => (
          <a key={tab.to} href={tab.to} aria-current={tab.current ? "page" : undefined}>
            {tab.label}
            {tab.state && (
              <>
                {" "}
                <StateText {...tab.state} />
              </>
            )}{" "}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </a>
        )),
      )}
    </nav>
  );
}

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
      {/* Another tab is another fold: it closes over what was chosen. */}
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
