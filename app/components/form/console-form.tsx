import { type ComponentPropsWithoutRef, type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { FormAnswer } from "~/services/form-answer";
import { type Intent, withDetail } from "~/services/intents";
import { ConflictPanel } from "./conflict-panel";
import { ErrorSummary, type SummaryError } from "./error-summary";
import { type FieldTexts, FormContextProvider } from "./form-context";
import type { Fingerprints, Merge } from "./merge";
import { EnterSubmitButton } from "./enter-submit-button";
import { FormActions, PostForm, SubmitButton } from "./post-form";
import { QuestionDialog } from "./question-dialog";
import { UnsavedNotice, useIsDirty } from "./unsaved-notice";
import { useUnsavedChanges } from "./unsaved-changes";

/** Props that `useConsoleForm` returns for its `<ConsoleForm>`. */
export type FormFrame = {
  id: string;
  answer: FormAnswer | undefined;
  mayEdit: boolean;
  version: number | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  errors: readonly SummaryError[];
  isRefused: boolean;
  /** Values when the form was opened; null for a form that is not merged. */
  base: Fingerprints | null;
  /** The merge of both people's changes; null if no one else has saved. */
  merge: Merge | null;
  /** True if typed values would be lost. */
  isChanged: () => boolean;
  /** True if none of the person's changes can be saved over the other's. */
  isNothingLeft?: boolean;
  /** Called with the form when its post is sent, and with null when it is answered. */
  onSend: (form: HTMLFormElement | null) => void;
};

type ConsoleFormProps = Omit<
  ComponentPropsWithoutRef<typeof PostForm>,
  "id" | "intent" | "onSubmit" | "onSend"
> & {
  frame: FormFrame;
  /** The form's final buttons; "Save" by default. */
  actions?: ReactNode;
  /** Target of "Cancel", next to "Save". */
  cancelHref?: string;
  /** Intent of the main button, also submitted by Enter in a field. */
  intent: Intent;
  /** Title of the error summary, if the area has its own. */
  summaryTitle?: string;
};

/**
 * The form of every screen that creates or edits something. Renders what every such form needs: hidden secrets, base
 * version, error summary, outcome next to the buttons, confirmation, conflict panel and the warning about unsaved
 * values.
 */
export function ConsoleForm({
  frame,
  cancelHref,
  actions = <SaveActions cancelHref={cancelHref} />,
  intent,
  summaryTitle,
  children,
  ...props
}: ConsoleFormProps) {
  const t = useTexts(common);
  const { id, answer, mayEdit, errors } = frame;
  const [words] = useState(() => new Map<string, FieldTexts>());
  const outcome = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const context = { isReadOnly: !mayEdit, words };
  useUnsavedChanges(() => mayEdit && frame.isChanged());
  const isDirty = useIsDirty(id, frame.isChanged);
  if (!mayEdit) {
    return (
      <FormContextProvider value={context}>
        <div className="form form-read-only" id={id}>
          <p className="muted rt-Flex rt-r-ai-center rt-r-gap-2">
            <Icon name="info" />
            <span>{t("forms.readOnly")}</span>
          </p>
          {children}
        </div>
      </FormContextProvider>
    );
  }
  const notice = answer?.notice && (
    <Callout tone={answer.notice.tone} title={answer.notice.title} link={answer.notice.link}>
      {answer.notice.description}
    </Callout>
  );
  return (
    <FormContextProvider value={context}>
      <PostForm
        preventScrollReset
        {...props}
        id={id}
        intent={intent}
        data-version={frame.version ?? undefined}
        outcome={outcome}
        onSubmit={frame.onSubmit}
        onSend={frame.onSend}
        isAnswered={answer !== undefined}
      >
        <input type="hidden" name="form" value={id} />
        {frame.version !== null && <input type="hidden" name="version" value={frame.version} />}
        {frame.version !== null && frame.base && (
          <input type="hidden" name="base" value={JSON.stringify(frame.base)} />
        )}
        {/* Without JS a question has its own submit button; this one would only ask again. */}
        {(hydrated || !answer?.question) && <EnterSubmitButton intent={intent} />}
        {/* Before the fields: text browsers render it in source order. */}
        {answer?.question && (
          <QuestionDialog
            question={answer.question}
            intent={withDetail(intent, "confirm")}
            cancel={{ intent: withDetail(intent, "cancel") }}
          />
        )}
        {/* Without JS the page opens at its top, so the outcome is shown there. */}
        {!hydrated && notice}
        {frame.isRefused && <ErrorSummary title={summaryTitle} errors={errors} />}
        {children}
        <div
          className="form-foot rt-Flex rt-r-fd-column rt-r-gap-2"
          data-outcome={notice || answer?.conflict ? "" : undefined}
          data-dirty={isDirty ? "" : undefined}
        >
          <div className="form-outcome" role="status" tabIndex={-1} ref={outcome}>
            {hydrated && notice}
          </div>
          {answer?.conflict && frame.merge && (
            <ConflictPanel
              conflict={answer.conflict}
              intent={intent}
              merge={frame.merge}
              words={words}
              isNothingLeft={frame.isNothingLeft}
            />
          )}
          <FormActions>
            {actions}
            <UnsavedNotice formId={id} isDirty={isDirty} />
          </FormActions>
        </div>
      </PostForm>
    </FormContextProvider>
  );
}

function SaveActions({ cancelHref }: { cancelHref: string | undefined }) {
  const t = useTexts(common);
  return (
    <>
      <SubmitButton>{t("actions.save")}</SubmitButton>
      {cancelHref !== undefined && <ButtonLink to={cancelHref}>{t("actions.cancel")}</ButtonLink>}
    </>
  );
}
