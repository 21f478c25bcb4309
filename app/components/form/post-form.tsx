import { Form, useActionData, useNavigation } from "@remix-run/react";
import {
  type ComponentPropsWithoutRef,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useConnectionLost } from "~/components/context/connection";
import { useConsole } from "~/components/context/console-context";
import { Button, type ButtonLook } from "~/components/ui/button";
import { DialogActions, InDialog } from "~/components/ui/dialog";
import type { Intent } from "~/services/intents";
import { useReadOnly } from "./form-context";
import { focusBox, keepFocus } from "./press-in-form";

/**
 * The surrounding form's intent and the state of its request: the value of the submitting button, and whether it was
 * just saved.
 */
const Progress = createContext<{ intent?: Intent; pending: string | null; isSaved: boolean }>({
  pending: null,
  isSaved: false,
});

type PostFormProps = Omit<ComponentPropsWithoutRef<typeof Form>, "method" | "noValidate"> & {
  /** The form's default intent, also for buttons that name no other. */
  intent?: Intent;
  /** Element with the outcome; focused if an answer marks no field. */
  outcome?: RefObject<HTMLElement>;
  /** True if the answer to the last post re-rendered the form. */
  isAnswered?: boolean;
  /** Called with the form when its post is sent, and with null when it is answered. */
  onSend?: (form: HTMLFormElement | null) => void;
};

/**
 * A POST form: sends the anti-forgery token and the one-time key (GEN-22), ignores a second click while its request is
 * pending, and focuses the first invalid field if the answer has errors. Forms that create or edit something are
 * `ConsoleForm`s, which render this one.
 */
export function PostForm({
  onSubmit,
  intent,
  outcome,
  isAnswered = true,
  onSend,
  className = "form",
  children,
  ...form
}: PostFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [isSaved, flashSaved] = useFlash();
  const answered = useRef(isAnswered);
  useEffect(() => {
    answered.current = isAnswered;
  });
  const { pending, guard } = usePending((isSettled) => {
    onSend?.(null);
    if (!isSettled) return;
    if (!answered.current) flashSaved();
    else if (!focusFirstBad(ref.current) && outcome?.current?.hasChildNodes()) outcome.current.focus();
  });
  useEffect(() => void focusFirstBad(ref.current), []);
  useScrollToTopAfterRedirect(ref, pending !== null);
  usePreventCheckSubmit(ref);
  return (
    <Form
      ref={ref}
      // Replaces the history entry so that Back does not reopen a submitted dialog. Elsewhere `false` would
      // push an entry for each post.
      replace={useContext(InDialog) !== false || undefined}
      {...form}
      method="post"
      noValidate
      className={className}
      onSubmit={(event) => {
        guard(onSubmit)(event);
        if (!event.defaultPrevented) onSend?.(event.currentTarget);
      }}
      onMouseDown={keepFocus}
      onClick={focusBox}
    >
      <FormSecrets />
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      <Progress.Provider value={{ intent, pending, isSaved }}>{children}</Progress.Provider>
    </Form>
  );
}

/** Hidden fields that every POST form needs, for forms that are not a ConsoleForm. */
export function FormSecrets() {
  const { csrf, formKey } = useConsole();
  const key = keyOf(useActionData()) ?? formKey;
  return (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="idempotencyKey" value={key} />
    </>
  );
}

/** The new idempotency key in an action's answer that re-renders its form. */
function keyOf(answer: unknown): string | undefined {
  const key = answer && typeof answer === "object" && "idempotencyKey" in answer && answer.idempotencyKey;
  return typeof key === "string" ? key : undefined;
}

/** Hidden fields from a record; an array repeats its name. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string | readonly string[]>> }) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).map((one, index) => (
          <input key={`${name} ${index}`} type="hidden" name={name} value={one} />
        )),
      )}
    </>
  );
}

/** Tracks one form's request from submit to answer. */
export function usePending(onSettled?: (isAnswered: boolean) => void) {
  const { state } = useNavigation();
  const isHeld = useConnectionLost();
  const [pending, setPending] = useState<string | null>(null);
  const started = useRef(false);
  useEffect(() => {
    if (pending === null) return;
    if (state !== "idle") {
      started.current = true;
      return;
    }
    const settle = () => {
      const answered = started.current;
      started.current = false;
      setPending(null);
      onSettled?.(answered);
    };
    if (started.current) return settle();
    // A request that never started (a blocked navigation) must not leave the form disabled.
    const timer = setTimeout(settle, 1000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new onSettled must not run it again
  }, [pending, state]);

  const guard =
    (onSubmit?: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      // A request held for the connection may be sent again: its key prevents double processing.
      if (pending !== null && !isHeld) {
        event.preventDefault();
        return;
      }
      onSubmit?.(event);
      if (!event.defaultPrevented) setPending(submitterValue(event));
    };
  return { pending: isHeld ? null : pending, guard };
}

function submitterValue(event: FormEvent<HTMLFormElement>): string {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement ? submitter.value : "";
}

/** Time a button shows that its save is done, in ms. */
const savedNoticeMs = 2000;

function useFlash(): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setOn(false), savedNoticeMs);
    return () => clearTimeout(timer);
  }, [isOn]);
  return [isOn, () => setOn(true)];
}

/**
 * Keeps the scroll position on save, and scrolls to the top if the save redirects to another page. Dialogs
 * are exempt, since their page stays behind them.
 */
function useScrollToTopAfterRedirect(ref: RefObject<HTMLFormElement>, isPending: boolean): void {
  const scroll = useRef(false);
  useEffect(() => {
    scroll.current = isPending && ref.current?.closest("dialog") === null;
  }, [ref, isPending]);
  useEffect(() => () => void (scroll.current && window.scrollTo(0, 0)), []);
}

/**
 * Prevents a native submit while React removes a focused field: leaving a field runs its checks by submitting
 * the form, and React's event handlers no longer run at that point.
 */
function usePreventCheckSubmit(ref: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const keep = (event: SubmitEvent) => {
      if (event.submitter?.getAttribute("name") === "__intent__") event.preventDefault();
    };
    const { current: form } = ref;
    form?.addEventListener("submit", keep);
    return () => form?.removeEventListener("submit", keep);
  }, [ref]);
}

/** Focuses the first invalid field; returns whether there is one. */
function focusFirstBad(form: HTMLFormElement | null): boolean {
  const bad = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = bad instanceof HTMLFieldSetElement ? bad.querySelector<HTMLElement>("input") : bad;
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
  return Boolean(control);
}

type SubmitButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "name" | "value" | "type"> & {
    /** The button's intent; the form's by default. */
    intent?: Intent;
  };

/** Submits the form. Solid by default; shows a spinner during its own request; absent in read-only forms. */
export function SubmitButton({ intent: own, variant = "solid", children, ...rest }: SubmitButtonProps) {
  const { intent: ofForm, pending, isSaved } = useContext(Progress);
  const intent = own ?? ofForm;
  const isInDialog = useContext(InDialog);
  const busy = pending !== null && pending === (intent ?? "");
  if (useReadOnly()) return null;
  return (
    <Button
      {...(isSaved && variant === "solid" && !isInDialog && { icon: "check", "data-saved": "" })}
      {...rest}
      {...{ variant, busy }}
      type="submit"
      name={intent === undefined ? undefined : "intent"}
      value={intent}
      aria-disabled={pending !== null || undefined}
    >
      {children}
    </Button>
  );
}

/** Row of buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  const isIn = useContext(InDialog);
  return isIn ? <DialogActions>{children}</DialogActions> : <div className="form-actions">{children}</div>;
}
