import { useActionData } from "@remix-run/react";
import { useKeptAnswer } from "~/components/context/kept-answer";
import type { Posted } from "~/services/posted-form.server";

/**
 * Values chosen in a list and its bar in a post that was refused or failed, by field name; undefined if the
 * page does not answer such a post. They and `turn` are kept as described at `useKeptAnswer`.
 */
export function usePosted(list: string, page?: string) {
  const answered = useActionData<{ posted?: Posted }>()?.posted;
  const { answer, turn } = useKeptAnswer(answered?.list === list ? answered.values : undefined, page);
  return { posted: answer, turn };
}
