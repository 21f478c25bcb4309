import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import type { Question } from "~/services/form-answer";
import { SubmitButton } from "./post-form";
import { TextField } from "./text-fields";

/**
 * What the server asks before it saves, over the form and as a part of it: the second post carries the form's own
 * fields. Cancel only closes it with scripts; without them the form comes back as it was typed.
 */
export function FormQuestion({ question, intent }: { question: Question; intent: string }) {
  const t = useTexts(common);
  const { key } = useLocation();
  const [closedAt, setClosedAt] = useState<string>();
  // Closed for this answer only: the next one that asks again shows again.
  if (closedAt === key) return null;
  const { title, text, confirm, cancel, danger, width, word, errors } = question;
  return (
    <Dialog title={title} width={width}>
      <div className="dialog-text">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {word !== undefined && (
        <TextField
          name="confirmation"
          label={t("forms.confirmWord", { word })}
          errors={errors}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // Enter must not press the form's own button, which would only ask again.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.currentTarget.closest("dialog")?.querySelector<HTMLElement>("[data-confirm]")?.click();
          }}
        />
      )}
      <DialogActions>
        <Button
          type="submit"
          name="intent"
          value={`${intent}:cancel`}
          data-dialog-cancel=""
          onClick={(event) => {
            event.preventDefault();
            setClosedAt(key);
          }}
        >
          {cancel ?? t("actions.cancel")}
        </Button>
        <SubmitButton intent={`${intent}:confirm`} tone={danger ? "danger" : "accent"} data-confirm="">
          {confirm}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}
