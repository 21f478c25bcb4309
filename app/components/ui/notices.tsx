import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { common } from "~/i18n/common";
import { Button, buttonLook, ButtonLink } from "./button";
import { Callout, type CalloutTone } from "./callout";
import { Icon } from "./icons";

export type Notice = {
  tone: Exclude<CalloutTone, "neutral">;
  title?: string;
  description?: string;
  link?: { to: string; label: string };
  undo?: Undo;
};

/**
 * Target of the form that undoes the reported change, and the sealed token that describes the change. If it is
 * divisible, the page `undo` below the target offers its rows one by one (PIPE-11).
 */
type Undo = { to: string; token: string; isDivisible?: boolean | undefined; isRest?: boolean | undefined };

type NoticesProps = {
  notices: readonly Notice[];
  /** `bar` sticks to the top of the page's content; `toast` to the bottom of the window, or of a shorter page. */
  float?: "bar" | "toast";
};

const floats = { bar: "notices notices-floating", toast: "notices notices-floating toasts" };

/**
 * The notices of the last action (SHELL-31). The region is always present, so that a notice added by scripts is
 * announced. "Dismiss" links to the page itself: notices show once, so without JS the reload removes it.
 */
export function Notices({ notices, float }: NoticesProps) {
  const t = useTexts(common);
  const { pathname, search, key } = useLocation();
  const [dismissed, setDismissed] = useState<{ key: string; indexes: readonly number[] }>({
    key,
    indexes: [],
  });
  const hidden = dismissed.key === key ? dismissed.indexes : [];
  const dismiss = (indexes: readonly number[]) => setDismissed({ key, indexes: [...hidden, ...indexes] });
  const isToast = float === "toast";
  // A notice with a link or an Undo stays until dismissed.
  const leaving = isToast
    ? [...notices.keys()].filter((index) => !notices[index]?.undo && !notices[index]?.link)
    : [];
  const toasts = useAutoDismiss(
    leaving.some((index) => !hidden.includes(index)),
    notices,
    () => dismiss(leaving),
  );
  useToastHeight(toasts, isToast && hidden.length < notices.length);
  return (
    <div ref={toasts} className={float ? floats[float] : "notices"} role="status">
      {notices.map((notice, index) =>
        hidden.includes(index) ? null : (
          <Callout
            // Notices have no ids and never change order.
            key={index}
            tone={notice.tone}
            title={notice.title}
            link={notice.link}
            action={notice.undo && <UndoForm {...notice.undo} />}
            dismiss={
              <a
                {...buttonLook({ variant: "ghost", size: "small", iconOnly: true }, "callout-dismiss")}
                href={pathname + search}
                aria-label={t("actions.dismiss")}
                onClick={(event) => {
                  event.preventDefault();
                  dismiss([index]);
                }}
              >
                <Icon name="x" />
              </a>
            }
          >
            {notice.description}
          </Callout>
        ),
      )}
    </div>
  );
}

/** Time a toast without actions stays, in s: as long as WCAG 2.2.1 requires for reacting. */
const toastSeconds = 20;

/** Gap between a toast and the bar above it at the bottom of the window, in px. */
const gap = 8;

/** Sets the toasts' height as a CSS variable, so that nothing at the bottom of the window is covered by them. */
function useToastHeight(toasts: RefObject<HTMLElement>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = toasts;
    // Without toasts the page is neither measured nor restyled.
    if (!element || !isShown) return undefined;
    const { style } = document.documentElement;
    const fit = () => style.setProperty("--toasts", `${element.offsetHeight + gap}px`);
    fit();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(fit);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      style.removeProperty("--toasts");
    };
  }, [toasts, isShown]);
}

/** Bars above the toasts; when the toasts disappear, they would move down under the pointer. */
const barsBelowToasts = ".form-foot[data-dirty], .selection-bar-bottom:not([hidden])";

/**
 * Runs `leave` once the toasts were visible for a while, without pointer or focus in them and with no bar above them.
 */
function useAutoDismiss(isOn: boolean, notices: readonly Notice[], leave: () => void) {
  const toasts = useRef<HTMLDivElement>(null);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isOn) return;
    let left = toastSeconds;
    const timer = setInterval(() => {
      const isHeld =
        toasts.current?.matches(":hover, :focus-within") || document.querySelector(barsBelowToasts);
      if (document.hidden || isHeld) left = toastSeconds;
      else if (--left < 1) latest.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [isOn, notices]);
  return toasts;
}

