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

/** The person and place that flags may depend on (SHELL-43). */
export type FlagContext = {
  userId: string;
  userType: string;
  groups: string[];
  customer: string;
  hierarchy: string;
  organisation: string;
};

/** Pause before flagd is looked for again, in ms. */
const flagdPause = 5_000;

const [flagdHost, flagdPort] = env.FLAGD_ADDRESS?.split(":") ?? [];
const client = OpenFeature.getClient("console");

// All flags of one person and customer are evaluated together once and kept until the configuration changes.
const evaluated = new BoundedCache<string, Promise<Flags>>(1000);
client.addHandler(ProviderEvents.ConfigurationChanged, () => evaluated.clear());

let problem: string | undefined;

/** The current fault of the flags, for /ready; undefined while there is none. */
export async function flagsProblem(): Promise<string | undefined> {
  renewAfterEdit();
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
 * The connection to flagd, loaded with gRPC: 10 MB of memory that a file does not need. Throws when nobody listens there: a
 * provider that did not reach flagd at first connects later, but never tells of a change.
 */
async function flagdProvider(host: string): Promise<Provider> {
  const socket = connect({ host, port: Number(flagdPort), timeout: 1_000 });
  socket.once("timeout", () => socket.destroy(new Error("no answer within a second")));
  await once(socket, "connect");
  socket.destroy();
  const { FlagdProvider } = await import("@openfeature/flagd-provider");
  return new FlagdProvider({ resolverType: "in-process", host, port: Number(flagdPort) });
}

/** The file's flags as they are now, evaluated as flagd does; throws when they cannot be read. */
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

/** Takes the flags of the file or the server into use; throws when they cannot be, and leaves those in use alone. */
async function setUpProvider(): Promise<void> {
  await OpenFeature.setProviderAndWait(flagdHost ? await flagdProvider(flagdHost) : fileProvider());
  problem = undefined;
}

function keepLast(error: unknown): void {
  const told = problem;
  problem = flagdHost
    ? `flagd at ${env.FLAGD_ADDRESS} cannot be reached: ${reasonOf(error)}`
    : `${env.FLAGS_FILE} cannot be used, the flags of before stay: ${reasonOf(error)}`;
  if (problem !== told) logger.error("flags cannot be taken over", { problem });
}

/** flagd may start after the console: it is looked for until it is there. What was evaluated without it is forgotten. */
async function findFlagd(): Promise<void> {
  try {
    await setUpProvider();
    evaluated.clear();
  } catch (error) {
    keepLast(error);
    setTimeout(() => void findFlagd(), flagdPause).unref();
  }
}

/** Settles when the flags are there; throws StartError for a file that is absent or broken when the console starts. */
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

// An edit must show on the next page (SHELL-45).
function renewAfterEdit(): void {
  const time = flagsFileTime();
  if (time === fileTime) return;
  fileTime = time;
  evaluated.clear();
  ready = setUpProvider().catch(keepLast);
}

async function evaluate(context: FlagContext): Promise<Flags> {
  await ready;
  const { userId, ...rest } = context;
  const values = await Promise.all(
    flagNames.map((name) => client.getBooleanValue(name, false, { targetingKey: userId, ...rest })),
  );
  return Object.fromEntries(flagNames.map((name, index) => [name, values[index] ?? false])) as Flags;
}

/** All flags for a person at a customer; a flag that cannot be evaluated is off. */
export function flagsFor(context: FlagContext): Promise<Flags> {
  renewAfterEdit();
  const key = JSON.stringify(context);
  return evaluated.get(key) ?? evaluated.set(key, evaluate(context));
}
