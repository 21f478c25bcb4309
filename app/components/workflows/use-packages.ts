import { useParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { AssessmentPackage } from "~/models/workflows/workflow.server";

/** How long typing pauses before packages are looked for, in ms (GEN-06). */
const debounceMs = 100;

type Found = { key: string; packages: readonly AssessmentPackage[] | null };

/**
 * The packages that a text finds, asked for outside the router so that what goes wrong with them is no matter of the
 * page; `known` until they are there. `hasFailed` says that the last question was not answered.
 */
export function usePackages(product: string, text: string, known: readonly AssessmentPackage[]) {
  const { awsRegion, customerId } = useParams();
  const [found, setFound] = useState<Found>({ key: "", packages: [] });
  const wanted = text.trim();
  const key = product && wanted ? `${product} ${wanted}` : "";
  useEffect(() => {
    if (key === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ product, q: wanted });
      const path = `/region/${awsRegion}/customers/${customerId}/workflow-sets/workflows/packages?${query}`;
      void packagesAt(path, request.signal).then((packages) => {
        if (!request.signal.aborted) setFound({ key, packages });
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [key, product, wanted, awsRegion, customerId]);
  const isAnswered = key !== "" && found.key === key;
  const ofProduct = known.filter((one) => one.product === product);
  return {
    packages: isAnswered ? (found.packages ?? ofProduct) : ofProduct,
    hasFailed: isAnswered && found.packages === null,
  };
}

async function packagesAt(path: string, signal: AbortSignal): Promise<AssessmentPackage[] | null> {
  try {
    const response = await fetch(path, { signal, redirect: "manual", cache: "no-store" });
    if (!response.ok) return null;
    const { packages } = (await response.json()) as { packages?: AssessmentPackage[] };
    return Array.isArray(packages) ? packages : null;
  } catch {
    return null;
  }
}
