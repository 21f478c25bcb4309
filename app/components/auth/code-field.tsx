import type { ComponentProps, FormEvent } from "react";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { auth } from "~/i18n/auth";
import { factorText } from "~/models/form/pasted";

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, "hint" | "errors" | "onBlur" | "onInput">;

/**
 * Field for a code of six digits, or a recovery code. It has no `maxLength`, which would truncate a paste before
 * scripts, or else the server, extract the code.
 */
export function CodeField({ errors, onInput, ...props }: CodeFieldProps) {
  const t = useTexts(auth);
  const tidied = (event: FormEvent<HTMLInputElement>) => {
    const { currentTarget: field } = event;
    const code = factorText(field.value);
    // Letters next to digits are a recovery code that is being typed.
    if (/^\d{6}$/.test(code) && !/[a-z]\d|\d[a-z]/i.test(field.value)) field.value = code;
    onInput?.(event);
  };
  return (
    <TextField
      name="code"
      label={t("mfa.code")}
      inputMode="numeric"
      autoComplete="one-time-code"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step consists of this field
      autoFocus={!errors}
      errors={errors}
      onInput={tidied}
      {...props}
    />
  );
}
