/** `create-admin <email>`: creates the platform's first administrator, in an installation without users. */
import { isEmail, oneLine } from "../../shared/pasted";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod/v4";
import { commandLine } from "../command-line";
import type { Config } from "../config";
import { hashToken, newToken } from "../core/tokens";
import { awsRegions } from "../../shared/regions";
import { openDataDir } from "../store/data-dir";
import { DataError, directoryFile, entryNames, sqliteFilesIn } from "../store/data-files";
import { openDatabases } from "../store/database";
import type { Store, Writer } from "../store/engine";
import { insertFirstAdministrator, someUsers } from "../installation";
import { LockedError } from "../store/lock";
import { openPostgres, placeOf } from "../store/postgres/open";
import { issueCode } from "../areas/auth/one-time-codes.store";
import { normalizeEmail } from "../core/users.store";
import { CommandError, type Command } from "./command";

function usage({ dataDir, database, consoleOrigin }: Config): string {
  const called = (rest: string) =>
    commandLine(`create-admin <email> ${rest}`, database ? undefined : dataDir, consoleOrigin);
  return [
    called("--organisation <name> --customer <name>"),
    "  [--region ap-southeast-2|eu-west-1|us-east-1] [--first-name <name>] [--last-name <name>] [--new-data]",
    called("--new-link"),
  ].join("\n");
}

const linkLifetimeMs = 60 * 60_000;

const options = {
  organisation: { type: "string" },
  customer: { type: "string" },
  region: { type: "string", default: "ap-southeast-2" },
  "first-name": { type: "string", default: "Platform" },
  "last-name": { type: "string", default: "Administrator" },
  "new-link": { type: "boolean", default: false },
  "new-data": { type: "boolean", default: false },
} as const;

/** A name as people write it, and the account name derived from it: "Café & Co" becomes "cafe-co". */
const name = z
  .string()
  .overwrite(oneLine)
  .min(1)
  .max(100)
  .transform((displayName, context) => {
    const uniqueName = displayName
      .normalize("NFKD")
      .replace(/\p{Mark}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+|-+$/g, "");
    if (uniqueName === "") context.addIssue("needs a letter from A to Z");
    return { displayName, uniqueName };
  });

const email = z
  .string()
  .transform(normalizeEmail)
  .refine((text) => text.length <= 100 && isEmail(text));

const administrator = z.object({
  email,
  organisation: name,
  customer: name,
  region: z.enum(awsRegions),
  "first-name": z.string().overwrite(oneLine).min(1).max(50),
  "last-name": z.string().overwrite(oneLine).min(1).max(50),
});

/** Returns `values`; asks for missing ones on the terminal, if there is one. */
async function promptFor<Key extends string>(
  values: Record<Key, string | undefined>,
): Promise<Record<Key, string | undefined>> {
  const missing = (Object.keys(values) as Key[]).filter((key) => values[key] === undefined);
  if (missing.length === 0 || !process.stdin.isTTY) return values;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answers = { ...values };
    for (const key of missing) answers[key] = await terminal.question(`${key}: `);
    return answers;
  } finally {
    terminal.close();
  }
}

function read<Schema extends z.ZodType>(schema: Schema, values: object, config: Config): z.infer<Schema> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const given = new Map<unknown, unknown>(Object.entries(values));
  const problems = parsed.error.issues.map(({ path: [name], message }) => {
    const isMissing = given.get(name) === undefined;
    return `  ${String(name)}: ${isMissing ? "is needed" : message}`;
  });
  throw new CommandError(`These cannot be used:\n${problems.join("\n")}\n${usage(config)}`);
}

/**
 * Opens the store; the engine prevents conflicts with a running API. Creates an installation only if
 * `makesData` is set, since a mistyped location would otherwise create a second one.
 */
async function openStoreFor({ dataDir, database }: Config, makesData: boolean): Promise<Store> {
  if (database) {
    const missing = () =>
      Promise.reject(
        new CommandError(
          `There is no data in ${placeOf(database.url)}. Set DATABASE_URL to the API's database, or add --new-data to create a new installation there.`,
        ),
      );
    return openPostgres({ ...database, lost: () => undefined, fill: makesData ? undefined : missing });
  }
  if (!makesData && sqliteFilesIn(dataDir).length === 0) {
    throw new CommandError(
      `There is no data in ${resolve(dataDir)}. Set DATA_DIR to the regional API's folder, or add --new-data to create a new installation there.`,
    );
  }
  try {
    return await openDataDir(dataDir, undefined);
  } catch (error) {
    if (error instanceof LockedError && entryNames(dataDir).includes(directoryFile))
      return openDatabases(dataDir);
    throw error;
  }
}

async function newLink(db: Writer, userId: string, consoleOrigin: string, now: number): Promise<string> {
  const token = newToken();
  const code = { userId, awsRegion: db.awsRegion, codeHash: hashToken(token), lifetimeMs: linkLifetimeMs };
  await issueCode(db, { ...code, purpose: "PASSWORD_RESET" }, now);
  const query = new URLSearchParams({ token, region: db.awsRegion });
  return `${consoleOrigin}/resetPassword?${query}`;
}

function parse(args: string[], config: Config) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage(config)}`);
  }
}

export const createAdmin: Command = async (args, config, say) => {
  const { database, consoleOrigin, policyPrefix } = config;
  const place = database ? placeOf(database.url) : resolve(config.dataDir);
  const { values, positionals } = parse(args, config);
  if (positionals.length > 1) throw new CommandError(usage(config));
  const [given] = positionals;
  const wanted = values["new-link"]
    ? { email: read(z.object({ email }), { email: given }, config).email }
    : read(
        administrator,
        {
          ...values,
          ...(await promptFor({
            email: given,
            organisation: values.organisation,
            customer: values.customer,
          })),
        },
        config,
      );

  const databases = await openStoreFor(config, values["new-data"]);
  try {
    const users = await someUsers(databases);
    const now = Date.now();
    let link: string;
    if (!("organisation" in wanted)) {
      const [one] = users;
      const isWaiting = users.length === 1 && one?.user.email === wanted.email && !one.user.passwordHash;
      if (!one || !isWaiting)
        throw new DataError(
          "A new link can be created only for the first administrator, before a password has been set.",
        );
      link = await one.region.write((db) => newLink(db, one.user.id, consoleOrigin, now));
    } else {
      if (users.length > 0) throw new DataError(`${place} already has users: nothing was changed.`);
      const region = databases.region(wanted.region);
      const userId = await insertFirstAdministrator(
        region,
        {
          email: wanted.email,
          firstName: wanted["first-name"],
          lastName: wanted["last-name"],
          organization: wanted.organisation,
          customer: wanted.customer,
          policyPrefix,
        },
        now,
      );
      link = await region.write((db) => newLink(db, userId, consoleOrigin, now));
    }
    say(`${wanted.email} can set a password here, once, within 60 minutes:\n\n  ${link}\n`);
    say(`The data is in ${place}.`);
  } finally {
    await databases.close();
  }
};
