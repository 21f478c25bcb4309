import { useParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { nameKey } from "~/models/workflow-sets/set-values";

/** Debounce before a name is looked up, in ms (GEN-06). */
const debounceMs = 1000;

/**
 * True if another set has this name, checked once typing pauses; `known` names are not checked (WFS-19). Unknown counts
 * as free: the save reports a duplicate (WFS-20).
 */
export function useNameTaken(name: string, known: readonly string[]): boolean {
  const { awsRegion, customerId } = useParams();
  const [taken, setTaken] = useState("");
  const key = nameKey(name);
  const keyToCheck = known.some((one) => key === nameKey(one)) ? "" : key;
  useEffect(() => {
    if (keyToCheck === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ name: keyToCheck });
      const path = `/region/${awsRegion}/customers/${customerId}/workflow-sets/name-check?${query}`;
      void isTakenAt(path, request.signal).then((isTaken) => {
        if (isTaken && !request.signal.aborted) setTaken(keyToCheck);
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [keyToCheck, awsRegion, customerId]);
  return keyToCheck !== "" && taken === keyToCheck;
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
