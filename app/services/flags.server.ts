import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { FlagdCore } from "@openfeature/flagd-core";
import { OpenFeature, type Provider, ProviderEvents } from "@openfeature/server-sdk";
import { z } from "zod/v4";
import { flagNames, type Flags } from "~/flags";
import { env } from "./env.server";
import { logger } from "./log.server";
import { BoundedCache } from "../../shared/bounded-cache";
import { StartError } from "../../shared/start-error";

/** User and customer that flags may depend on (SHELL-43). */
export type FlagContext = {
  userId: string;
  userType: string;
  groups: string[];
  customer: string;
  hierarchy: string;
  organisation: string;
};

/** Interval between attempts to reach flagd, in ms. */
const flagdPause = 5_000;

const [flagdHost, flagdPort] = env.FLAGD_ADDRESS?.split(":") ?? [];
const client = OpenFeature.getClient("console");

// All flags of a user and customer are evaluated together and cached until the configuration changes.
const evaluated = new BoundedCache<string, Promise<Flags>>(1000);
client.addHandler(ProviderEvents.ConfigurationChanged, () => evaluated.clear());

let problem: string | undefined;

/** Current problem with the flags, for /ready; undefined if none. */
export async function flagsProblem(): Promise<string | undefined> {
  reloadIfEdited();
  await ready;
  return problem;
}

const fileSchema = z.object({
  flags: z.record(z.string(), z.object({ variants: z.record(z.string(), z.unknown()) })),
});

const reasonOf = (error: unknown) =>
  error instanceof z.ZodError
    ? error.issues
        .slice(0, 3)
        .map((issue) => `${issue.path.join(".") || "file"}: ${issue.message}`)
        .join("; ")
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * Provider for flagd. Loaded lazily: gRPC costs 10 MB of memory. Throws if flagd is unreachable: a provider that
 * connects late never reports changes.
 */
async function flagdProvider(host: string): Promise<Provider> {
  const socket = connect({ host, port: Number(flagdPort), timeout: 1_000 });
  socket.once("timeout", () => socket.destroy(new Error("no answer within a second")));
  await once(socket, "connect");
  socket.destroy();
  const { FlagdProvider } = await import("@openfeature/flagd-provider");
  return new FlagdProvider({ resolverType: "in-process", host, port: Number(flagdPort) });
}

/** Provider for the current flags file, evaluated as flagd would; throws if the file is unreadable. */
function fileProvider(): Provider {
  const text = readFileSync(env.FLAGS_FILE, "utf8");
  fileSchema.parse(JSON.parse(text));
  const flags = new FlagdCore();
  flags.setConfigurations(text);
  return {
    metadata: { name: "flags file" },
    resolveBooleanEvaluation: async (...asked) => flags.resolveBooleanEvaluation(...asked),
    resolveStringEvaluation: async (...asked) => flags.resolveStringEvaluation(...asked),
    resolveNumberEvaluation: async (...asked) => flags.resolveNumberEvaluation(...asked),
    resolveObjectEvaluation: async (...asked) => flags.resolveObjectEvaluation(...asked),
  };
}

/** Activates the flags of the file or server; on failure throws and keeps the active ones. */
async function setUpProvider(): Promise<void> {
  await OpenFeature.setProviderAndWait(flagdHost ? await flagdProvider(flagdHost) : fileProvider());
  problem = undefined;
}

function reportFlagsProblem(error: unknown): void {
  const previous = problem;
  problem = flagdHost
    ? `flagd at ${env.FLAGD_ADDRESS} cannot be reached: ${reasonOf(error)}`
    : `${env.FLAGS_FILE} cannot be used, the flags of before stay: ${reasonOf(error)}`;
  if (problem !== previous) logger.error("flags cannot be taken over", { problem });
}

/** flagd may start after the console: retries until it is reachable, then clears earlier evaluations. */
async function findFlagd(): Promise<void> {
  try {
    await setUpProvider();
    evaluated.clear();
  } catch (error) {
    reportFlagsProblem(error);
    setTimeout(() => void findFlagd(), flagdPause).unref();
  }
}

/** Resolves once flags are available; throws StartError if the file is missing or broken at start-up. */
export async function flagsAtStart(): Promise<void> {
  await ready;
  if (startError) throw startError;
}

let startError: StartError | undefined;
let fileTime = flagsFileTime();
let ready = flagdHost
  ? findFlagd()
  : setUpProvider().catch((error: unknown) => {
      startError = new StartError(
        `The console cannot start: FLAGS_FILE ${env.FLAGS_FILE}: ${reasonOf(error)}`,
      );
    });

function flagsFileTime(): number {
  return flagdHost ? 0 : (statSync(env.FLAGS_FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

// Edits to the file apply from the next page (SHELL-45).
function reloadIfEdited(): void {
  const time = flagsFileTime();
  if (time === fileTime) return;
  fileTime = time;
  evaluated.clear();
  ready = setUpProvider().catch(reportFlagsProblem);
}

async function evaluate(context: FlagContext): Promise<Flags> {
  await ready;
  const { userId, ...rest } = context;
  const values = await Promise.all(
    flagNames.map((name) => client.getBooleanValue(name, false, { targetingKey: userId, ...rest })),
  );
  return Object.fromEntries(flagNames.map((name, index) => [name, values[index] ?? false])) as Flags;
}

/** All flags of a user at a customer; flags that fail to evaluate are off. */
export function flagsFor(context: FlagContext): Promise<Flags> {
  reloadIfEdited();
  const key = JSON.stringify(context);
  return evaluated.get(key) ?? evaluated.set(key, evaluate(context));
}
