/** `move-to-postgres`: copies the files of DATA_DIR into the empty database that DATABASE_URL names. */
import { resolve } from "node:path";
import { commandLine } from "../command-line";
import { sqliteFilesIn } from "../store/data-files";
import { openDataDir } from "../store/data-dir";
import { migratePostgres } from "../store/postgres/migrate";
import { moveDataDir, vacuum } from "../store/postgres/move";
import { placeOf, withDatabase } from "../store/postgres/open";
import { reconcileDirectory } from "../store/reconcile";
import { CommandError, type Command } from "./command";

export const moveToPostgres: Command = async (args, { dataDir, database }, say) => {
  if (args.length > 0) throw new CommandError(commandLine("move-to-postgres", dataDir));
  if (!database) throw new CommandError("Set DATABASE_URL to the database: postgres://user@host/database.");
  if (sqliteFilesIn(dataDir).length === 0) throw new CommandError(`There is no data in ${resolve(dataDir)}.`);
  const to = placeOf(database.url);
  // Locks the data, applies migrations and completes repairs before copying.
  const databases = await openDataDir(dataDir, undefined);
  try {
    await reconcileDirectory(databases);
    await withDatabase(database.url, async (client) => {
      let wasEmpty = false;
      await migratePostgres(client, async () => {
        wasEmpty = true;
        const { tables, rows } = await moveDataDir(client, dataDir, say);
        say(`${rows} rows of ${tables} tables are in ${to}, read back and compared.`);
      });
      if (!wasEmpty) throw new CommandError(`${to} has data of this API already: nothing was changed.`);
      await vacuum(client);
    });
  } finally {
    databases.close();
  }
  say(`The files in ${resolve(dataDir)} were left as they are. From now on start with DATABASE_URL.`);
};
