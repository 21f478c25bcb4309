import { useParams } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Debounce before a lookup, in ms (GEN-06). */
const debounceMs = 100;

/**
 * Results of a URL below the customer's workflows, requested outside the router so that a failure does not
 * affect the page: the last answer, `null` if it failed. An empty `query` sends no request.
 */
export function useLookup<T>(query: string): { query: string; found: readonly T[] | null } {
  const { awsRegion, customerId } = useParams();
  const [answer, setAnswer] = useState<{ query: string; found: readonly T[] | null }>({
    query: "",
    found: [],
  });
  useEffect(() => {
    if (query === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const path = `/region/${awsRegion}/customers/${customerId}/workflow-sets/workflows/${query}`;
      void fetchResults<T>(path, request.signal).then((found) => {
        if (!request.signal.aborted) setAnswer({ query, found });
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query, awsRegion, customerId]);
  return answer;
}

async function fetchResults<T>(path: string, signal: AbortSignal): Promise<T[] | null> {
  try {
    const response = await fetch(path, { signal, redirect: "manual", cache: "no-store" });
    if (!response.ok) return null;
    const { found } = (await response.json()) as { found?: T[] };
    return Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}
