/** The demo identity provider's key pair: created once, stored in the data directory. */
import { generateKeyPair } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod/v4";
import { demoIdpFile } from "../store/data-files";
import { selfSigned } from "./certificate";

const validMs = 20 * 365 * 24 * 3_600_000;

const stored = z.object({
  /** PEM. */
  privateKey: z.string(),
  /** Base64 of the DER format, as pasted into a customer's settings. */
  certificate: z.string(),
});

export type DemoKey = z.infer<typeof stored>;

async function makeKey(path: string, now: number): Promise<DemoKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const key: DemoKey = {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: selfSigned(privateKey, "Demo identity provider", now, validMs).toString("base64"),
  };
  // With a database, the folder may not exist yet.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Writes to a temporary name first: a truncated file would break every later start.
  await writeFile(`${path}.new`, JSON.stringify(key), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}

async function readOrMake(dataDir: string, now: number): Promise<DemoKey> {
  const path = join(dataDir, demoIdpFile);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return makeKey(path, now);
    throw error;
  }
  return stored.parse(JSON.parse(text));
}

const known = new Map<string, Promise<DemoKey>>();

/** Returns the key of this data directory, creating it if missing. Concurrent callers get the same key. */
export function demoKey(dataDir: string, now: number): Promise<DemoKey> {
  let key = known.get(dataDir);
  if (!key) {
    key = readOrMake(dataDir, now);
    known.set(dataDir, key);
    key.catch(() => known.delete(dataDir));
  }
  return key;
}
