import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useKeptAnswer } from "~/components/context/kept-answer";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { type Intent, withDetail } from "~/services/intents";
import { HiddenFields, PostForm, SubmitButton } from "./post-form";
import { QuestionDialog } from "./question-dialog";
import { useUnsavedChanges } from "./unsaved-changes";
import { usePressedAgain } from "./use-pressed-again";
import { useInertWhileSending } from "./use-inert-while-sending";

/** The draft form's last answer if it was the form again: it holds the draft and lasts as `useKeptAnswer` describes. */
export function useDraftAnswer<Answer extends DraftAnswer<unknown>>(): Answer | undefined {
  const answered = useActionData() as Partial<Answer> | undefined;
  const answer = answered?.draft ? (answered as Answer) : undefined;
  const { answer: kept } = useKeptAnswer(answer);
  // Only the answer itself asks its question: the dialog uses it to remember that it was closed.
  const isAsked = answer !== undefined || !kept?.question;
  return useMemo(() => (isAsked ? kept : kept && { ...kept, question: null }), [isAsked, kept]);
}

type DraftFormProps = {
  id: string;
  className?: string;
  /** Intent of the save. */
  intent: Intent;
  /** Intent the question belongs to, if not the save. */
  asking?: Intent;
  answer: DraftAnswer<unknown> | undefined;
  /** The loaded version; null for something not saved yet. */
  version: number | null;
  /** The rendered draft; another one recreates its fields. */
  draft: object;
  mayEdit: boolean;
  /** The reason nothing may be changed. */
  locked: string;
  /** The fields are locked for now, for everyone. */
  isClosed?: boolean;
  /** Link to the first invalid field. */
  firstBad?: { id: string; label: string } | undefined;
  /** The other person's change. */
  conflict: ReactNode;
  /** Shown before the fields. */
  lead?: ReactNode;
  hidden: Readonly<Record<string, string>>;
  fieldsClass?: string;
  /** Text of the save button. */
  save: string;
  /** Shown next to it. */
  beside?: ReactNode;
  children: ReactNode;
};

/**
 * The form of `rulesForm`: every button that changes it submits it and gets it back changed, so nothing is lost without
 * JS. The pressed button keeps the focus, and unsaved changes prompt before the page is left.
 */
export function DraftForm({
  id,
  intent,
  answer,
  version,
  mayEdit,
  isClosed = false,
  ...form
}: DraftFormProps) {
  const outcome = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // The page on which something was typed or selected since the form last came from the server.
  const [touchedAt, setTouchedAt] = useState<string>();
  const isGivenUp = () => document.getElementById(id)?.dataset["givenUp"] !== undefined;
  useUnsavedChanges(() => mayEdit && !isGivenUp() && (answer !== undefined || touchedAt === pathname));
  usePressedAgain(id, answer);
  const still = useInertWhileSending();
  const { asking = intent, firstBad } = form;
  const notice = answer?.notice;
  return (
    <PostForm
      id={id}
      className={form.className}
      intent={intent}
      outcome={outcome}
      isAnswered={answer !== undefined}
      preventScrollReset
      data-version={version ?? undefined}
      onChange={() => setTouchedAt(pathname)}
      onSend={(sent) => sent === null && setTouchedAt(undefined)}
    >
      <div ref={outcome} tabIndex={-1} role="status">
        {notice && (
          <Callout tone={notice.tone} title={notice.title} link={notice.link}>
            {notice.description}
            {firstBad && <a href={`#${firstBad.id}`}>{firstBad.label}</a>}
          </Callout>
        )}
        {form.conflict}
      </div>
      {!mayEdit && <p className="muted rt-Flex rt-r-ai-center rt-r-gap-2">{form.locked}</p>}
      {form.lead}
      {version !== null && <input type="hidden" name="version" value={answer?.version ?? version} />}
      <HiddenFields values={form.hidden} />
      <fieldset
        className={form.fieldsClass}
        {...still}
        disabled={!mayEdit || isClosed}
        key={JSON.stringify(form.draft)}
      >
        {form.children}
      </fieldset>
      <div className="form-actions">
        {mayEdit && !isClosed ? (
          <SubmitButton>{form.save}</SubmitButton>
        ) : (
          <Button type="submit" variant="solid" disabled>
            {form.save}
          </Button>
        )}
        {form.beside}
      </div>
      {answer?.question && (
        <QuestionDialog
          question={answer.question}
          intent={withDetail(asking, "confirm")}
          cancel={{ intent: withDetail(asking, "cancel") }}
        />
      )}
    </PostForm>
  );
}
