import { randomBytes } from "node:crypto";
import { withDatabase } from "../../regional-api/store/postgres/open";

/**
 * A database for servers that share their data with no others, beside the one that DATABASE_URL names; without that, the
 * folder that they are given is their own already.
 */
export async function ownDatabase(): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  const shared = process.env.DATABASE_URL;
  if (!shared) return { url: undefined, drop: () => Promise.resolve() };
  const name = `own_${randomBytes(6).toString("hex")}`;
  const run = (text: string) => withDatabase(shared, async (client) => void (await client.query(text)));
  await run(`CREATE DATABASE ${name}`);
  return {
    url: Object.assign(new URL(shared), { pathname: `/${name}` }).href,
    drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
