import { useNavigation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";

/** Cancel link of a dialog's form; absent while the form is being sent (INV-03). */
export function DialogCancel({ to }: { to: string }) {
  const t = useTexts(common);
  const { state, formMethod } = useNavigation();
  const isSending = state !== "idle" && formMethod === "POST";
  if (isSending) {
    return (
      <Button disabled data-dialog-cancel="">
        {t("actions.cancel")}
      </Button>
    );
  }
  return (
    <ButtonLink to={to} data-keep-scroll="" data-dialog-cancel="">
      {t("actions.cancel")}
    </ButtonLink>
  );
}
