import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useLastAnswer } from "~/components/context/last-answer";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { type Intent, withDetail } from "~/services/intents";
import { HiddenFields, PostForm, SubmitButton } from "./post-form";
import { QuestionDialog } from "./question-dialog";
import { useUnsavedChanges } from "./unsaved-changes";
import { useRestoredButtonFocus } from "./use-restored-button-focus";
import { useInertWhileSending } from "./use-inert-while-sending";

/**
 * Returns the last answer if it re-rendered the draft form. It holds the draft and is kept as described at
 * `useLastAnswer`.
 */
export function useDraftAnswer<Answer extends DraftAnswer<unknown>>(): Answer | undefined {
  const answered = useActionData() as Partial<Answer> | undefined;
  const answer = answered?.draft ? (answered as Answer) : undefined;
  const { answer: kept } = useLastAnswer(answer);
  // Drops the question from a kept answer: it belongs to the original answer, by which the dialog remembers
  // that it was closed.
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
  /** The rendered draft; a new object recreates the fields. */
  draft: object;
  mayEdit: boolean;
  /** Explains why the form is read-only. */
  locked: string;
  /** True if the fields are temporarily locked for everyone. */
  isClosed?: boolean;
  /** Link to the first invalid field. */
  firstBad?: { id: string; label: string } | undefined;
  /** Panel that shows another person's conflicting save. */
  conflict: ReactNode;
  /** Shown before the fields. */
  lead?: ReactNode;
  hidden: Readonly<Record<string, string>>;
  fieldsClass?: string;
  /** Text of the save button. */
  save: string;
  /** Content next to the save button. */
  aside?: ReactNode;
  children: ReactNode;
};

/**
 * Form of `rulesForm`. Buttons that change the draft submit the form, and the server renders it changed, so
 * that it works without JS. The pressed button keeps the focus, and leaving the page with unsaved changes
 * prompts first.
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
  // URL at which values were last changed since the server sent the form.
  const [touchedAt, setTouchedAt] = useState<string>();
  const isGivenUp = () => document.getElementById(id)?.dataset["givenUp"] !== undefined;
  useUnsavedChanges(() => mayEdit && !isGivenUp() && (answer !== undefined || touchedAt === pathname));
  useRestoredButtonFocus(id, answer);
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
        {form.aside}
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
