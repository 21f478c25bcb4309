import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { type Tone, toneAttribute } from "./tones";

/** A short word with a coloured dot or an icon, understandable without it. */
export function Badge({
  tone = "gray",
  icon,
  isPlain,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  /** Only dot and word, where another badge of the row is the prominent one. */
  isPlain?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classes("badge", isPlain && "badge-plain", icon && "badge-icon")}
      {...toneAttribute(tone)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
