import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { QuestionDialog } from "~/components/form/question-dialog";
import { groups } from "~/i18n/groups";
import type { Question } from "~/services/form-answer";
import { type Intent, withDetail } from "~/services/intents";

type ArchiveGroupProps = {
  /** That of archiving, or of restoring where it is archived. */
  intent: Intent;
  isArchived: boolean;
  /** What is asked before it is archived. */
  question: Question | undefined;
  /** The address of the page. */
  here: string;
};

/** Archives the group of a page, or restores it (GRP-34, GRP-37, SSO-56). */
export function ArchiveGroup({ intent, isArchived, question, here }: ArchiveGroupProps) {
  const t = useTexts(groups);
  return (
    <>
      <PostForm intent={intent} className="row">
        <SubmitButton
          variant="outline"
          tone={isArchived ? "accent" : "gray"}
          icon={isArchived ? "restore" : "archive"}
        >
          {t(isArchived ? "detail.restore" : "detail.archive")}
        </SubmitButton>
      </PostForm>
      {question && (
        <QuestionDialog
          question={question}
          intent={withDetail(intent, "confirm")}
          cancel={{ href: here }}
          fields={{}}
        />
      )}
    </>
  );
}
