/** Applied and pending migrations, for both engines. */
import { createHash } from "node:crypto";
import { DataError } from "../data-files";
import type { Engine } from "../tables/columns";
import type { Migration } from "./migration";

type File = Migration["file"];

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  /** Milliseconds UTC, or PostgreSQL's timestamp. */
  readonly appliedAt: number | Date;
  readonly checksum: string | null;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A checksum of what a migration does; comments and whitespace in its SQL do not count. */
export const checksumOf = (migration: Migration, engine: Engine): string =>
  digestOf(
    (engine === "sqlite" ? migration.sql : migration.postgres)
      .replace(/--.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim(),
  );

/**
 * New data start with a row of this number and name, for the tables of store/schema. Version 1.29.0 reached the same
 * tables by many migrations up to this number; its data are recognised by the digest of their checksums.
 */
const begin: Record<File, { number: number; name: string } & Record<Engine, string>> = {
  directory: {
    number: 157,
    name: "directory-schema",
    sqlite: "aad08b9f092fa2c99c965dbda5027daaf6ba688eb869ab984649445bf3e71d49",
    postgres: "a616fcd49a98c85b6e35dd5cd97f247908afcba65ba34d12e2129abf058a9b7e",
  },
  region: {
    number: 160,
    name: "region-schema",
    sqlite: "f9551b6078b146be1619d125d7421b93a9d97d1c62f9b390a6fa613f021f1cab",
    postgres: "a17e256b710a70ad9857309946aa1e04a664bae633747249850c11ef5bb1683b",
  },
};
const kinds = { directory: "the directory", region: "a region" } as const;

/** The rows noted for newly created data, which already include all migrations. */
export const initialRecords = (file: File, engine: Engine, migrations: readonly Migration[]) => [
  { number: begin[file].number, name: begin[file].name, checksum: "" },
  ...migrations
    .filter((migration) => migration.file === file)
    .map((migration) => ({
      number: migration.number,
      name: migration.name,
      checksum: checksumOf(migration, engine),
    })),
];

interface RecordedMigrations {
  /** The subject of error messages. */
  readonly place: string;
  readonly file: File;
  readonly engine: Engine;
  readonly rows: readonly AppliedMigration[];
}

/** Returns pending migrations. Throws a DataError unless the data were left by this release or one since 1.29.0. */
export function missingOf(
  { place, file, engine, rows }: RecordedMigrations,
  migrations: readonly Migration[],
): Migration[] {
  const { number: first, name } = begin[file];
  const other = file === "region" ? "directory" : "region";
  if (rows.some(({ number }) => number === begin[other].number))
    throw new DataError(`${place} holds the data of ${kinds[other]}, not of ${kinds[file]}.`);

  const before = rows.filter(({ number }) => number <= first).sort((a, b) => a.number - b.number);
  const checksums = before.map(({ checksum }) => checksum).join();
  if (before[0]?.name !== name && digestOf(checksums) !== begin[file][engine])
    throw new DataError(
      `${place} is of a version before 1.29.0: start version 1.29.0 with it once, then this one.`,
    );

  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, appliedAt, checksum } of rows.filter((row) => row.number > first)) {
    const migration = known.get(number);
    if (migration?.file !== file)
      throw new DataError(`${place} was changed by a newer release (migration ${number} is not known here).`);
    if (checksum !== checksumOf(migration, engine))
      throw new DataError(
        `${place}: migration ${number} (${migration.name}) was changed after it ran on ` +
          `${new Date(appliedAt).toISOString().slice(0, 10)}: put it back as it was and write a new one, or, ` +
          "where the data may be lost, delete them.",
      );
  }
  const applied = new Set(rows.map(({ number }) => number));
  return migrations.filter((migration) => migration.file === file && !applied.has(migration.number));
}
