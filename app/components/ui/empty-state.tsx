import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons";

/** Shown in place of rows or content. */
export function EmptyState({
  icon = "list",
  title,
  text,
  action,
}: {
  icon?: IconName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty rt-Flex rt-r-fd-column rt-r-ai-center rt-r-jc-center rt-r-gap-2 rt-r-py-5 rt-r-px-4 rt-r-ta-center muted">
      <Icon name={icon} />
      <div>
        <p className="empty-title rt-r-weight-medium rt-r-tw-balance">{title}</p>
        {text && <p>{text}</p>}
      </div>
      {action}
    </div>
  );
}
