import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { focusNotice, isFocusLost } from "~/components/ui/notices";

/** Moves the focus to the outcome, else to the list, if the pressed button was removed or disabled. */
export function useFocusAfterPost(form: RefObject<HTMLFormElement>, list: RefObject<HTMLDivElement>) {
  const { state, formData } = useNavigation();
  const posted = useRef(false);
  useEffect(() => {
    if (state === "submitting" && formData) {
      const focused = document.activeElement;
      posted.current = focused instanceof HTMLButtonElement && focused.form === form.current;
    }
    if (state !== "idle" || !posted.current) return;
    posted.current = false;
    if (isFocusLost()) focusNotice(list.current);
  }, [state, formData, form, list]);
}
