import { useState } from "react";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { PasswordField } from "~/components/form/entry-fields";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { auth } from "~/i18n/auth";
import { type PasswordRule, passwordRuleNames, passwordRules } from "~/models/auth/password";

type NewPasswordFormProps = {
  /** Errors from the last post. */
  unmet?: PasswordRule[];
  isDifferent?: boolean;
  problem?: string;
  /** True if the link is no longer valid; offers to request a new one. */
  canAskAgain?: boolean;
};

/** Two password fields and the rules. JS ticks rules as they are met; without JS the server marks the unmet ones. */
export function NewPasswordForm({ unmet, isDifferent, problem, canAskAgain }: NewPasswordFormProps) {
  const t = useTexts(auth);
  const hydrated = useHydrated();
  const [password, setPassword] = useState<string | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const isTyped = hydrated && password !== null;
  // An unmet rule is not an error during first input.
  const state = (rule: PasswordRule): "met" | "unmet" | "open" => {
    if (isTyped && passwordRules[rule](password)) return "met";
    if (isTyped) return hasLeft || unmet ? "unmet" : "open";
    if (!unmet) return "open";
    return unmet.includes(rule) ? "unmet" : "met";
  };
  // Unmet rules are reported once, in the rule list.
  const errors = {
    password: unmet && unmet.length > 0 ? [t("reset.rulesUnmet")] : undefined,
    repeat: isDifferent ? [t("reset.different")] : undefined,
  };
  const summary = errorsByField(errors);
  return (
    <PostForm>
      {problem && <Callout tone="error" role="alert" title={problem} />}
      {canAskAgain && <ButtonLink to="/forgetPassword">{t("reset.newLink")}</ButtonLink>}
      <ErrorSummary errors={summary} />
      <PasswordField
        name="password"
        label={t("reset.password")}
        autoComplete="new-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page's only purpose is this field
        autoFocus={!problem && summary.length === 0}
        onInput={(event) => setPassword(event.currentTarget.value)}
        onBlur={(event) => setLeft(event.currentTarget.value !== "")}
        errors={errors.password}
        hint={
          <>
            {t("reset.rules")}
            <ul className="password-rules muted">
              {passwordRuleNames.map((rule) => (
                <li key={rule} className="rt-Flex rt-r-ai-center rt-r-gap-2" data-state={state(rule)}>
                  <Icon name={state(rule) === "met" ? "check" : "minus"} />
                  {t(`reset.${rule}`)}
                  {state(rule) !== "open" && (
                    <span className="visually-hidden">
                      {t(state(rule) === "met" ? "reset.met" : "reset.unmet")}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </>
        }
      />
      <PasswordField
        name="repeat"
        label={t("reset.repeat")}
        secret={t("reset.repeated")}
        autoComplete="new-password"
        errors={errors.repeat}
      />
      <SubmitButton size="large">{t("reset.submit")}</SubmitButton>
    </PostForm>
  );
}
