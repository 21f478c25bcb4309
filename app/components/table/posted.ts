import { useActionData } from "@remix-run/react";
import type { Posted } from "~/services/posted-form.server";

/**
 * The values chosen in a list and its bar when its post was refused or failed, by field name. Undefined for a page that
 * answers no such post.
 */
export function usePosted(list: string): Posted["values"] | undefined {
  const answer = useActionData<{ posted?: Posted }>();
  return answer?.posted?.list === list ? answer.posted.values : undefined;
}
