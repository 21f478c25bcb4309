import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { type Tone, toneAttribute } from "./tones";

export type CalloutTone = "info" | "success" | "warning" | "error" | "neutral";

const looks: Record<CalloutTone, { tone: Tone; icon: IconName }> = {
  info: { tone: "accent", icon: "info" },
  success: { tone: "green", icon: "check-circle" },
  warning: { tone: "amber", icon: "warning" },
  error: { tone: "red", icon: "alert" },
  neutral: { tone: "gray", icon: "info" },
};

export type CalloutProps = {
  tone?: CalloutTone;
  title?: ReactNode;
  /** The description. */
  children?: ReactNode;
  link?: { to: string; label: string };
  /** "alert" interrupts (errors), "status" waits its turn; omit for text present from the start. */
  role?: "status" | "alert";
  /** The next step, after the link. */
  action?: ReactNode;
  /** A link, button or form that dismisses the message. */
  dismiss?: ReactNode;
};

/** A message in the page, with an icon, an optional title and a link. */
export function Callout({ tone = "info", title, children, link, role, action, dismiss }: CalloutProps) {
  const look = looks[tone];
  return (
    <div className="callout" role={role} {...toneAttribute(look.tone)}>
      <span className="callout-icon">
        <Icon name={look.icon} />
      </span>
      <div
        className={classes(
          "callout-text rt-Flex rt-r-gc-2",
          title && children ? "rt-r-fd-column" : "callout-brief rt-r-fw-wrap rt-r-ai-center",
        )}
      >
        {title && <p className="callout-title">{title}</p>}
        {typeof children === "string" ? <p>{children}</p> : children}
        {link && <a href={link.to}>{link.label}</a>}
        {action}
      </div>
      {dismiss}
    </div>
  );
}
