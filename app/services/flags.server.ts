import { statSync } from "node:fs";
import { FlagdProvider } from "@openfeature/flagd-provider";
import { OpenFeature, ProviderEvents } from "@openfeature/server-sdk";
import { flagNames, type Flags } from "~/flags";
import { env } from "./env.server";
import { logger } from "./log.server";

/** Who looks at what: what flags may depend on (SHELL-43). */
export type FlagContext = {
  userId: string;
  userType: string;
  groups: string[];
  customer: string;
  hierarchy: string;
  organisation: string;
};

const [flagdHost, flagdPort] = env.FLAGD_ADDRESS?.split(":") ?? [];
const client = OpenFeature.getClient("console");

// All flags of one person and customer are evaluated together once and kept until the configuration changes.
const evaluated = new Map<string, Promise<Flags>>();
const evaluatedLimit = 1000;
client.addHandler(ProviderEvents.ConfigurationChanged, () => evaluated.clear());

function setUpProvider(): Promise<void> {
  evaluated.clear();
  const provider = new FlagdProvider(
    flagdHost
      ? { resolverType: "in-process", host: flagdHost, port: Number(flagdPort) }
      : { resolverType: "in-process", offlineFlagSourcePath: env.FLAGS_FILE },
  );
  return OpenFeature.setProviderAndWait(provider).catch((error: unknown) => {
    logger.error("flags are not available, all are off", { error });
  });
}

let fileTime = flagsFileTime();
let ready = setUpProvider();

function flagsFileTime(): number {
  return flagdHost ? 0 : (statSync(env.FLAGS_FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

// The provider looks at its file every few seconds; an edit must show on the next page (SHELL-45).
function renewAfterEdit(): void {
  const time = flagsFileTime();
  if (time === fileTime) return;
  fileTime = time;
  ready = setUpProvider();
}

async function evaluate(context: FlagContext): Promise<Flags> {
  await ready;
  const { userId, ...rest } = context;
  const values = await Promise.all(
    flagNames.map((name) => client.getBooleanValue(name, false, { targetingKey: userId, ...rest })),
  );
  return Object.fromEntries(flagNames.map((name, index) => [name, values[index] ?? false])) as Record<
    (typeof flagNames)[number],
    boolean
  >;
}

/** All flags for a person at a customer; a flag that cannot be evaluated is off. */
export function flagsFor(context: FlagContext): Promise<Flags> {
  renewAfterEdit();
  const key = JSON.stringify(context);
  let flags = evaluated.get(key);
  if (!flags) {
    if (evaluated.size >= evaluatedLimit) evaluated.clear();
    flags = evaluate(context);
    evaluated.set(key, flags);
  }
  return flags;
}
