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
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button, type ButtonLook, buttonLook } from "./button";
import { classes } from "./classes";
import { opensElsewhere } from "./client-links";
import { Icon, type IconName } from "./icons";

type PopoverProps = {
  id: string;
  /** Label of the button. */
  name: string;
  /** The `<button>` that opens the panel. */
  button: ReactElement<ComponentPropsWithoutRef<"button">>;
  /** Edge of the button the panel is aligned to. */
  align?: "start" | "end";
  children: ReactNode;
};

/**
 * A panel opened by a button: a native popover, so that opening, Esc, a click outside and returning the focus
 * work without JS. Where CSS cannot anchor it, scripts place it next to its button. Browsers without popovers
 * show a link instead of the button, which opens the panel through `:target` (menu.css).
 */
export function Popover(props: PopoverProps) {
  return popover({ ...props, close: useTexts(common)("actions.close") });
}

/** Renders a menu without its own component, for tables. `close` is the text of its close button. */
export function popover({
  id,
  name,
  button,
  align = "start",
  close,
  children,
}: PopoverProps & { close: string }) {
  return (
    <>
      {cloneElement(button, { popovertarget: id, onKeyDown: (event) => enterByArrow(event, id) })}
      <a {...buttonLook({}, "popover-link rt-truncate")} href={`#${id}`} aria-label={name} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only add to Tab */}
      <div
        id={id}
        popover="auto"
        className={classes("menu", align === "end" && "menu-end")}
        onToggleCapture={place}
        onKeyDown={moveFocus}
      >
        {children}
        <a className="menu-item popover-link" href={nowhereHash} aria-label={close} />
      </div>
    </>
  );
}

/** Arrow down on the button opens a panel and moves into it. */
function enterByArrow(event: KeyboardEvent<HTMLElement>, id: string) {
  const panel = document.getElementById(id);
  if (event.key !== "ArrowDown" || typeof panel?.showPopover !== "function") return;
  event.preventDefault();
  if (!isShown(panel)) event.currentTarget.click();
  panel.querySelector<HTMLElement>("a[href], button:not(:disabled), input:not([type=hidden])")?.focus();
}

/** The row link that last opened the shared panel, and whether the panel was open when the press began. */
let lastOpener: HTMLElement | undefined;
let wasOpen = false;

/** Name by which CSS anchors a shared panel (menu.css). */
const anchorName = "--opener";

function place(event: SyntheticEvent<HTMLElement>) {
  const panel = event.currentTarget;
  if (event.target !== panel || CSS.supports("position-area: bottom")) return;
  const opener = document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`) ?? lastOpener;
  const button = opener?.getBoundingClientRect();
  if (!button) return;
  const end = panel.classList.contains("menu-end");
  const left = end ? button.right - panel.offsetWidth : button.left;
  const fitsBelow = button.bottom + panel.offsetHeight + 8 < innerHeight;
  panel.style.inset = "auto";
  panel.style.margin = "0";
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - panel.offsetWidth - 8))}px`;
  panel.style.top = `${Math.max(8, fitsBelow ? button.bottom + 4 : button.top - panel.offsetHeight - 4)}px`;
}

/** One panel shared by a table's rows, each with its `rowOpener`; it shows the content of the last one opened. */
export function SharedPopover({ id, children }: { id: string; children: ReactNode }) {
  const toggled = (event: SyntheticEvent<HTMLElement>) => {
    place(event);
    const panel = event.currentTarget;
    const isOpen = panel.matches(":popover-open");
    lastOpener?.setAttribute("aria-expanded", String(isOpen));
    // Moves the focus into the panel if it was opened by keyboard; a mouse press leaves the focus.
    if (isOpen && lastOpener?.matches(":focus-visible"))
      panel.querySelector<HTMLElement>(".menu-item:not(:disabled)")?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only add to Tab
    <div
      id={id}
      popover="auto"
      className="menu menu-end menu-shared"
      onToggleCapture={toggled}
      onKeyDown={moveFocus}
    >
      {children}
    </div>
  );
}

