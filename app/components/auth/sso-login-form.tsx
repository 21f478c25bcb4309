import { useLocation, useNavigate, useNavigation, useNavigationType, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { useAfterHydration } from "~/components/form/use-after-hydration";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Spinner } from "~/components/ui/spinner";
import { auth } from "~/i18n/auth";
import { ssoEntryFault } from "~/models/auth/sso-entry";

type SsoLoginFormProps = {
  account: string;
  errors?: string[];
  /** True if the URL contains the account; the form then submits itself once (AUTH-59). */
  submitsItself: boolean;
};

/** Delay before the browser leaves, in ms, so that Cancel can still stop it (AUTH-67). */
const pause = 1500;

/**
 * Single sign-on form with one field. With JS, sign-in can be cancelled until the browser leaves (AUTH-64,
 * AUTH-65, AUTH-67, AUTH-68).
 */
export function SsoLoginForm({ account, errors, submitsItself }: SsoLoginFormProps) {
  const t = useTexts(auth);
  const submit = useSubmit();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  const [typed, setTyped] = useState(account);
  const [isWaiting, setWaiting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const hasLooked = useAfterHydration(() =>
    setTyped(box.current?.querySelector<HTMLInputElement>("input.input")?.value ?? account),
  );
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isPending = isWaiting || state !== "idle";
  const fault = ssoEntryFault(typed);
  const isValid = fault === null;
  // A disabled button explains nothing, so the error shows once the field is left (AUTH-62, AUTH-64).
  const [hasTyped, setTypedAtAll] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const shownErrors = hasTyped ? (hasLeft && fault ? [t(fault)] : undefined) : errors;

  const begin = () => {
    setWaiting(true);
    timer.current = setTimeout(() => {
      setWaiting(false);
      submit(box.current?.querySelector("form") ?? null, { method: "post" });
    }, pause);
  };
  const cancel = () => {
    clearTimeout(timer.current);
    setWaiting(false);
    // Navigating to the current URL aborts the pending request.
    if (state !== "idle") void navigate(pathname + search, { replace: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && isValid) begin();
  };

  const isReturn = useIsReturn();
  useEffect(() => {
    // In development the effect runs twice; the second run restarts the timer that the first cleanup stopped.
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows how the page was reached
    if (submitsItself && !isReturn()) begin();
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, on load
  }, []);

  return (
    <div ref={box}>
      <PostForm onSubmit={onSubmit}>
        <ErrorSummary errors={errorsByField({ account: errors })} />
        <TextField
          name="account"
          label={t("sso.field")}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page's only purpose is this field
          autoFocus={!errors?.length}
          placeholder={t("sso.placeholder")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={account}
          readOnly={isPending}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setTypedAtAll(true);
            setLeft(false);
          }}
          onBlur={() => setLeft(true)}
          errors={shownErrors}
        />
        {isPending ? (
          <>
            <p className="row" role="status">
              <Spinner /> {t("sso.pending")}
            </p>
            <Button size="large" onClick={cancel}>
              {t("sso.cancel")}
            </Button>
          </>
        ) : (
          <SubmitButton size="large" disabled={hasLooked && !isValid}>
            {t("sso.submit")}
          </SubmitButton>
        )}
      </PostForm>
    </div>
  );
}

/**
 * True if the page was reached by Back or Forward: someone returning from the identity provider wants to stay
 * (AUTH-59). Only the browser knows how a document was loaded; the router knows navigations within it.
 */
function useIsReturn() {
  const kind = useNavigationType();
  const hydrated = useHydrated();
  const [isDocument] = useState(!hydrated);
  return () => {
    if (!isDocument) return kind === "POP";
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return document?.type === "back_forward";
  };
}
