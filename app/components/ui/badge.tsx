import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons";
import { type Tone, toneOf } from "./tones";

/** A short word with a colour; the word alone must say it all. */
export function Badge({
  tone = "gray",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className="badge" {...toneOf(tone)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
