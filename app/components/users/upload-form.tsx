import { useRef } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { SwitchField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { checkboxProps, fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { FileField, TextArea } from "~/components/form/entry-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useAfterHydration } from "~/components/form/use-after-hydration";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { FormSection } from "~/components/ui/layout";
import { Spinner } from "~/components/ui/spinner";
import { common } from "~/i18n/common";
import { uploads } from "~/i18n/uploads";
import type { Intent } from "~/services/intents";
import { type FileCheck, useFileCheck } from "./use-file-check";

/** The file, and settings shared by all of its users (UPLOAD-02, UPLOAD-03). */
export function UploadForm({
  intent,
  base,
  cancelHref,
}: {
  intent: Intent;
  base: string;
  cancelHref: string;
}) {
  const t = useTexts(uploads);
  const c = useTexts(common);
  const { csrf } = useConsole();
  const box = useRef<HTMLDivElement>(null);
  const input = () => box.current?.querySelector("input");
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/users/upload.schema"),
      ({ uploadSchema }) => uploadSchema(t),
    ),
    { id: "upload", values: { notes: "" }, version: null },
  );
  const { check, look } = useFileCheck(`${base}/users/upload/file`, t("errors.size"));
  const hasLooked = useAfterHydration(() => look(input()?.files?.[0], csrf));
  const file = fieldProps(fields.file);
  const remove = () => {
    const field = input();
    if (field) field.value = "";
    look(undefined, csrf);
    field?.focus();
  };
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      encType="multipart/form-data"
      onReset={() => look(undefined, csrf)}
      actions={
        <>
          <SubmitButton disabled={hasLooked && check.state !== "passed"}>{c("actions.save")}</SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("form.people")} description={t("form.peopleText")}>
        <div ref={box}>
          <FileField
            {...file}
            required={undefined}
            defaultValue={undefined}
            label={t("form.file")}
            hint={
              <>
                {t("form.fileHint")} {!hasLooked && frame.isRefused && t("form.fileAgain")}
              </>
            }
            accept=".csv,text/csv"
            errors={faultsOf(check, file.errors, t("errors.reading"))}
            onChange={({ currentTarget }) => look(currentTarget.files?.[0], csrf)}
          />
          <div
            role="status"
            className="upload-file breaks rt-r-mt-1 rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-gap-2"
          >
            {check.state === "checking" && (
              <span>
                <Spinner /> {t("form.checking")}
              </span>
            )}
            {check.state === "passed" && (
              <>
                <Icon name="check-circle" />
                <span>
                  {t("form.passed")} <bdi>{t("form.found", { name: check.name, count: check.users })}</bdi>
                </span>
                <Button variant="ghost" size="small" onClick={remove}>
                  {c("actions.remove")}
                </Button>
              </>
            )}
          </div>
        </div>
      </FormSection>
      <FormSection title={t("form.same")} description={t("form.sameText")}>
        <SwitchField {...checkboxProps(fields.mfaEnabled)} label={t("form.mfa")} />
        <SwitchField {...checkboxProps(fields.forcePasswordReset)} label={t("form.forceReset")} />
        <TextArea
          {...fieldProps(fields.notes)}
          required={false}
          label={t("form.notes")}
          rows={3}
          counter={150}
        />
      </FormSection>
    </ConsoleForm>
  );
}

/** Errors for the field: of the chosen file, else of the submitted one. */
function faultsOf(check: FileCheck, sent: readonly string[] | undefined, unreadable: string) {
  if (check.state === "refused") return [check.fault];
  if (check.state === "failed") return [unreadable];
  return check.state === "none" ? (sent ?? []) : [];
}
