import { useEffect, useRef } from "react";
import { useConsole } from "~/components/context/console-context";

const channelName = "edge-session";

/**
 * Says who is signed in to the other tabs. Where there is no BroadcastChannel (Safari before 2022) it is stored for a moment:
 * the other tabs are told of what is stored.
 */
function tell(person: string | null): void {
  if (typeof BroadcastChannel === "undefined") {
    try {
      localStorage.setItem(channelName, JSON.stringify({ person }));
      localStorage.removeItem(channelName);
    } catch {
      // Where nothing may be stored, a tab finds out by its next request.
    }
    return;
  }
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ person });
  channel.close();
}

/** Calls `hear` with what other tabs say, until the function that it answers is called. */
function listen(hear: (said: unknown) => void): () => void {
  if (typeof BroadcastChannel === "undefined") {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === channelName && newValue !== null) hear(parsed(newValue));
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => hear(data));
  return () => channel.close();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
