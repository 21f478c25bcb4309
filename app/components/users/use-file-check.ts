import { useEffect, useRef, useState } from "react";

/** Result of checking the chosen file: unknown, valid, or its error. */
export type FileCheck =
  | { state: "none" | "checking" | "failed" }
  | { state: "passed"; name: string; users: number }
  | { state: "refused"; fault: string };

/** The server's limit; a larger file would be refused during upload. */
const maxBytes = 5 * 1024 * 1024;

/**
 * Uploads a chosen file to be checked, outside the router, so that a failure affects only the field
 * (UPLOAD-04, UPLOAD-10). `tooLarge` is the error for a file that is too large to upload.
 */
export function useFileCheck(address: string, tooLarge: string) {
  const [check, setCheck] = useState<FileCheck>({ state: "none" });
  const request = useRef<AbortController>();
  const stop = () => request.current?.abort();
  useEffect(() => stop, []);

  const upload = async (file: File, csrf: string) => {
    const controller = new AbortController();
    request.current = controller;
    setCheck({ state: "checking" });
    const answer = await answerTo(address, file, csrf, controller.signal);
    if (!controller.signal.aborted) setCheck(answer);
  };
  return {
    check,
    look: (file: File | undefined, csrf: string) => {
      stop();
      if (!file) setCheck({ state: "none" });
      else if (file.size > maxBytes) setCheck({ state: "refused", fault: tooLarge });
      else void upload(file, csrf);
    },
  };
}

async function answerTo(address: string, file: File, csrf: string, signal: AbortSignal): Promise<FileCheck> {
  const body = new FormData();
  body.append("csrf", csrf);
  body.append("intent", "check");
  body.append("file", file);
  try {
    const response = await fetch(address, { method: "POST", body, signal, redirect: "manual" });
    if (!response.ok) return { state: "failed" };
    const answer = (await response.json()) as { fault?: string; name?: string; users?: number };
    if (answer.fault !== undefined) return { state: "refused", fault: answer.fault };
    const { name = file.name, users = 0 } = answer;
    return { state: "passed", name, users };
  } catch {
    // The file may have been changed or removed since it was chosen.
    return { state: "failed" };
  }
}
