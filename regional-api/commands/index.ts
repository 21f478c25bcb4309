/** Commands that work on the data instead of serving it. */
import { resolve } from "node:path";
import { commandLine } from "../command-line";
import type { Config } from "../config";
import { backUp, restore, type Manifest } from "../store/backup";
import { verifyDataDir, type Verdict } from "../store/verify";
import { CommandError, type Command } from "./command";
import { createAdmin } from "./create-admin";
import { moveToPostgres } from "./move-to-postgres";
import { placeOf } from "../store/postgres/open";
import { verifyPostgres } from "../store/postgres/verify";

function folderOf(args: readonly string[], command: string, dataDir: string): string {
  const [folder] = args;
  // Prevents an unknown option from being taken for a folder.
  if (folder === undefined || args.length > 1 || folder.startsWith("-"))
    throw new CommandError(commandLine(`${command} <folder>`, dataDir));
  return resolve(folder);
}

const sizeText = ({ files }: Manifest) =>
  `${files.length} files, ${Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024)} MB`;

/** Command for data files only: PostgreSQL has tools of its own for the same purpose. */
const forDataFiles =
  (command: Command): Command =>
  (args, config, say) => {
    if (config.database)
      throw new CommandError(
        `The data is in ${placeOf(config.database.url)}: use pg_dump and pg_restore (docs/operations.md).`,
      );
    return command(args, config, say);
  };

function printVerdict({ problems, notes }: Verdict, place: string, say: (text: string) => void): void {
  for (const note of notes) say(note);
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  say(`${place} is sound.`);
}

const verify: Command = async (args, { dataDir, database }, say) => {
  if (database) {
    if (args.length > 0) throw new CommandError(commandLine("verify", undefined));
    const place = placeOf(database.url);
    printVerdict(await verifyPostgres(database.url), place, say);
    say(
      "This covers the audit log and the maintained counts; pg_amcheck checks the files (docs/operations.md).",
    );
    return;
  }
  const folder = args.length > 0 ? folderOf(args, "verify", dataDir) : resolve(dataDir);
  printVerdict(verifyDataDir(folder), folder, say);
};

const backup: Command = async (args, { dataDir }, say) => {
  const folder = folderOf(args, "backup", dataDir);
  const manifest = await backUp(dataDir, folder);
  say(`${folder} holds the data of ${manifest.createdAt}: ${sizeText(manifest)}.`);
};

const restoreFrom: Command = async (args, { dataDir }, say) => {
  const folder = folderOf(args, "restore", dataDir);
  const manifest = await restore(folder, dataDir);
  say(`${resolve(dataDir)} holds the data of ${manifest.createdAt}: ${sizeText(manifest)}.`);
};

const commands: Readonly<Record<string, Command>> = {
  verify,
  backup: forDataFiles(backup),
  restore: forDataFiles(restoreFrom),
  "move-to-postgres": moveToPostgres,
  "create-admin": createAdmin,
};

/** Runs the command `name`. Throws an error with a message for the operator. */
export async function runCommand(name: string, args: string[], config: Config): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    throw new CommandError(
      `Unknown command "${name}". The commands are: ${Object.keys(commands).join(", ")}.`,
    );
  }
  await command(args, config, (text) => process.stdout.write(`${text}\n`));
}