/** A URL without its query and last path segment. */
const placeOf = (address: string) => address.split("?")[0]?.replace(/[^/]+$/, "");

/** The form to undo the last action: an ordinary post to the screen, with and without JS. */
export function UndoForm({ to, token, isDivisible, isRest }: Undo) {
  const t = useTexts(common);
  const { pathname } = useLocation();
  // Undo leads to the same page or to a neighbouring record, so it replaces this history entry. Back then
  // leaves the records, as it does after moving between neighbours.
  const isInPlace = placeOf(to) === placeOf(pathname);
  const some = (label: string) => (
    <ButtonLink to={undoSomeHref(to, token)} size="small">
      {label}
    </ButtonLink>
  );
  if (isRest) return some(t("actions.undoOthers"));
  return (
    <Form method="post" action={to} preventScrollReset replace={isInPlace || undefined}>
      <FormSecrets />
      <input type="hidden" name="undo" value={token} />
      <Button type="submit" name="intent" value="undo" size="small" data-key="u" aria-keyshortcuts="u">
        {t("actions.undo")}
      </Button>
      {isDivisible && <> {some(t("actions.undoSome"))}</>}
    </Form>
  );
}

/** URL of the page that offers the rows of an Undo, with the query of the list to return to. */
function undoSomeHref(to: string, token: string): string {
  const [path, search] = to.split("?");
  const params = new URLSearchParams(search);
  params.set("undo", token);
  return `${path}/undo?${params}`;
}

/** Moves the focus to the last action's outcome, else to `other`. */
export function focusNotice(other?: HTMLElement | null): void {
  const ofPage = document.querySelector<HTMLElement>(".notices-floating > *");
  const notice = ofPage ?? document.querySelector<HTMLElement>(".notices > *");
  const target = notice ?? other;
  target?.setAttribute("tabindex", "-1");
  // Scrolls to a notice; a whole page or list stays in place.
  target?.focus({ preventScroll: !notice });
}

/** True if nothing is focused, or a disabled or removed element is. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.matches(":disabled, [hidden] *")
  );
}

const isGood = ({ tone }: Notice) => tone === "success" || tone === "info";

/**
 * Notices of the last change on this page (SHELL-31): they survive a revalidation and are removed when another form is
 * sent, whose outcome they would contradict. Success reported by scripts is a toast, rendered after the page, which
 * reserves room for it; failures, and all notices of a document load, are rendered before it.
 */
export function PageNotices({ notices, children }: { notices: readonly Notice[]; children: ReactNode }) {
  const { key } = useLocation();
  const { formMethod } = useNavigation();
  const [ofDocument] = useState(notices);
  const [last, setLast] = useState({ key, notices, given: notices });
  const isPosting = formMethod !== undefined && formMethod !== "GET";
  const isFetchedAgain = notices !== last.given && notices.length === 0 && key === last.key;
  let now = last;
  if (notices !== last.given) now = { key, given: notices, notices: isFetchedAgain ? last.notices : notices };
  if (isPosting && now.notices.length > 0) now = { ...now, notices: [] };
  if (now !== last) setLast(now);
  useFocusAfterPost();
  // Memoized by the notices: reloading the same ones must not restart their timer.
  const toasts = useMemo(
    () => (now.notices === ofDocument ? [] : now.notices.filter(isGood).slice(-3)),
    [now.notices, ofDocument],
  );
  const rest = toasts.length > 0 ? now.notices.filter((notice) => !isGood(notice)) : now.notices;
  return (
    <>
      <Notices notices={rest} float="bar" />
      {children}
      <Notices notices={toasts} float="toast" />
    </>
  );
}

/** Moves the focus to the outcome if the action removed or disabled the pressed button. */
function useFocusAfterPost(): void {
  const { state, formData } = useNavigation();
  const { pathname } = useLocation();
  const posted = useRef<"undo" | { from: string } | null>(null);
  useEffect(() => {
    if (state === "submitting") posted.current = formData?.has("undo") ? "undo" : { from: pathname };
    const { current: post } = posted;
    if (state !== "idle" || !post) return;
    posted.current = null;
    if (!isFocusLost()) return;
    // Another page sets the focus itself; a screen that replaced the pressed element does not.
    if (post === "undo" || post.from === pathname) focusNotice(document.querySelector("main"));
  }, [state, formData, pathname]);
}
