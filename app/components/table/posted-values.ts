import { useActionData } from "@remix-run/react";
import { useLastAnswer } from "~/components/context/last-answer";
import type { PostedValues } from "~/services/posted-form.server";

/**
 * Values chosen in a list and its bar in a post that was refused or failed, by field name; undefined if the
 * page does not answer such a post. They and `turn` are kept as described at `useLastAnswer`.
 */
export function usePostedValues(list: string, page?: string) {
  const answered = useActionData<{ posted?: PostedValues }>()?.posted;
  const { answer, turn } = useLastAnswer(answered?.list === list ? answered.values : undefined, page);
  return { posted: answer, turn };
}
