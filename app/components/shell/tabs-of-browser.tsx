import { useEffect, useRef } from "react";
import { useConsole } from "~/components/context/console-context";

const channelName = "edge-session";

/** Says who is signed in to the other tabs; a browser without a channel finds out by its next request. */
function tell(person: string | null): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ person });
  channel.close();
}

/** Calls `hear` with what other tabs say, until the function that it answers is called. */
function listen(hear: (said: unknown) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => hear(data));
  return () => channel.close();
}

/** Tells the other tabs of this browser who is signed in, as often as that changes here. */
export function TellOtherTabs() {
  const { person } = useConsole();
  useEffect(() => tell(person), [person]);
  return null;
}

/** Calls `hear` with who is signed in (null: nobody), as other tabs say. */
export function useOtherTabs(hear: (person: string | null) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(
    () =>
      listen((said) => {
        if (typeof said !== "object" || said === null || !("person" in said)) return;
        if (said.person === null || typeof said.person === "string") latest.current(said.person);
      }),
    [],
  );
}
