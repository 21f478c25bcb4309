import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextArea } from "~/components/form/entry-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { retention } from "~/i18n/retention";
import type { Intent } from "~/services/intents";

/** Releases a hold, with a reason (RET-11). */
export function ReleaseForm({ intent }: { intent: Intent }) {
  const t = useTexts(retention);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/retention/hold.schema"),
      ({ releaseSchema }): z.ZodType<unknown, { reason: string }> => releaseSchema(t),
    ),
    { id: "release", version: null },
  );
  return (
    <ConsoleForm frame={frame} intent={intent} actions={<SubmitButton>{t("holds.release")}</SubmitButton>}>
      <p className="muted">{t("holds.releaseText")}</p>
      <TextArea {...fieldProps(fields.reason)} label={t("holds.releaseReason")} counter={500} />
    </ConsoleForm>
  );
}
