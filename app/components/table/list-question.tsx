import { useActionData, useLocation } from "@remix-run/react";
import { QuestionDialog } from "~/components/form/question-dialog";
import type { Asked } from "~/models/list/list.server";
import { type Intent, withDetail } from "~/services/intents";

/**
 * The question that pressing a list's button, a record's, or an Undo on its page was answered with. `intent` is that of the
 * button; `list` the name of the table whose boxes were ticked.
 */
export function ListQuestion({ intent, list }: { intent: Intent | undefined; list?: string }) {
  const { question, ids = [], undo } = useActionData<Asked>() ?? {};
  const { pathname, search } = useLocation();
  const asking = undo === undefined ? intent : ("undo" as Intent);
  if (!question || asking === undefined) return null;
  return (
    <QuestionDialog
      question={question}
      intent={withDetail(asking, "confirm")}
      cancel={{ href: pathname + search }}
      fields={undo === undefined ? { ids, ...(list !== undefined && { list }) } : { undo }}
    />
  );
}
