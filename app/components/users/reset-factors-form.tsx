import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextArea } from "~/components/form/entry-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { users } from "~/i18n/users";
import type { Intent } from "~/services/intents";

/** Resets the second factors of a user who lost them, with a reason (MFA-07). */
export function ResetFactorsForm({ intent }: { intent: Intent }) {
  const t = useTexts(users);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/users/user.schema"),
      ({ resetFactorsSchema }): z.ZodType<unknown, { reason: string }> => resetFactorsSchema(t),
    ),
    { id: "factors", version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={<SubmitButton variant="outline">{t("factors.reset")}</SubmitButton>}
    >
      <p className="muted">{t("factors.text")}</p>
      <TextArea {...fieldProps(fields.reason)} label={t("factors.reason")} counter={500} />
    </ConsoleForm>
  );
}
