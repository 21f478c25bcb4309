import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { type Intent, withDetail } from "~/services/intents";
import { HiddenFields, PostForm, SubmitButton } from "./post-form";
import { QuestionDialog } from "./question-dialog";
import { useUnsavedChanges } from "./unsaved-changes";
import { usePressedAgain } from "./use-pressed-again";
import { useStill } from "./use-still";

/**
 * The draft form's last answer, if it was the form again. It holds the draft, and stays until the page is left or a post of
 * its own is answered: the router lets it go with every move, also one to the same page, such as a link within it.
 */
export function useDraftAnswer<Answer extends DraftAnswer<unknown>>(): Answer | undefined {
  const answered = useActionData() as Partial<Answer> | undefined;
  const answer = answered?.draft ? (answered as Answer) : undefined;
  const { pathname, search } = useLocation();
  const { state, formMethod, formAction } = useNavigation();
  const page = pathname + search;
  const isPosting = state !== "idle" && formMethod === "POST" && formAction?.split("?")[0] === pathname;
  const [kept, setKept] = useState({ page, answer, isPosted: isPosting });
  const isAnswered = kept.isPosted && state === "idle";
  const isNew = page !== kept.page || isAnswered || (answer !== undefined && answer !== kept.answer);
  if (isNew || isPosting !== kept.isPosted)
    setKept({ page, answer: isNew ? answer : kept.answer, isPosted: isPosting });
  // A question is asked by its own answer alone: the dialog remembers by it that it was closed.
  else if (!answer && kept.answer?.question) setKept({ ...kept, answer: { ...kept.answer, question: null } });
  return kept.answer;
}

type DraftFormProps = {
  id: string;
  className?: string;
  /** The intent of the save. */
  intent: Intent;
  /** The intent that the question belongs to, where it is not the save's. */
  asking?: Intent;
  answer: DraftAnswer<unknown> | undefined;
  /** The version that was loaded, null for what nobody has saved yet. */
  version: number | null;
  /** The draft that is drawn: its fields are made again with another one. */
  draft: object;
  mayEdit: boolean;
  /** Why nothing may be changed. */
  locked: string;
  /** Nothing of the fields may be changed for now, whoever asks. */
  isClosed?: boolean;
  /** The link to the first field that is wrong. */
  firstBad?: { id: string; label: string } | undefined;
  /** The other person's change. */
  conflict: ReactNode;
  /** Shown before the fields. */
  lead?: ReactNode;
  hidden: Readonly<Record<string, string>>;
  fieldsClass?: string;
  /** The save's button. */
  save: string;
  /** Shown beside it. */
  beside?: ReactNode;
  children: ReactNode;
};

/**
 * The form of `rulesForm`: every button that changes it sends it and gets it back changed, so that nothing is lost without
 * scripts. The button that was pressed keeps the focus, and what is changed is asked about before the page is left.
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
  // The page on which something was typed or chosen since the form last came from the server.
  const [touchedAt, setTouchedAt] = useState<string>();
  const isGivenUp = () => document.getElementById(id)?.dataset["givenUp"] !== undefined;
  useUnsavedChanges(() => mayEdit && !isGivenUp() && (answer !== undefined || touchedAt === pathname));
  usePressedAgain(id, answer);
  const still = useStill();
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
      {!mayEdit && <p className="form-locked">{form.locked}</p>}
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
          <Button type="submit" variant="solid" tone="accent" disabled>
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
