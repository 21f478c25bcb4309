import { env } from "~/services/env.server";

/** The running version, for open pages to compare theirs with (SESS-36). */
export const loader = () => Response.json({ version: env.CONSOLE_VERSION });
