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
 * The intent of the form around, and how its request stands: the value of the button that sent it, and whether it was
 * just saved.
 */
const Progress = createContext<{ intent?: Intent; pending: string | null; isSaved: boolean }>({
  pending: null,
  isSaved: false,
});

type PostFormProps = Omit<ComponentPropsWithoutRef<typeof Form>, "method" | "noValidate"> & {
  /** The form's default intent, also of its buttons that name no other. */
  intent?: Intent;
  /** The place of the outcome; it takes the focus when an answer marks no field. */
  outcome?: RefObject<HTMLElement>;
  /** Whether the last post was answered with the form again. */
  isAnswered?: boolean;
  /** Told with the form when its post leaves, and with null when the answer is there. */
  onSend?: (form: HTMLFormElement | null) => void;
};

/**
 * A POST form: carries the anti-forgery token and the one-time key (GEN-22), refuses a second click while its request
 * is under way, and leads to the first bad field when the answer has errors. Forms that create or edit something are
 * `ConsoleForm`s, which draw this one.
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
  useTopOfNextPage(ref, pending !== null);
  useChecksStayHere(ref);
  return (
    <Form
      ref={ref}
      // So that Back opens no dialog again whose form was sent. Elsewhere false would push the same page at each post.
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

/** The hidden fields of a POST form of ours, for forms that are not a ConsoleForm. */
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

/** The key that an action's answer gives the form it brings back. */
function keyOf(answer: unknown): string | undefined {
  const key = answer && typeof answer === "object" && "idempotencyKey" in answer && answer.idempotencyKey;
  return typeof key === "string" ? key : undefined;
}

/** Hidden fields out of a record; an array repeats its name. */
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

/** Follows the request of one form from submit to answer. */
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
    // A request that was stopped before it began (a blocked navigation) must not leave the form dead.
    const timer = setTimeout(settle, 1000);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest onSettled is not worth running again for
  }, [pending, state]);

  const guard =
    (onSubmit?: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      // A request that waits for the connection may be sent again: its key keeps it from being done twice.
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

/** How long a button says that its save is done, in ms. */
const savedFor = 2000;

function useFlash(): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setOn(false), savedFor);
    return () => clearTimeout(timer);
  }, [isOn]);
  return [isOn, () => setOn(true)];
}

/** A save keeps the place on its page; the page that it leads to starts at its top. A dialog's page stays behind it. */
function useTopOfNextPage(ref: RefObject<HTMLFormElement>, isPending: boolean): void {
  const scroll = useRef(false);
  useEffect(() => {
    scroll.current = isPending && ref.current?.closest("dialog") === null;
  }, [ref, isPending]);
  useEffect(() => () => void (scroll.current && window.scrollTo(0, 0)), []);
}

/**
 * The checks of a field that is left are made by sending the form to the script. While React takes a focused field out
 * of the page it hears of no event, and the browser itself would send the form.
 */
function useChecksStayHere(ref: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const keep = (event: SubmitEvent) => {
      if (event.submitter?.getAttribute("name") === "__intent__") event.preventDefault();
    };
    const { current: form } = ref;
    form?.addEventListener("submit", keep);
    return () => form?.removeEventListener("submit", keep);
  }, [ref]);
}

/** Leads to the first field that is marked as bad; says whether there is one. */
function focusFirstBad(form: HTMLFormElement | null): boolean {
  const bad = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = bad instanceof HTMLFieldSetElement ? bad.querySelector<HTMLElement>("input") : bad;
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
  return Boolean(control);
}

type SubmitButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "name" | "value" | "type"> & {
    /** Its intent; the form's own by default. */
    intent?: Intent;
  };

/** Sends the form. Solid unless told otherwise; spins while its own request runs; gone where nothing may change. */
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

/** The row of buttons that ends a form. */
export function FormActions({ children }: { children: ReactNode }) {
  const isIn = useContext(InDialog);
  return isIn ? <DialogActions>{children}</DialogActions> : <div className="form-actions">{children}</div>;
}
