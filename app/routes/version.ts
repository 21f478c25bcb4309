import { env } from "~/services/env.server";

/** The running version, for open pages to compare with theirs (SESS-36). */
export const loader = () => Response.json({ version: env.CONSOLE_VERSION });