const rowOpenerLook = buttonLook({ variant: "ghost", size: "small", iconOnly: true }, "drawn-more");

type RowOpenerProps = {
  /** Id of the `SharedPopover` it opens. */
  panel: string;
  name: string;
  /** The row's own page with this menu's id as fragment, which opens it without JS or popovers. */
  href: string;
  onOpen: () => void;
};

/**
 * Opener of a table's shared menu, since a closed menu in every row would be most of the page. It is the same
 * link before and after hydration, so that a press in between is not lost. Not a component: for tables.
 */
export function rowOpener({ panel: id, name, href, onOpen }: RowOpenerProps) {
  const press = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    wasOpen = currentTarget === lastOpener && isShown(document.getElementById(id));
  };
  const open = (event: MouseEvent<HTMLElement>) => {
    const panel = document.getElementById(id);
    if (opensElsewhere(event) || typeof panel?.showPopover !== "function") return;
    event.preventDefault();
    const opener = event.currentTarget;
    const closes = opener === lastOpener && (wasOpen || isShown(panel));
    wasOpen = false;
    if (isShown(panel)) panel.hidePopover();
    if (closes) return;
    lastOpener?.style.removeProperty("anchor-name");
    lastOpener = opener;
    opener.style.setProperty("anchor-name", anchorName);
    onOpen();
    panel.showPopover();
  };
  return <a {...rowOpenerLook} href={href} aria-label={name} onPointerDown={press} onClick={open} />;
}

const isShown = (panel: HTMLElement | null) => panel?.matches(":popover-open") ?? false;

/** Hash that matches no element: closes any panel and scrolls nowhere. */
export const nowhereHash = "#_";

type MenuProps = ButtonLook & {
  label: string;
  align?: "start" | "end";
  /** Called when the button is pressed, to load content on demand. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A button with a short list of links and form buttons; arrow keys move through it. */
export function Menu({ label, align, onOpen, children, ...look }: MenuProps) {
  const id = useId();
  const button = (
    <Button {...look} onClick={onOpen}>
      {label}
    </Button>
  );
  return (
    <Popover id={id} name={label} align={align} button={button}>
      {children}
    </Popover>
  );
}

/** Arrows, Home and End move through a menu, and a letter moves to the next item starting with it. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  // Fields handle these keys themselves.
  if (defaultPrevented || ctrlKey || metaKey || altKey || (target as HTMLElement).matches("input, select"))
    return;
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)"),
  ].filter((item) => item.offsetParent !== null);
  const at = items.indexOf(target as HTMLElement);
  const begins = ({ innerText }: HTMLElement) => innerText.trim().toLowerCase().startsWith(key.toLowerCase());
  const lettered = /^\p{L}$/u.test(key) && [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  const item = next === undefined ? lettered : items.at(next % items.length);
  if (!item) return;
  event.preventDefault();
  item.focus();
}

type MenuItemProps = { icon?: IconName; danger?: boolean; children: ReactNode };

/** A link in a menu. */
export function MenuLink({
  to,
  icon,
  danger,
  children,
  ...link
}: MenuItemProps & { to: string; "aria-label"?: string }) {
  return (
    <a href={to} {...link} className={classes("menu-item", danger && "menu-item-danger")}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type MenuButtonProps = MenuItemProps & Omit<ComponentPropsWithoutRef<"button">, "className" | "onClick">;

function closeMenu(event: MouseEvent<HTMLElement>) {
  const panel = event.currentTarget.closest<HTMLElement>("[popover]");
  if (panel?.hidePopover) panel.hidePopover();
  else if (panel?.matches(":target")) location.hash = nowhereHash;
}

/** A form button in a menu; it closes the menu. Pass `name`/`value`, and `form` if the form is elsewhere. */
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
