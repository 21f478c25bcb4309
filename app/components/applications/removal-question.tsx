import { useTexts } from "~/components/context/console-context";
import { QuestionDialog } from "~/components/form/question-dialog";
import { HoldNotice } from "~/components/retention/hold-notice";
import { type Notice, Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import type { HoldSummary } from "~/models/retention/hold.server";
import type { Intent } from "~/services/intents";

type RemovalQuestionProps = {
  removal: "remove" | "deidentify";
  intent: Intent;
  name: string;
  backHref: string;
  base: string;
  kept: HoldSummary | null;
  mayOpen: boolean;
  answer: { errors: string[]; notice: Notice | null } | undefined;
  fields?: Readonly<Record<string, string>>;
};

/** Asks for the confirmation word before deleting or de-identifying a candidate, and shows what prevents it. */
export function RemovalQuestion({
  removal,
  intent,
  name,
  backHref,
  base,
  kept,
  mayOpen,
  answer,
  fields = {},
}: RemovalQuestionProps) {
  const t = useTexts(candidates);
  return (
    <QuestionDialog
      question={{
        title: t(`${removal}.title`),
        text: [t(`${removal}.text`, { name })],
        confirm: t(`${removal}.submit`),
        danger: true,
        word: t(`${removal}.word`),
        errors: answer?.errors,
      }}
      intent={intent}
      cancel={{ href: backHref }}
      fields={fields}
    >
      <HoldNotice kept={kept} base={base} mayOpen={mayOpen} />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </QuestionDialog>
  );
}
