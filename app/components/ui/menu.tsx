import {
  cloneElement,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useId,
} from "react";
import { Button, type ButtonLook } from "./button";
import { classes } from "./classes";
import { Icon, type IconName } from "./icons";

type PopoverProps = {
  id: string;
  /** The `<button>` that opens it. */
  button: ReactElement<ComponentPropsWithoutRef<"button">>;
  /** Which edge of the button the panel keeps to. */
  align?: "start" | "end";
  children: ReactNode;
};

/**
 * A panel that opens from a button: the browser's own popover, so that opening, Esc, a click outside and the
 * return of focus work without scripts. Where it cannot be anchored by CSS, scripts put it beside its button.
 */
export function Popover({ id, button, align = "start", children }: PopoverProps) {
  return (
    <>
      {cloneElement(button, { popovertarget: id })}
      <div
        id={id}
        popover="auto"
        className={classes("menu", align === "end" && "menu-end")}
        onToggleCapture={place}
      >
        {children}
      </div>
    </>
  );
}

function place(event: SyntheticEvent<HTMLElement>) {
  const panel = event.currentTarget;
  if (event.target !== panel || CSS.supports("position-area: bottom")) return;
  const button = document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`)?.getBoundingClientRect();
  if (!button) return;
  const end = panel.classList.contains("menu-end");
  const left = end ? button.right - panel.offsetWidth : button.left;
  const fitsBelow = button.bottom + panel.offsetHeight + 8 < innerHeight;
  panel.style.inset = "auto";
  panel.style.margin = "0";
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - panel.offsetWidth - 8))}px`;
  panel.style.top = `${Math.max(8, fitsBelow ? button.bottom + 4 : button.top - panel.offsetHeight - 4)}px`;
}

type MenuProps = ButtonLook & { label: string; align?: "start" | "end"; children: ReactNode };

/** A button with a short list of links and form buttons; arrow keys move along it. @public part of the kit */
export function Menu({ label, align, children, ...look }: MenuProps) {
  const id = useId();
  return (
    <Popover id={id} align={align} button={<Button {...look}>{label}</Button>}>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys only add to Tab */}
      <div onKeyDown={moveFocus}>{children}</div>
    </Popover>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item:not(:disabled)")];
  const at = items.indexOf(event.target as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

type MenuItemProps = { icon?: IconName; danger?: boolean; children: ReactNode };

/** A link in a menu. */
export function MenuLink({ to, icon, danger, children }: MenuItemProps & { to: string }) {
  return (
    <a href={to} className={classes("menu-item", danger && "menu-item-danger")}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type MenuButtonProps = MenuItemProps & Omit<ComponentPropsWithoutRef<"button">, "className" | "onClick">;

const closeMenu = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover?.();

/** A form button in a menu, which it closes: give it `name`/`value`, and `form` when the form stands elsewhere. */
export function MenuButton({ icon, danger, children, ...button }: MenuButtonProps) {
  return (
    <button
      type="submit"
      {...button}
      className={classes("menu-item", danger && "menu-item-danger")}
      onClick={closeMenu}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
