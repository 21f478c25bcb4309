import { useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { isAboutOne } from "~/services/intents";

/**
 * Keeps an answer of the open page, and counts how often the page was turned: by another address, or by the answer to a post of
 * its own. The router lets an answer go, and makes a new entry of the history, with every move: also with another appearance,
 * a link within the page or one to the page itself, by which nothing that was chosen is to be lost. Nor is it by what is done to
 * one row from its menu. `page` is the address that counts where that of the window says more.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined, page?: string) {
  const { pathname, search } = useLocation();
  const { state, formMethod, formAction, formData } = useNavigation();
  const address = page ?? pathname + search;
  const pathOf = (one: string | undefined) => one?.split("?")[0];
  const isPosting =
    state !== "idle" &&
    formMethod === "POST" &&
    pathOf(formAction) === pathOf(address) &&
    !isAboutOne(String(formData?.get("intent") ?? ""));
  const [kept, setKept] = useState({ address, answer, isPosted: isPosting, turn: 0 });
  const isAnswered = kept.isPosted && state === "idle";
  const isTurned = address !== kept.address || isAnswered || (answer !== undefined && answer !== kept.answer);
  if (isTurned) setKept({ address, answer, isPosted: isPosting, turn: kept.turn + 1 });
  else if (isPosting !== kept.isPosted) setKept({ ...kept, isPosted: isPosting });
  return { answer: kept.answer, turn: kept.turn };
}
