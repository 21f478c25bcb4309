import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { type Tone, toneOf } from "./tones";

/** A short word with a coloured dot or an icon; the word alone must say it all. */
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
    <span className={classes("badge", icon && "badge-icon")} {...toneOf(tone)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
