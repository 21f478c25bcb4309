import { Form, useActionData, useNavigation } from "@remix-run/react";
import {
  type ComponentPropsWithoutRef,
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useConnectionLost } from "~/components/context/connection";
import { useConsole, useTexts } from "~/components/context/console-context";
import { Button, type ButtonLook } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { common } from "~/i18n/common";

/** The value of the button whose request is under way in this form; null when none is. */
const Pending = createContext<string | null>(null);

type ConsoleFormProps = Omit<ComponentPropsWithoutRef<typeof Form>, "method" | "noValidate"> & {
  /** One key for one intended effect: a repeated post has none (GEN-22). */
  idempotencyKey?: string;
};

/**
 * The POST form of every screen: carries the anti-forgery token, refuses a second click while its request is
 * under way, and leads to the first bad field when the answer has errors.
 */
export function ConsoleForm({
  idempotencyKey,
  onSubmit,
  className = "form",
  children,
  ...form
}: ConsoleFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const { pending, guard } = usePending(() => focusFirstBad(ref.current));
  useEffect(() => focusFirstBad(ref.current), []);
  return (
    <Form
      ref={ref}
      {...form}
      method="post"
      noValidate
      className={className}
      onSubmit={guard(onSubmit)}
      onMouseDown={keepFocus}
    >
      <FormSecrets idempotencyKey={idempotencyKey} />
      <Pending.Provider value={pending}>{children}</Pending.Provider>
    </Form>
  );
}

/**
 * Pressing a button leaves the focus in its field: the error that would show as the field is left moves the button
 * away from under the pointer, and the click is lost.
 */
function keepFocus(event: MouseEvent<HTMLFormElement>) {
  if (event.target instanceof Element && event.target.closest("button[type=submit], a"))
    event.preventDefault();
}

/** The hidden fields of a POST form of ours, for forms that are not a ConsoleForm. */
export function FormSecrets({ idempotencyKey }: { idempotencyKey?: string }) {
  const { csrf } = useConsole();
  const key = keyOf(useActionData()) ?? idempotencyKey;
  return (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      {idempotencyKey && <input type="hidden" name="idempotencyKey" value={key} />}
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
export function usePending(onAnswer?: () => void) {
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
      if (answered) onAnswer?.();
    };
    if (started.current) return settle();
    // A request that was stopped before it began (a blocked navigation) must not leave the form dead.
    const timer = setTimeout(settle, 1000);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest onAnswer is not worth running again for
  }, [pending, state]);

  const guard =
    (onSubmit?: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      // A request that waits for the connection may be sent anew: its key keeps it from being done twice.
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

function focusFirstBad(form: HTMLFormElement | null) {
  const bad = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = bad instanceof HTMLFieldSetElement ? bad.querySelector<HTMLElement>("input") : bad;
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

type SubmitButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "name" | "value" | "type"> & {
    /** Sent as `intent`. */
    intent?: string;
  };

/** Sends the form. Solid accent unless told otherwise; spins while its own request runs. */
export function SubmitButton({
  intent,
  variant = "solid",
  tone = "accent",
  children,
  ...rest
}: SubmitButtonProps) {
  const pending = useContext(Pending);
  const busy = pending !== null && pending === (intent ?? "");
  return (
    <Button
      {...rest}
      {...{ variant, tone, busy }}
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
  return <div className="form-actions">{children}</div>;
}

export type SummaryError = { message: string; href?: string };

/**
 * What is wrong with a form, on top of it, with links to the fields (SHELL-33). Without scripts the page opens
 * with the focus on it; with them ConsoleForm leads to the field itself.
 */
export function ErrorSummary({ title, errors }: { title?: string; errors: readonly SummaryError[] }) {
  const t = useTexts(common);
  const shown = errors.length > 0 || title !== undefined;
  // Errors found by scripts alone do not pass through the server, which puts the same into the title (WCAG 3.3.1).
  useEffect(() => {
    if (!shown) return;
    const { title: before } = document;
    if (!before.startsWith("Error: ")) document.title = `Error: ${before}`;
    return () => {
      document.title = document.title.replace(/^Error: /, "");
    };
  }, [shown]);
  if (!shown) return null;
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- the answer to a failed form starts with what is wrong
    <div className="error-summary" tabIndex={-1} autoFocus>
      <Callout tone="error" role="alert" title={title ?? t("forms.summaryTitle")}>
        {errors.length > 0 && (
          <ul>
            {errors.map(({ message, href }) => (
              <li key={(href ?? "") + message}>{href ? <a href={href}>{message}</a> : message}</li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  );
}

/** The summary's entries out of conform's form metadata: field errors with links, the form's own without. */
export function summaryErrors(form: { id: string; allErrors: Record<string, string[]> }): SummaryError[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => (name ? { message, href: `#${form.id}-${name}` } : { message })),
  );
}

/** The same out of messages by field name, for forms that are not conform's: there a field goes by its name. */
export function namedErrors(
  errors: Record<string, readonly string[] | null | undefined> = {},
): SummaryError[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ message, href: `#${name}` })),
  );
}
