import { useActionData } from "@remix-run/react";
import { useKeptAnswer } from "~/components/context/kept-answer";
import type { Posted } from "~/services/posted-form.server";

/**
 * The values chosen in a list and its bar when its post was refused or failed, by field name; undefined if the page
 * answers no such post. They and `turn` last until the page is left or answers a post, as `useKeptAnswer` describes.
 */
export function usePosted(list: string, page?: string) {
  const answered = useActionData<{ posted?: Posted }>()?.posted;
  const { answer, turn } = useKeptAnswer(answered?.list === list ? answered.values : undefined, page);
  return { posted: answer, turn };
}
