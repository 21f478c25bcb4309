import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Callout, type CalloutTone } from "./callout";
import { Icon } from "./icons";

export type Notice = {
  tone: Exclude<CalloutTone, "neutral">;
  title?: string;
  description?: string;
  link?: { to: string; label: string };
};

/**
 * What the last action has to say (SHELL-31). The region is always there, so that a notice that arrives by
 * script is announced. "Dismiss" is a link to the page itself: a notice shows once, so without scripts the
 * reload takes it away.
 */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const t = useTexts(common);
  const { pathname, search, key } = useLocation();
  const [dismissed, setDismissed] = useState<{ key: string; indexes: number[] }>({ key, indexes: [] });
  const hidden = dismissed.key === key ? dismissed.indexes : [];
  return (
    <div className="notices" role="status">
      {notices.map((notice, index) =>
        hidden.includes(index) ? null : (
          <Callout
            // Notices have no identity of their own and never change order.
            key={index}
            tone={notice.tone}
            title={notice.title}
            link={notice.link}
            dismiss={
              <a
                className="callout-dismiss"
                href={pathname + search}
                aria-label={t("actions.dismiss")}
                onClick={(event) => {
                  event.preventDefault();
                  setDismissed({ key, indexes: [...hidden, index] });
                }}
              >
                <Icon name="x" />
              </a>
            }
          >
            {notice.description}
          </Callout>
        ),
      )}
    </div>
  );
}
