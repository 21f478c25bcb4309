import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import type { ConfirmationAnswer } from "~/models/list/bulk.server";
import type { Question } from "~/services/form-answer";
import { type Intent, withDetail } from "~/services/intents";
import { EnterSubmitButton } from "./enter-submit-button";
import { HiddenFields, PostForm, SubmitButton } from "./post-form";
import { TextField } from "./text-fields";

type QuestionDialogProps = {
  question: Question;
  /** Intent of the confirm button. */
  intent: Intent;
  /** URL or intent of Cancel. With JS, Cancel only closes the dialog, since the page is still behind it. */
  cancel: { href: string } | { intent: Intent };
  /** Fields sent by a dialog with its own form; undefined if it is part of the surrounding form. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
  children?: ReactNode;
};

/** Confirmation that the server requires before it acts, as an open dialog (SHELL-30). */
export function QuestionDialog({ question, intent, cancel, fields, children }: QuestionDialogProps) {
  const t = useTexts(common);
  const answer: unknown = useActionData();
  const hydrated = useHydrated();
  const [closed, setClosed] = useState<{ answer: unknown }>();
  const [typed, setTyped] = useState("");
  // Closed for this answer only: the next one with a question shows again. Not tracked by the location's key, which
  // changes once more when the page's data arrives after the answer.
  if (closed && closed.answer === answer) return null;
  const { title, text, confirm, danger, width, word, wrongWord, errors } = question;
  // If the server has no text for a wrong word, JS disables the button until the word is right.
  const isHeldBack = hydrated && word !== undefined && wrongWord === undefined && typed !== word;
  const cancelLook = { children: question.cancel ?? t("actions.cancel"), "data-dialog-cancel": "" };
  const body = (
    <>
      <div className="rt-Flex rt-r-fd-column rt-r-gap-2 muted">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {children}
      {/* Without JS Enter would press Cancel and lose the word. */}
      {word !== undefined && !hydrated && <EnterSubmitButton intent={intent} />}
      {word !== undefined && (
        <TextField
          name="confirmation"
          label={t("forms.confirmWord", { word })}
          errors={errors}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
          // Enter must press neither Cancel nor the surrounding form's button, which would only ask again.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.currentTarget.closest("dialog")?.querySelector<HTMLElement>("[data-confirm]")?.click();
          }}
        />
      )}
      <DialogActions>
        {"href" in cancel ? (
          <ButtonLink to={cancel.href} data-keep-scroll="" {...cancelLook} />
        ) : (
          <Button
            type="submit"
            name="intent"
            value={cancel.intent}
            onClick={(event) => {
              event.preventDefault();
              setClosed({ answer });
            }}
            {...cancelLook}
          />
        )}
        <SubmitButton
          intent={intent}
          {...(danger && { tone: "danger" })}
          disabled={isHeldBack}
          data-confirm=""
        >
          {confirm}
        </SubmitButton>
      </DialogActions>
    </>
  );
  return (
    <Dialog title={title} width={width}>
      {fields ? (
        <PostForm preventScrollReset>
          <HiddenFields values={fields} />
          {body}
        </PostForm>
      ) : (
        body
      )}
    </Dialog>
  );
}

/**
 * Question asked after pressing a button of a list or a record, or Undo. `intent` is the button's; `list`
 * names the table with the ticked boxes.
 */
export function ListQuestion({ intent, list }: { intent: Intent | undefined; list?: string }) {
  const { question, ids = [], undo } = useActionData<ConfirmationAnswer>() ?? {};
  const { pathname, search } = useLocation();
  const intentToConfirm = undo === undefined ? intent : ("undo" as Intent);
  if (!question || intentToConfirm === undefined) return null;
  return (
    <QuestionDialog
      question={question}
      intent={withDetail(intentToConfirm, "confirm")}
      cancel={{ href: pathname + search }}
      fields={undo === undefined ? { ids, ...(list !== undefined && { list }) } : { undo }}
    />
  );
}
