import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { type Tone, toneOf } from "./tones";

/** A short word with a coloured dot or an icon; the word alone must say it all. */
export function Badge({
  tone = "gray",
  icon,
  isPlain,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  /** The dot and the word alone, where another badge of the row is the loud one. */
  isPlain?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={classes("badge", isPlain && "badge-plain", icon && "badge-icon")} {...toneOf(tone)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
