import type { ComponentProps, FormEvent } from "react";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { auth } from "~/i18n/auth";
import { codeText } from "~/models/form/pasted";

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, "hint" | "errors" | "onBlur" | "onInput">;

/**
 * Field for an emailed code. It has no `maxLength`, which would truncate a paste before scripts, or else the
 * server, extract the digits.
 */
export function CodeField({ errors, onInput, ...props }: CodeFieldProps) {
  const t = useTexts(auth);
  const tidied = (event: FormEvent<HTMLInputElement>) => {
    const { currentTarget: field } = event;
    const code = codeText(field.value);
    if (field.value.length > 6 || /^\d{6}$/.test(code)) field.value = code;
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
