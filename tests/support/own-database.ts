import { randomBytes } from "node:crypto";
import { withDatabase } from "../../regional-api/store/postgres/open";

/**
 * Creates a separate database for servers that must not share data, next to the one in DATABASE_URL. Without
 * DATABASE_URL nothing is created: the data folder passed to the servers is already separate.
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
