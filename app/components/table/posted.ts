import { useActionData } from "@remix-run/react";
import type { Posted } from "~/services/posted-form.server";

/**
 * What was chosen in the list of this name, and in its bar, when its post was refused or failed: the values by the names of
 * the fields. Undefined for a page that answers no such post.
 */
export function usePosted(list: string): Posted["values"] | undefined {
  const answer = useActionData<{ posted?: Posted }>();
  return answer?.posted?.list === list ? answer.posted.values : undefined;
}
