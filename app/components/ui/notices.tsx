import { useLocation, useNavigation } from "@remix-run/react";
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
export function Notices({ notices, isFloating }: { notices: readonly Notice[]; isFloating?: boolean }) {
  const t = useTexts(common);
  const { pathname, search, key } = useLocation();
  const [dismissed, setDismissed] = useState<{ key: string; indexes: number[] }>({ key, indexes: [] });
  const hidden = dismissed.key === key ? dismissed.indexes : [];
  return (
    <div className={isFloating ? "notices notices-floating" : "notices"} role="status">
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

/**
 * The notices that the last change left for this page (SHELL-31), where the reader is: they stay in sight when the page
 * is scrolled, outlast data that is only fetched again, and go as soon as another form is sent, whose outcome they
 * would contradict.
 */
export function PageNotices({ notices }: { notices: readonly Notice[] }) {
  const { key } = useLocation();
  const { formMethod } = useNavigation();
  const [last, setLast] = useState({ key, notices, given: notices });
  const isPosting = formMethod !== undefined && formMethod !== "GET";
  const isFetchedAgain = notices !== last.given && notices.length === 0 && key === last.key;
  let now = last;
  if (notices !== last.given) now = { key, given: notices, notices: isFetchedAgain ? last.notices : notices };
  if (isPosting && now.notices.length > 0) now = { ...now, notices: [] };
  if (now !== last) setLast(now);
  return <Notices notices={now.notices} isFloating />;
}
