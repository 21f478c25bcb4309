import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Returns the focus to the pressed button when the form is rendered again; if the button was removed, to the last of
 * its kind, else to the top of the form.
 */
export function useRestoredButtonFocus(
  formId: string,
  answer: { question: object | null } | undefined,
): void {
  const pressed = useRef("");
  // Until the page's own data has arrived the form is inert (`useInertWhileSending`) and cannot be focused.
  const isSending = useNavigation().state !== "idle";
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      pressed.current = submitter instanceof HTMLButtonElement ? submitter.value : "";
    };
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, []);
  useEffect(() => {
    const { current: value } = pressed;
    if (isSending || !answer || answer.question || value === "") return;
    pressed.current = "";
    const form = document.getElementById(formId);
    if (!form || document.activeElement !== document.body) return;
    const buttons = [...form.querySelectorAll<HTMLButtonElement>("button[name=intent]")];
    const [kind] = value.split(":");
    const target =
      buttons.find((button) => button.value === value) ??
      buttons.filter((button) => button.value.startsWith(`${kind}:`)).pop() ??
      form.querySelector<HTMLElement>("[role=status]");
    target?.focus({ preventScroll: true });
  }, [formId, answer, isSending]);
}
