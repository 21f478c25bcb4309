import type { Option } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { candidates } from "~/i18n/candidates";
import { inviteLimits, inviteSchema } from "~/models/applications/invite.schema";
import { DialogCancel } from "./dialog-cancel";
import { PhoneFields } from "./phone-fields";

type InviteFormProps = {
  stageName: string;
  countries: Option[];
  defaultCountry: string;
  backHref: string;
};

/** Who is to be invited to a stage (INV-02). */
export function InviteForm({ stageName, countries, defaultCountry, backHref }: InviteFormProps) {
  const t = useTexts(candidates);
  const { fields, frame } = useConsoleForm(inviteSchema(t), {
    id: "invite",
    values: { country: defaultCountry },
  });
  return (
    <ConsoleForm
      frame={frame}
      intent="invite"
      actions={
        <>
          <DialogCancel to={backHref} />
          <SubmitButton intent="invite">{t("invite.submit")}</SubmitButton>
        </>
      }
    >
      <h3 className="dialog-subject">{t("invite.stage", { stage: stageName })}</h3>
      <TextField
        {...fieldProps(fields.email)}
        type="email"
        label={t("fields.email")}
        maxLength={inviteLimits.email}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.firstName)}
        label={t("fields.firstName")}
        maxLength={inviteLimits.firstName}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("fields.lastName")}
        required={false}
        maxLength={inviteLimits.lastName}
        autoComplete="off"
      />
      <PhoneFields fields={fields} countries={countries} />
    </ConsoleForm>
  );
}
