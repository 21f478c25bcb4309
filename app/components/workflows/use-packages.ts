import type { AssessmentPackage } from "~/models/workflows/workflow.server";
import { useLookup } from "./use-lookup";

/** Packages matching a text; `known` until they arrive. `hasFailed`: the last request was not answered. */
export function usePackages(product: string, text: string, known: readonly AssessmentPackage[]) {
  const q = text.trim();
  const query = product && q ? `packages?${new URLSearchParams({ product, q })}` : "";
  const { found, ...last } = useLookup<AssessmentPackage>(query);
  const isAnswered = query !== "" && last.query === query;
  const ofProduct = known.filter((one) => one.product === product);
  return {
    packages: isAnswered ? (found ?? ofProduct) : ofProduct,
    hasFailed: isAnswered && found === null,
  };
}
