import { withSpaces } from "./with-spaces";
import { StateText } from "./state-text";
import type { Tone } from "./tones";

export type Tab = {
  to: string;
  label: string;
  current?: boolean;
  count?: number;
  /** State of the content behind the tab. */
  state?: { text: string; tone?: Tone };
};

/** Views of one page as links: the open tab is in the URL. They wrap, so that the open one is visible. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className="tabs rt-Flex rt-r-fw-wrap rt-r-gap-1 rt-r-mb-4" aria-label={label} data-steady="">
      {withSpaces(
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
