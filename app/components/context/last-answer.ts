import { useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { isAboutSingleItem } from "~/services/intents";

/**
 * Keeps the open page's action result and counts page changes: a new URL, or the answer to the page's own
 * post. The router drops results and adds a history entry on every navigation, including a theme change or a
 * link within the page; neither these nor an action from a row's menu may lose a selection. `page` overrides
 * the window's URL where it is more specific.
 */
export function useLastAnswer<Answer>(answer: Answer | undefined, page?: string) {
  const { pathname, search } = useLocation();
  const { state, formMethod, formAction, formData } = useNavigation();
  const address = page ?? pathname + search;
  const pathOf = (one: string | undefined) => one?.split("?")[0];
  const isPosting =
    state !== "idle" &&
    formMethod === "POST" &&
    pathOf(formAction) === pathOf(address) &&
    !isAboutSingleItem(String(formData?.get("intent") ?? ""));
  const [kept, setKept] = useState({ address, answer, isPosted: isPosting, turn: 0 });
  const isAnswered = kept.isPosted && state === "idle";
  const isTurned = address !== kept.address || isAnswered || (answer !== undefined && answer !== kept.answer);
  if (isTurned) setKept({ address, answer, isPosted: isPosting, turn: kept.turn + 1 });
  else if (isPosting !== kept.isPosted) setKept({ ...kept, isPosted: isPosting });
  return { answer: kept.answer, turn: kept.turn };
}
