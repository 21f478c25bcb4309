import { useEffect, useRef } from "react";

/** The button that was pressed takes the focus again when the form comes back drawn again. */
export function usePressedAgain(answer: { question: object | null } | undefined): void {
  const pressed = useRef("");
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      pressed.current = submitter instanceof HTMLButtonElement ? submitter.value : "";
    };
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, []);
  useEffect(() => {
    if (!answer || answer.question || document.activeElement !== document.body) return;
    const button = document.querySelector<HTMLElement>(`button[value="${CSS.escape(pressed.current)}"]`);
    button?.focus({ preventScroll: true });
  }, [answer]);
}
