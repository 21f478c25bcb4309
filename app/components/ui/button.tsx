import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { Spinner } from "./spinner";
import { toneAttribute } from "./tones";

export type ButtonLook = {
  /** Emphasis: solid for a screen's one primary action, outline (default), soft or ghost for the rest. */
  variant?: "solid" | "soft" | "outline" | "ghost";
  /** Red; without it all variants except "solid" are gray. */
  tone?: "danger";
  size?: "small" | "medium" | "large";
  icon?: IconName;
  /** Shows only the icon; the children are the accessible name. */
  iconOnly?: boolean;
};

type ButtonProps = ButtonLook &
  ComponentPropsWithoutRef<"button"> & {
    /** A request of this button is pending: a spinner shows and further clicks are ignored. */
    busy?: boolean;
  };

/** A button; `type="button"` by default, so that it never submits a form by accident. */
export function Button({
  variant,
  tone,
  size,
  icon,
  iconOnly,
  busy,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...buttonLook({ variant, tone, size, iconOnly }, className)}
      {...(busy && { "aria-busy": true, "aria-disabled": true, onClick: (event) => event.preventDefault() })}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <Label hidden={iconOnly}>{children}</Label>
    </button>
  );
}

type ButtonLinkProps = ButtonLook & Omit<ComponentPropsWithoutRef<"a">, "href"> & { to: string };

/** A link that looks like a button. */
export function ButtonLink({
  to,
  variant,
  tone,
  size,
  icon,
  iconOnly,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <a href={to} {...rest} {...buttonLook({ variant, tone, size, iconOnly }, className)}>
      {icon && <Icon name={icon} />}
      <Label hidden={iconOnly}>{children}</Label>
    </a>
  );
}

function Label({ hidden, children }: { hidden: boolean | undefined; children: ReactNode }) {
  return hidden ? <span className="visually-hidden">{children}</span> : children;
}

/** Attributes that make Radix's sheet style an element as a button, e.g. a menu's `summary`. */
export function buttonLook(
  { variant = "outline", tone, size = "medium", iconOnly }: ButtonLook = {},
  className?: string,
) {
  return {
    className: classes(
      `btn btn-${variant}`,
      iconOnly && "btn-icon",
      size !== "medium" && `btn-${size}`,
      className,
    ),
    ...(tone === "danger" && toneAttribute("red")),
  };
}
