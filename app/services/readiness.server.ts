import { awsRegions, type AwsRegion } from "~/regions";
import { regionalEndpoint } from "./env.server";
import { flagsAtStart, flagsProblem } from "./flags.server";

const probeMs = 1_000;
/** Minimum interval between region checks, however often readiness is polled. */
const cacheMs = 3_000;

type Regions = Record<AwsRegion, "reachable" | "unreachable">;
/** `isReady` is false only if no region is reachable: one region that is down must not affect the others. */
export type Readiness = { isReady: boolean; regions: Regions; flags: string };

let known: { at: number; regions: Promise<Regions> } | undefined;

// Any answer counts, even a refusal: only reachability matters here.
async function isReachable(region: AwsRegion): Promise<boolean> {
  try {
    const answer = await fetch(regionalEndpoint(region), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      signal: AbortSignal.timeout(probeMs),
    });
    await answer.body?.cancel();
    return ![502, 503, 504].includes(answer.status);
  } catch {
    return false;
  }
}

async function checkRegions(): Promise<Regions> {
  const found = await Promise.all(
    awsRegions.map(async (region) => [region, (await isReachable(region)) ? "reachable" : "unreachable"]),
  );
  return Object.fromEntries(found) as Regions;
}

/** Importing this module validates the settings; `start` resolves once flags are available, or throws StartError. */
export const readiness = {
  start: flagsAtStart,
  now: async (): Promise<Readiness> => {
    if (!known || Date.now() - known.at > cacheMs) known = { at: Date.now(), regions: checkRegions() };
    const [regions, problem] = await Promise.all([known.regions, flagsProblem()]);
    const isReady = Object.values(regions).includes("reachable");
    return { isReady, regions, flags: problem ?? "ok" };
  },
};
