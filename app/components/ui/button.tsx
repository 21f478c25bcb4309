import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";
import { Spinner } from "./spinner";
import { toneOf } from "./tones";

export type ButtonLook = {
  /** How loud: solid for the one primary action of a screen, outline (default), soft or ghost for the rest. */
  variant?: "solid" | "soft" | "outline" | "ghost";
  /** All are gray, but for the solid one. */
  tone?: "danger";
  size?: "small" | "medium" | "large";
  icon?: IconName;
  /** Shows the icon alone; the children stay as the name that is read out. */
  iconOnly?: boolean;
};

type ButtonProps = ButtonLook &
  ComponentPropsWithoutRef<"button"> & {
    /** A request of this button is under way: a spinner shows and further clicks do nothing. */
    busy?: boolean;
  };

/** A button; `type="button"` unless told otherwise, so that it never sends a form by accident. */
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

/** The attributes by which Radix's sheet dresses an element as a button, such as the `summary` of a menu. */
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
    ...(tone === "danger" && toneOf("red")),
  };
}
