import { useEffect, useState } from "react";
import { loadJson } from "~/components/shell/load-json";

type JsonRequest = { href: string; turn: unknown };

/**
 * Loads JSON from a URL, outside the router, so that a failure does not affect the open page. The previous
 * answer is kept until the next; another `turn` loads again.
 */
export function useJson<T>(
  href: string | null,
  /** Delay before the request, in ms, given the previous answer. */
  pause: (former: T | undefined) => number = () => 0,
  turn?: unknown,
): { data: T | undefined; hasFailed: boolean } {
  const [data, setData] = useState<T>();
  const [failed, setFailed] = useState<JsonRequest>();
  useEffect(() => {
    if (href === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Without a session the console redirects to sign-in, which a part of a page must not follow.
      void loadJson<T>(href, { redirect: "manual", signal: controller.signal }).then((answer) => {
        if (controller.signal.aborted) return;
        if (answer === undefined) setFailed({ href, turn });
        else setData(answer);
      });
    }, pause(data));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- an answer must not trigger a new request
  }, [href, turn]);
  return { data, hasFailed: failed !== undefined && failed.href === href && failed.turn === turn };
}
