import { useEffect, useRef } from "react";
import { useConsole } from "~/components/context/console-context";

const channelName = "edge-session";

/**
 * Tells the browser's other tabs who is signed in; a browser without BroadcastChannel finds out on its next
 * request.
 */
function broadcastPerson(person: string | null): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ person });
  channel.close();
}

/** Calls `hear` with other tabs' messages; returns a function that unsubscribes. */
function listen(hear: (said: unknown) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => hear(data));
  return () => channel.close();
}

/** Broadcasts every change of the signed-in person to this browser's other tabs. */
export function TabBroadcast() {
  const { person } = useConsole();
  useEffect(() => broadcastPerson(person), [person]);
  return null;
}

/** Calls `hear` with the signed-in person reported by other tabs; null means signed out. */
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
