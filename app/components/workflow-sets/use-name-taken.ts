import { useParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { nameKey } from "~/models/workflow-sets/set-values";

/** How long typing pauses before a name is looked up, in ms (GEN-06). */
const debounceMs = 1000;

/**
 * Whether another set is called so, asked for once typing pauses; the `known` names are not asked about (WFS-19). What
 * cannot be told is not taken: the save tells (WFS-20).
 */
export function useNameTaken(name: string, known: readonly string[]): boolean {
  const { awsRegion, customerId } = useParams();
  const [taken, setTaken] = useState("");
  const key = nameKey(name);
  const asked = known.some((one) => key === nameKey(one)) ? "" : key;
  useEffect(() => {
    if (asked === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ name: asked });
      const path = `/region/${awsRegion}/customers/${customerId}/workflow-sets/name-check?${query}`;
      void isTakenAt(path, request.signal).then((isTaken) => {
        if (isTaken && !request.signal.aborted) setTaken(asked);
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [asked, awsRegion, customerId]);
  return asked !== "" && taken === asked;
}

async function isTakenAt(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(path, { signal, redirect: "manual", cache: "no-store" });
    if (!response.ok) return false;
    const { isTaken } = (await response.json()) as { isTaken?: unknown };
    return isTaken === true;
  } catch {
    return false;
  }
}
