import { useEffect, useRef } from "react";
import { useConsole } from "~/components/context/console-context";

const channelName = "edge-session";

// Safari learned this in 2022; without it a tab finds out by its next request.
const open = () => (typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(channelName));

/** Tells the other tabs of this browser who is signed in, as often as that changes here. */
export function TellOtherTabs() {
  const { person } = useConsole();
  useEffect(() => {
    const channel = open();
    channel?.postMessage({ person });
    channel?.close();
  }, [person]);
  return null;
}

/** Calls `hear` with who is signed in (null: nobody), as other tabs say. */
export function useOtherTabs(hear: (person: string | null) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const channel = open();
    channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== "object" || data === null || !("person" in data)) return;
      if (data.person === null || typeof data.person === "string") latest.current(data.person);
    });
    return () => channel?.close();
  }, []);
}
