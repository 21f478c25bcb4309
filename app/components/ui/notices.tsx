import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { common } from "~/i18n/common";
import { Button, buttonLook } from "./button";
import { Callout, type CalloutTone } from "./callout";
import { Icon } from "./icons";

export type Notice = {
  tone: Exclude<CalloutTone, "neutral">;
  title?: string;
  description?: string;
  link?: { to: string; label: string };
  undo?: Undo;
};

/** Where the form posts to that takes back what the notice tells of, and the sealed token that says what it was. */
type Undo = { to: string; token: string };

type NoticesProps = {
  notices: readonly Notice[];
  /** `bar` stays in sight at the top of the page's text; `toast` at the foot of the window, or of a page that ends above it. */
  float?: "bar" | "toast";
};

const floats = { bar: "notices notices-floating", toast: "notices notices-floating toasts" };

/**
 * The notices of the last action (SHELL-31). The region is always there, so that a notice that arrives by script is
 * announced. "Dismiss" is a link to the page itself: a notice shows once, so without scripts the reload takes it away.
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
  // A notice with a link or an Undo does not leave by itself.
  const leaving = isToast
    ? [...notices.keys()].filter((index) => !notices[index]?.undo && !notices[index]?.link)
    : [];
  const toasts = useLeaving(
    leaving.some((index) => !hidden.includes(index)),
    notices,
    () => dismiss(leaving),
  );
  useRoomFor(toasts, isToast && hidden.length < notices.length);
  return (
    <div ref={toasts} className={float ? floats[float] : "notices"} role="status">
      {notices.map((notice, index) =>
        hidden.includes(index) ? null : (
          <Callout
            // Notices have no identity of their own and never change order.
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

/** How long a toast stays that only tells something, in s: as long as WCAG 2.2.1 wants for reacting. */
const passing = 20;

/** Between a toast and what stands above it at the foot of the window, in px. */
const gap = 8;

/** Tells the style sheets how high the toasts are, so that nothing that stands at the foot of the window is under them. */
function useRoomFor(toasts: RefObject<HTMLElement>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = toasts;
    // A page without any is not measured, nor styled anew.
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

/** What stands above the toasts at the foot of the window, and would come down under the pointer when they go. */
const above = ".form-foot[data-dirty], .selection-bar-bottom:not([hidden])";

/**
 * Runs `leave` after a while in which the toasts were in sight, with neither pointer nor focus in them and nothing standing on
 * them.
 */
function useLeaving(isOn: boolean, notices: readonly Notice[], leave: () => void) {
  const toasts = useRef<HTMLDivElement>(null);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isOn) return;
    let left = passing;
    const timer = setInterval(() => {
      const isHeld = toasts.current?.matches(":hover, :focus-within") || document.querySelector(above);
      if (document.hidden || isHeld) left = passing;
      else if (--left < 1) latest.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [isOn, notices]);
  return toasts;
}

/** An address without its query and the last part of its path. */
const placeOf = (address: string) => address.split("?")[0]?.replace(/[^/]+$/, "");

/** The form that takes back what was just done: an ordinary post to the screen, with scripts and without. */
export function UndoForm({ to, token }: Undo) {
  const t = useTexts(common);
  const { pathname } = useLocation();
  // A page that is the same with another query takes this one's place, and so does the record before it, which this one
  // took the place of: Back leads out of them.
  const isInPlace = placeOf(to) === placeOf(pathname);
  return (
    <Form method="post" action={to} preventScrollReset replace={isInPlace || undefined}>
      <FormSecrets />
      <input type="hidden" name="undo" value={token} />
      <Button type="submit" name="intent" value="undo" size="small" data-key="u" aria-keyshortcuts="u">
        {t("actions.undo")}
      </Button>
    </Form>
  );
}

/** Moves the focus to what is said about the last action, else to `other`. */
export function focusNotice(other?: HTMLElement | null): void {
  const ofPage = document.querySelector<HTMLElement>(".notices-floating > *");
  const notice = ofPage ?? document.querySelector<HTMLElement>(".notices > *");
  const target = notice ?? other;
  target?.setAttribute("tabindex", "-1");
  // A notice is brought into sight; a whole page or list is where it is.
  target?.focus({ preventScroll: !notice });
}

/** Whether nothing has the focus, or something that can no longer be pressed. */
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
 * The notices that the last change left for this page (SHELL-31), where the reader is: they outlast data that is only
 * fetched again, and go as soon as another form is sent, whose outcome they would contradict. What went well and came by
 * script is a toast, which comes behind the page, so that it has room of its own there; what did not, and whatever a
 * document brought, stands before it.
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
  // The same as long as the notices are: a page that only looks again must not make them stay.
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

/** A pressed button that goes with what it did, or is disabled by it: the focus goes on to what became of it. */
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
    // Another page takes the focus itself; a screen that took the place of what was pressed does not.
    if (post === "undo" || post.from === pathname) focusNotice(document.querySelector("main"));
  }, [state, formData, pathname]);
}
