import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { candidates } from "~/i18n/candidates";
import { invitationLimits } from "~/models/applications/invitation-limits";
import { DialogCancel } from "./dialog-cancel";
import { PhoneFields } from "./phone-fields";
import { type Intent, withDetail } from "~/services/intents";

type InvitationFormProps = {
  intent: Intent;
  stageName: string;
  countries: string;
  defaultCountry: string;
  backHref: string;
};

/** Form to invite a candidate to a stage (INV-02). */
export function InvitationForm({
  intent,
  stageName,
  countries,
  defaultCountry,
  backHref,
}: InvitationFormProps) {
  const t = useTexts(candidates);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/applications/invitation.schema"),
      ({ invitationSchema }) => invitationSchema(t),
    ),
    { id: "invite", values: { country: defaultCountry }, version: null },
  );
  const { state } = useNavigation();
  const isForNext = state === "idle" && frame.answer?.notice?.tone === "success";
  // The outcome is announced where it is; the focus goes to the next candidate's first field.
  useEffect(() => {
    if (isForNext) document.getElementById(fields.email.id)?.focus();
  }, [isForNext, fields.email.id]);
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <DialogCancel to={backHref} />
          <SubmitButton intent={withDetail(intent, "another")} variant="outline" className="invite-another">
            {t("invite.another")}
          </SubmitButton>
          <SubmitButton>{t("invite.submit")}</SubmitButton>
        </>
      }
    >
      <h3 className="rt-r-weight-medium">{t("invite.stage", { stage: stageName })}</h3>
      <TextField
        {...fieldProps(fields.email)}
        type="email"
        label={t("fields.email")}
        maxLength={invitationLimits.email}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.firstName)}
        label={t("fields.firstName")}
        maxLength={invitationLimits.firstName}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("fields.lastName")}
        required={false}
        maxLength={invitationLimits.lastName}
        autoComplete="off"
      />
      <PhoneFields fields={fields} countries={countries} />
    </ConsoleForm>
  );
}
